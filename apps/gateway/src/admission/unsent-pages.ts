import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@haru/contracts';
import { atMost } from '@haru/service-runtime';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';

interface Held {
  client: string;
  bytes: number;
  since: number;
  /** Its service has answered. */
  isRead: boolean;
}

/**
 * One client may hold this share of the bound. With 96 MiB these are twelve pages of 1 MiB, so that a few slow readers
 * do not stop the others behind their address.
 */
const SHARE_OF_CLIENT = 1 / 8;
/**
 * The next page of a client is read when its last one is sent, because a page of 6 MiB as JSON takes 60 ms of all
 * processes together, and other clients wait for it. An answer that takes longer than this no longer delays the next.
 */
const TURN_MS = 100;
/** A client gets JSON at this rate, which takes 8 % of a core. An office of 300 people needs less than a tenth. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;
/** A client may be this far ahead of its rate: with `WAIT_MS` that is 12 concurrent pages of 1 MiB. */
const BURST_MS = 500;
/** A request waits at most this long for its client's turn: some scripts read a dozen pages concurrently. */
const WAIT_MS = 1_000;
const POLL_MS = 10;
/** More requests of a client do not wait: those that wait take the places of other clients in the gateway. */
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 1;
/** The rates of this many clients are known. */
const MAX_CLIENTS = 10_000;

/**
 * Counts bytes of requested pages whose answers are not sent completely, by the most that each answer may have. At the
 * bound, the client with the most of them loses its oldest answer to a client with fewer, so that clients that do not
 * read do not keep others from reading.
 */
export class UnsentPages {
  /** The oldest stands first. */
  private readonly held = new Map<ServerResponse, Held>();
  private readonly perClient = new Map<string, number>();
  private readonly waiting = new Map<string, number>();
  /** When a client that takes nothing more has taken no more than its rate, in ms of `performance.now()`. */
  private readonly withinRateAt = new LRUCache<string, number>(atMost(MAX_CLIENTS));
  private readonly refused = new WeakSet<ServerResponse>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /**
   * Counts the bytes until the answer is sent or its client has disconnected. Waits for the client's turn for a second.
   * @throws ServiceError SERVICE_BUSY when the client holds too many, or all together, or has disconnected;
   * RATE_LIMITED when it took too many
   */
  async reserve(client: string, response: ServerResponse, bytes: number): Promise<void> {
    if (bytes === 0) return;
    if (!this.hasTurn(client, bytes)) await this.waitForTurn(client, response, bytes);
    const overMs = this.overRateMs(client);
    if (overMs > 0 && this.hasShare(client, bytes)) {
      throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(overMs / 1000) });
    }
    if (response.destroyed || !this.hasTurn(client, bytes) || !this.makeSpace(client, bytes)) {
      this.refused.add(response);
      throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.held.set(response, { client, bytes, since: performance.now(), isRead: false });
    this.add(client, bytes);
    // The service continues to read the page even if the client has disconnected.
    response.once('close', () => {
      if (this.held.get(response)?.isRead) this.release(response);
    });
  }

  /** The service has answered. A page whose client has disconnected is charged as if it were sent. */
  noteRead(response: ServerResponse): void {
    const held = this.held.get(response);
    if (!held) return;
    held.isRead = true;
    if (!response.destroyed) return;
    this.charge(held);
    this.release(response);
  }

  /** This many bytes of the answer are being sent. */
  noteSending(response: ServerResponse, bytes: number): void {
    const held = this.held.get(response);
    if (held) this.charge({ ...held, bytes });
  }

  /** A refusal here says nothing about what other clients would be answered. */
  hasRefused(response: ServerResponse): boolean {
    return this.refused.has(response);
  }

  private async waitForTurn(client: string, response: ServerResponse, bytes: number): Promise<void> {
    if ((this.waiting.get(client) ?? 0) >= MAX_WAITING) return;
    count(this.waiting, client, 1);
    const until = performance.now() + WAIT_MS;
    while (!this.hasTurn(client, bytes) && !response.destroyed) {
      const ms = Math.max(POLL_MS, this.overRateMs(client));
      if (performance.now() + ms > until) break;
      await delay(ms);
    }
    count(this.waiting, client, -1);
  }

  private hasTurn(client: string, bytes: number): boolean {
    return this.hasShare(client, bytes) && !this.isTakingTurn(client) && this.overRateMs(client) <= 0;
  }

  private hasShare(client: string, bytes: number): boolean {
    return this.ownBytes(client) + bytes <= this.maxBytes * SHARE_OF_CLIENT;
  }

  private isTakingTurn(client: string): boolean {
    const since = performance.now() - TURN_MS;
    return this.held.values().some((held) => held.client === client && held.since > since);
  }

  private overRateMs(client: string): number {
    return (this.withinRateAt.get(client) ?? 0) - performance.now() - BURST_MS;
  }

  private charge({ client, bytes }: Held): void {
    const from = Math.max(this.withinRateAt.get(client) ?? 0, performance.now());
    this.withinRateAt.set(client, from + (bytes / BYTES_PER_SECOND) * 1000);
  }

  private makeSpace(client: string, bytes: number): boolean {
    const own = this.ownBytes(client) + bytes;
    while (this.bytes + bytes > this.maxBytes) {
      const most = Math.max(...this.perClient.values());
      if (most <= own) return false;
      for (const [response, { client: holder }] of this.held) {
        if (this.ownBytes(holder) !== most) continue;
        this.release(response);
        response.destroy();
        break;
      }
    }
    return true;
  }

  private ownBytes(client: string): number {
    return this.perClient.get(client) ?? 0;
  }

  private release(response: ServerResponse): void {
    const held = this.held.get(response);
    if (!held) return;
    this.held.delete(response);
    this.add(held.client, -held.bytes);
  }

  private add(client: string, bytes: number): void {
    count(this.perClient, client, bytes);
    this.bytes += bytes;
  }
}

function count(counts: Map<string, number>, client: string, by: number): void {
  const now = (counts.get(client) ?? 0) + by;
  if (now > 0) counts.set(client, now);
  else counts.delete(client);
}

export function countSentPages(server: FastifyInstance, pages: UnsentPages): void {
  server.addHook('onSend', async (_request, reply, payload) => {
    const length = typeof payload === 'string' ? payload.length : Number(reply.getHeader('content-length') ?? 0);
    pages.noteSending(reply.raw, length);
  });
}
