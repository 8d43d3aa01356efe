import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { addListeners, requireFreePort } from './listeners.js';

const HOST = '127.0.0.1';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function listening(server: Server): Promise<number> {
  server.listen({ port: 0, host: HOST, reusePort: true });
  await once(server, 'listening');
  ends.push(() => server.closeAllConnections());
  return (server.address() as AddressInfo).port;
}

describe('addListeners', () => {
  it('accepts several connections in a turn of the event loop', async () => {
    const server = createServer();
    const port = await listening(server);
    ends.push(await addListeners(server), () => server.close());
    const count = 100;
    const accepted = new Promise<void>((resolve) => {
      let left = count;
      server.on('connection', () => (left -= 1) === 0 && resolve());
    });
    let turns = 0;
    const turn = () => {
      turns += 1;
      counting = setImmediate(turn);
    };
    let counting = setImmediate(turn);
    const clients = Array.from({ length: count }, () => connect(port, HOST));
    await accepted;
    clearImmediate(counting);
    for (const client of clients) client.destroy();
    // With one socket it takes at least as many turns as there are connections.
    expect(turns).toBeLessThan(count * 0.7);
  });

  it('waits for the requests of its connections when it ends', async () => {
    const answers: ServerResponse[] = [];
    const server = createServer((_request, response) => answers.push(response));
    const port = await listening(server);
    const close = await addListeners(server);
    const count = 32;
    const requests = Array.from({ length: count }, () => get({ port, host: HOST, agent: false }));
    const responses = Promise.all(
      requests.map(async (request) => ((await once(request, 'response')) as [IncomingMessage])[0].statusCode),
    );
    for (let seen = 0; seen < count; seen++) if (answers.length <= seen) await once(server, 'request');
    server.close();
    let isClosed = false;
    const closed = close().then(() => (isClosed = true));
    expect(isClosed).toBe(false);
    for (const answer of answers) answer.writeHead(204).end();
    expect(await responses).toEqual(Array.from({ length: count }, () => 204));
    server.closeIdleConnections();
    await closed;
  });
});

describe('requireFreePort', () => {
  it('refuses a port whose sockets would share it', async () => {
    const server = createServer();
    const port = await listening(server);
    ends.push(() => server.close());
    await expect(requireFreePort(port, HOST)).rejects.toThrow('EADDRINUSE');
  });
});
