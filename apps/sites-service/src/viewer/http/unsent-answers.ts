import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkOf } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { Setting } from '../../settings.js';
import { addressOf } from './client-address.js';

interface Unsent {
  body: Buffer;
  client: string;
}

/**
 * Tracks answers that clients have not received completely. They keep pages in memory that the cache may have dropped,
 * so their bytes are bounded; a page that several clients receive counts once. Above the bound the client with the most
 * unsent answers loses its oldest connection, so that a flood from one client does not disconnect slow ones.
 */
@Injectable()
export class UnsentAnswers {
  /** The oldest one comes first. */
  private readonly unsent = new Map<ServerResponse, Unsent>();
  private readonly readers = new Map<Buffer, number>();
  private readonly perClient = new Map<string, number>();
  bytes = 0;
  /** It counts connections closed since the start. */
  dropped = 0;

  constructor(
    @Setting('VIEWER_MAX_UNSENT_BYTES') private readonly maxBytes: number,
    @Setting('TRUST_PROXY') private readonly proxies: number,
  ) {}

  /** Counts the answer until its client has received it or has disconnected. */
  add(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    // The client disconnected while the page was loaded; `close` is not emitted again.
    if (response.destroyed) return;
    const client = networkOf(addressOf(request, this.proxies), 'client');
    this.unsent.set(response, { body, client });
    this.perClient.set(client, (this.perClient.get(client) ?? 0) + 1);
    const readers = this.readers.get(body) ?? 0;
    this.readers.set(body, readers + 1);
    if (readers === 0) this.bytes += body.length;
    response.once('close', () => this.remove(response));
    while (this.bytes > this.maxBytes) this.dropOne();
  }

  private remove(response: ServerResponse): void {
    const removed = this.unsent.get(response);
    if (!removed) return;
    const { body, client } = removed;
    this.unsent.delete(response);
    if (!decrement(this.perClient, client)) this.perClient.delete(client);
    if (!decrement(this.readers, body)) {
      this.readers.delete(body);
      this.bytes -= body.length;
    }
  }

  private dropOne(): void {
    const most = Math.max(...this.perClient.values());
    for (const [response, { client }] of this.unsent) {
      if (this.perClient.get(client) !== most) continue;
      this.remove(response);
      this.dropped += 1;
      response.destroy();
      return;
    }
  }
}

function decrement<Key>(counts: Map<Key, number>, key: Key): number {
  const left = (counts.get(key) ?? 1) - 1;
  counts.set(key, left);
  return left;
}
