import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { KEEP_ALIVE_MS, PreparedHead } from './prepared-head.js';

const headers = ['Content-Type', 'text/html; charset=utf-8', 'ETag', '"0-gzip"', 'Vary', 'Accept-Encoding'];
const page = new PreparedHead(200, [...headers, 'Content-Length', '4']);
const notModified = new PreparedHead(304, headers);

const answers: Record<string, (response: ServerResponse) => void> = {
  '/page': (response) => response.writeHead(200, [...page.headers]).end('page'),
  '/page/prepared': (response) => page.writeTo(response).end('page'),
  '/unchanged': (response) => response.writeHead(304, headers).end(),
  '/unchanged/prepared': (response) => notModified.writeTo(response).end(),
};

let server: Server;

beforeAll(async () => {
  server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (request.headers['x-closing']) response.shouldKeepAlive = false;
    answers[request.url ?? '']?.(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** All that the server sends until it ends the connection, which the last request asks for. */
async function bytesOf(requests: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${requests.join('\r\n\r\n')}\r\n\r\n`);
  return (await text(socket)).replaceAll(/^Date: .{29}\r$/gm, 'Date: …\r');
}

const kept = (target: string, method = 'GET') => `${method} ${target} HTTP/1.1\r\nHost: a`;
const last = 'GET /page HTTP/1.1\r\nHost: a\r\nConnection: close';

it.each([
  ['a connection that stays open', (target: string) => [kept(target), kept(target), last]],
  ['HEAD', (target: string) => [kept(target, 'HEAD'), last]],
  ['a client that closes', (target: string) => [`${kept(target)}\r\nConnection: close`]],
  ['a server that closes', (target: string) => [`${kept(target)}\r\nX-Closing: 1`]],
  ['HTTP/1.0', (target: string) => [`GET ${target} HTTP/1.0`]],
  ['HTTP/1.0 that stays open', (target: string) => [`GET ${target} HTTP/1.0\r\nConnection: keep-alive`, last]],
])('sends the bytes of writeHead: %s', async (_, requestsOf) => {
  for (const target of ['/page', '/unchanged']) {
    const wanted = await bytesOf(requestsOf(target));
    expect(wanted).toMatch(/^HTTP\/1\.1 (200|304) [^]*ETag/);
    expect(await bytesOf(requestsOf(`${target}/prepared`))).toBe(wanted);
  }
});

it('sends the time of the answer', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(`${kept('/page/prepared')}\r\nConnection: keep-alive\r\n\r\n`);
  const date = /^Date: (.*)\r$/m.exec(await text(socket))?.[1] ?? '';
  expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(2_000);
});
