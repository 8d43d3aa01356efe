import type { Socket } from 'node:net';
import { networkOf } from '@haru/service-runtime';

/** Counts the open connections of each client. */
export class ConnectionLimit {
  private readonly open = new Map<string, number>();

  constructor(private readonly maxPerClient: number) {}

  /** @returns whether the client may have this one too; it then counts until it is closed */
  admit(socket: Socket): boolean {
    const client = networkOf(socket.remoteAddress ?? '', 'client');
    const open = this.open.get(client) ?? 0;
    if (open >= this.maxPerClient) return false;
    this.open.set(client, open + 1);
    socket.once('close', () => this.release(client));
    return true;
  }

  private release(client: string): void {
    const open = (this.open.get(client) ?? 1) - 1;
    if (open > 0) this.open.set(client, open);
    else this.open.delete(client);
  }
}
