import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@haru/contracts';
import { freeBuffer, runScript } from '@haru/service-runtime';
import type { Redis } from 'ioredis';
import { fits, joinReplies } from '../wire/packet.js';
import type { RedisClock } from '../wire/redis-clock.js';
import { sendReplies } from '../wire/scripts.js';
import {
  BATCH_MAX_ITEMS,
  LIST_TTL_MS,
  MAX_HELD_REPLY_BYTES,
  PUBLISHED_REPLY_MAX_BYTES,
  RETRY_AFTER_SECONDS,
} from '../wire/settings.js';
import { TickBatcher } from '../wire/tick-batcher.js';

const RETRY_MS = 50;

interface Line {
  text: string | Buffer;
  deadline: number;
  onSent: (() => void) | undefined;
}

/** Sends replies to the calling processes, and holds them during a lost connection until their deadlines. */
export class ReplySender {
  private readonly batcher = new TickBatcher<Line>(
    PUBLISHED_REPLY_MAX_BYTES / 3 - BATCH_MAX_ITEMS,
    (replyTo, lines) => {
      const length = lines.reduce((sum, { text }) => sum + text.length, 0);
      const sending = this.send(replyTo, lines).finally(() => {
        this.underWay.delete(sending);
        this.held -= length;
        for (const { onSent } of lines) onSent?.();
      });
      this.underWay.add(sending);
    },
  );
  private readonly underWay = new Set<Promise<void>>();
  private held = 0;

  constructor(
    private readonly redis: Redis,
    private readonly clock: RedisClock,
    private readonly onLost: (replies: number, error: unknown) => void,
  ) {}

  /**
   * @param text one encoded reply
   * @param onSent called when Redis has it, or when it is too late
   */
  add(replyTo: string, text: string | Buffer, deadline: number, onSent?: () => void): void {
    this.held += text.length;
    this.batcher.add(replyTo, { text, deadline, onSent });
  }

  /**
   * Counts the bytes that a reply may have before it is made.
   * @returns a function to call once it is made
   * @throws ServiceError SERVICE_BUSY when Redis has not taken so many others
   */
  reserve(bytes: number): () => void {
    if (this.held + bytes > MAX_HELD_REPLY_BYTES) {
      const cause = new Error(`${this.held} bytes of replies are not sent yet`);
      throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
    }
    this.held += bytes;
    return () => (this.held -= bytes);
  }

  /** Resolves when every reply so far is with Redis, or too late. */
  async drain(): Promise<void> {
    this.batcher.flush();
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private async send(replyTo: string, lines: Line[]): Promise<void> {
    let waiting = lines;
    for (;;) {
      const message = joinReplies(waiting.map(({ text }) => text));
      const publishable = fits(message, PUBLISHED_REPLY_MAX_BYTES);
      try {
        await runScript(this.redis, sendReplies, [replyTo], [message, LIST_TTL_MS, publishable ? 1 : 0]);
        if (typeof message !== 'string') freeBuffer(message);
        return;
      } catch (error) {
        // The reply may have arrived all the same: the caller accepts an id only once.
        await delay(RETRY_MS);
        const inTime = waiting.filter(({ deadline }) => deadline > this.clock.now());
        if (inTime.length < waiting.length) this.onLost(waiting.length - inTime.length, error);
        if (inTime.length === 0) return;
        waiting = inTime;
      }
    }
  }
}
