import type { ServerResponse } from 'node:http';
import { ServiceError } from '@haru/contracts';

interface Held {
  client: string;
  bytes: number;
}

/**
 * Of the bound, what one client may hold. With 96 MiB these are twelve pages of 1 MiB: at 50 ms each, people behind one
 * address read 240 a second. Each takes some 20 ms of the processor, so with more of them others would wait longer.
 */
const SHARE_OF_CLIENT = 1 / 8;
const RETRY_AFTER_SECONDS = 1;

/**
 * Bytes of pages that were asked for and whose answers are not sent completely, by the most that each answer may have.
 * Where they reach the bound, the client with the most of them loses its oldest answer to a client with fewer, so that
 * readers who take nothing do not keep others from reading.
 */
export class UnsentPages {
  /** Oldest first. */
  private readonly held = new Map<ServerResponse, Held>();
  private readonly perClient = new Map<string, number>();
  private readonly refused = new WeakSet<ServerResponse>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /**
   * Counts the bytes until the answer is sent or its client has disconnected.
   * @throws ServiceError SERVICE_BUSY when the client holds too many, or all together
   */
  reserve(client: string, response: ServerResponse, bytes: number): void {
    if (bytes === 0 || response.destroyed) return;
    const own = (this.perClient.get(client) ?? 0) + bytes;
    const fits = own <= this.maxBytes * SHARE_OF_CLIENT && this.makeSpace(bytes, own);
    if (!fits) {
      this.refused.add(response);
      throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.held.set(response, { client, bytes });
    this.add(client, bytes);
    response.once('close', () => this.release(response));
  }

  /** Whether it was refused here, which says nothing about what other clients would be answered. */
  hasRefused(response: ServerResponse): boolean {
    return this.refused.has(response);
  }

  private makeSpace(bytes: number, own: number): boolean {
    while (this.bytes + bytes > this.maxBytes) {
      const most = Math.max(...this.perClient.values());
      if (most <= own) return false;
      for (const [response, { client }] of this.held) {
        if (this.perClient.get(client) !== most) continue;
        this.release(response);
        response.destroy();
        break;
      }
    }
    return true;
  }

  private release(response: ServerResponse): void {
    const held = this.held.get(response);
    if (!held) return;
    this.held.delete(response);
    this.add(held.client, -held.bytes);
  }

  private add(client: string, bytes: number): void {
    const left = (this.perClient.get(client) ?? 0) + bytes;
    if (left > 0) this.perClient.set(client, left);
    else this.perClient.delete(client);
    this.bytes += bytes;
  }
}
