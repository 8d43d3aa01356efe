import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@haru/testing';

/** This is a TCP line to a server of this machine, which a test can cut and restore. */
export class CuttableLine {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    readonly port: number,
    private readonly target: number,
  ) {}

  static async to(target: number): Promise<CuttableLine> {
    const line = new CuttableLine(await freePort(), target);
    await line.join();
    return line;
  }

  /** Open connections end, and new ones are refused. */
  async cut(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async join(): Promise<void> {
    this.server = createServer((near) => {
      const far = connect(this.target, '127.0.0.1');
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(socket);
        socket.on('close', () => {
          this.sockets.delete(socket);
          other.destroy();
        });
        // A cut line reports an error on both ends, which is intended.
        socket.on('error', () => other.destroy());
        socket.pipe(other);
      }
    }).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }
}
