import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { GracefulServer } from './graceful-server.js';

describe('GracefulServer, when it closes', () => {
  const body = Buffer.alloc(20_000_000);
  const open: Socket[] = [];
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));

  async function connected() {
    const server = new GracefulServer({}, (_request, response) => response.end(body));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    open.push(socket);
    await once(server, 'connection');
    return { server, socket };
  }

  it('finishes an answer that its client reads slowly', async () => {
    const { server, socket } = await connected();
    socket.write('GET / HTTP/1.1\r\nHost: haru.example\r\n\r\n');
    await once(server, 'request');
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    await Promise.all([server.closeWithin(10_000), once(socket, 'close')]);
    expect(received).toBeGreaterThan(body.length);
  });

  it('ends an answer after the time if its client does not read it', async () => {
    const { server, socket } = await connected();
    socket.write('GET / HTTP/1.1\r\nHost: haru.example\r\n\r\n');
    await once(server, 'request');
    await server.closeWithin(100);
    expect(server.listening).toBe(false);
  });

  it('does not wait for a connection on which a browser has sent nothing', async () => {
    const { server } = await connected();
    const startedAt = performance.now();
    await server.closeWithin(10_000);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
