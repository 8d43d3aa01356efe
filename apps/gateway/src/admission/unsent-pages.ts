import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@haru/contracts';

interface Held {
  client: string;
  bytes: number;
}

/**
 * One client may hold this share of the bound. With 96 MiB these are twelve pages of 1 MiB: at 50 ms each, people
 * behind one address read 240 a second. Each takes some 20 ms of the processor, so with more of them others would wait
 * longer.
 */
const SHARE_OF_CLIENT = 1 / 8;
/** A request waits so long for its client's share: scripts read some dozen pages concurrently. */
const WAIT_MS = 1_000;
const POLL_MS = 20;
/** More requests of a client do not wait: those that wait take the places of other clients in the gateway. */
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 1;

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
  private readonly refused = new WeakSet<ServerResponse>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /**
   * Counts the bytes until the answer is sent or its client has disconnected. Waits for the client's share for a second.
   * @throws ServiceError SERVICE_BUSY when the client holds too many, or all together
   */
  async reserve(client: string, response: ServerResponse, bytes: number): Promise<void> {
    if (bytes === 0) return;
    if (!this.hasShare(client, bytes)) await this.waitForShare(client, response, bytes);
    if (response.destroyed) return;
    if (!this.hasShare(client, bytes) || !this.makeSpace(client, bytes)) {
      this.refused.add(response);
      throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.held.set(response, { client, bytes });
    this.add(client, bytes);
    response.once('close', () => this.release(response));
  }

  /** A refusal here says nothing about what other clients would be answered. */
  hasRefused(response: ServerResponse): boolean {
    return this.refused.has(response);
  }

  private async waitForShare(client: string, response: ServerResponse, bytes: number): Promise<void> {
    const waiting = this.waiting.get(client) ?? 0;
    if (waiting >= MAX_WAITING) return;
    this.waiting.set(client, waiting + 1);
    const until = performance.now() + WAIT_MS;
    while (!this.hasShare(client, bytes) && !response.destroyed && performance.now() < until) await delay(POLL_MS);
    const left = (this.waiting.get(client) ?? 1) - 1;
    if (left > 0) this.waiting.set(client, left);
    else this.waiting.delete(client);
  }

  private hasShare(client: string, bytes: number): boolean {
    return this.ownBytes(client) + bytes <= this.maxBytes * SHARE_OF_CLIENT;
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
    const left = this.ownBytes(client) + bytes;
    if (left > 0) this.perClient.set(client, left);
    else this.perClient.delete(client);
    this.bytes += bytes;
  }
}
