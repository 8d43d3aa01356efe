import { once } from 'node:events';
import { type RequestListener, Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const SWEEP_MS = 50;
/** Browsers also connect before they have a request. A connection that has sent nothing for this time is idle. */
const FIRST_REQUEST_WITHIN_MS = 1_000;

/**
 * Finishes its answers when it closes. Node's own `closeIdleConnections`, which `close` calls, too, cuts answers that
 * clients are still receiving, and leaves connections that have sent nothing yet.
 */
export class GracefulServer extends Server {
  private readonly connectedAt = new Map<Socket, number>();
  /** It counts the answers of a connection that are not sent completely. */
  private readonly unsent = new WeakMap<Socket, number>();

  constructor(options: ServerOptions, answer: RequestListener) {
    super(options, (request, response) => {
      answer(request, response);
      // Most answers are in the kernel's hands by now. `writableFinished` becomes true only after this tick.
      const isSent = response.writableEnded && response.writableLength === 0;
      if (!isSent) this.watch(request.socket, response);
    });
    this.on('connection', (socket: Socket) => {
      this.connectedAt.set(socket, performance.now());
      socket.once('close', () => this.connectedAt.delete(socket));
    });
  }

  override closeIdleConnections(): void {
    const mustHaveSent = performance.now() - FIRST_REQUEST_WITHIN_MS;
    for (const [socket, connectedAt] of this.connectedAt) {
      const isIdle = socket.bytesRead > 0 || connectedAt < mustHaveSent;
      if (isIdle && !this.unsent.get(socket)) socket.destroy();
    }
  }

  /** Accepts no more connections, and closes each one when its answers are sent, or after this time. */
  async closeWithin(milliseconds: number): Promise<void> {
    const closed = once(this, 'close');
    this.close();
    const sweep = setInterval(() => this.closeIdleConnections(), SWEEP_MS);
    const limit = setTimeout(() => this.closeAllConnections(), milliseconds);
    await closed;
    clearInterval(sweep);
    clearTimeout(limit);
  }

  private watch(socket: Socket, response: ServerResponse): void {
    this.unsent.set(socket, (this.unsent.get(socket) ?? 0) + 1);
    response.once('close', () => this.unsent.set(socket, (this.unsent.get(socket) ?? 1) - 1));
  }
}
