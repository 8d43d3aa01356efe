import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { fastify, type FastifyInstance } from 'fastify';
import { dropUnreadBodies } from './unread-body.js';

const LINGER_MS = 100;
let server: FastifyInstance;
let serverSide: Socket;
let socket: Socket;
let answer: string;

beforeEach(async () => {
  server = fastify();
  server.addHook('onRequest', async (request, reply) => {
    serverSide = request.raw.socket;
    return reply.status(401).send('refused');
  });
  server.post('/', async () => 'never');
  dropUnreadBodies(server, LINGER_MS);
  await server.listen({ port: 0, host: '127.0.0.1' });
  socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  answer = '';
  socket.on('data', (part: string) => (answer += part)).on('error', () => undefined);
});

afterEach(async () => {
  socket.destroy();
  await server.close();
});

function post(contentLength: number, body: string): void {
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${contentLength}\r\n\r\n${body}`);
}

describe('a refused request', () => {
  it.each([5_000, 6_000_000])(
    'of %d bytes is answered, and its connection closed where they never come',
    async (length) => {
      post(length, '{');
      await once(socket, 'close');
      expect(answer).toMatch(/^HTTP\/1\.1 401[^]*refused$/);
    },
  );

  it('with a small body keeps its connection', async () => {
    post(5_000, '{');
    await waitFor(() => answer.endsWith('refused'));
    socket.write('x'.repeat(4_999));
    answer = '';
    post(0, '');
    await waitFor(() => answer.endsWith('refused'));
    expect(answer).toMatch(/^HTTP\/1\.1 401/);
  });

  it('with a large body gets Connection: close, and its body is not read', async () => {
    post(60_000_000, 'x'.repeat(60_000_000));
    await waitFor(() => answer.endsWith('refused'));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    await once(serverSide, 'close');
    expect(serverSide.bytesRead).toBeLessThan(1_000_000);
  });
});
