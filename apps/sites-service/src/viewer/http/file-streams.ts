import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';

/**
 * A slow client keeps a file in storage open, so streams are limited for each client and in total. A browser requests
 * all pictures of a page concurrently over HTTP/2, and by default a page has at most 24 files that are streamed.
 */
const MAX_PER_CLIENT = 32;
const MAX_STREAMS = 256;

/** Counts the files that are streamed to clients. */
@Injectable()
export class FileStreams {
  /** It maps each answer to its client. The oldest one comes first. */
  private readonly clients = new Map<ServerResponse, string>();

  /** Counts the answer until its end. @returns false if there is no place for one more */
  begin(response: ServerResponse, client: string): boolean {
    // The client disconnected while the file was looked at; `close` is not emitted again.
    if (response.destroyed) return false;
    if (this.clients.values().reduce((count, other) => count + Number(other === client), 0) >= MAX_PER_CLIENT) {
      return false;
    }
    if (this.clients.size >= MAX_STREAMS) this.dropOne();
    if (this.clients.size >= MAX_STREAMS) return false;
    this.clients.set(response, client);
    response.once('close', () => this.clients.delete(response));
    return true;
  }

  /** Ends the oldest unread stream of the client with the most streams, so that a flood leaves places for others. */
  private dropOne(): void {
    const byClient = Map.groupBy(this.clients, ([, client]) => client).values();
    const most = byClient.reduce((one, other) => (other.length > one.length ? other : one), []);
    const [slow] = most.find(([{ writableNeedDrain }]) => writableNeedDrain) ?? [];
    if (!slow) return;
    this.clients.delete(slow);
    slow.destroy();
  }
}
