import { setTimeout as delay } from 'node:timers/promises';
import { runScript } from '@haru/service-runtime';
import type { Redis } from 'ioredis';
import { joinReplies } from '../wire/packet.js';
import type { RedisClock } from '../wire/redis-clock.js';
import { sendReplies } from '../wire/scripts.js';
import { BATCH_MAX_ITEMS, LIST_TTL_MS, PUBLISHED_REPLY_MAX_BYTES } from '../wire/settings.js';
import { TickBatcher } from '../wire/tick-batcher.js';

const RETRY_MS = 50;

interface Line {
  text: string;
  deadline: number;
}

/** Sends replies to the processes that asked, and holds them over a lost connection until their deadlines. */
export class ReplySender {
  private readonly batcher = new TickBatcher<Line>(
    PUBLISHED_REPLY_MAX_BYTES / 3 - BATCH_MAX_ITEMS,
    (replyTo, lines) => {
      const sending = this.send(replyTo, lines).finally(() => this.underWay.delete(sending));
      this.underWay.add(sending);
    },
  );
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly redis: Redis,
    private readonly clock: RedisClock,
    private readonly onLost: (replies: number, error: unknown) => void,
  ) {}

  /** @param text one encoded reply. */
  add(replyTo: string, text: string, deadline: number): void {
    this.batcher.add(replyTo, { text, deadline });
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
      const publishable = message.length * 3 <= PUBLISHED_REPLY_MAX_BYTES;
      try {
        await runScript(this.redis, sendReplies, [replyTo], [message, LIST_TTL_MS, publishable ? 1 : 0]);
        return;
      } catch (error) {
        // It may have arrived all the same: the asker knows an id only once.
        await delay(RETRY_MS);
        const inTime = waiting.filter(({ deadline }) => deadline > this.clock.now());
        if (inTime.length < waiting.length) this.onLost(waiting.length - inTime.length, error);
        if (inTime.length === 0) return;
        waiting = inTime;
      }
    }
  }
}
