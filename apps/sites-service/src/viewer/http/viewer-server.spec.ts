import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ShareLinks } from './share-links.viewer.js';
import type { SiteStates } from '../cache/site-state.js';
import { ViewerServer } from './viewer-server.js';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const WRITE_TIMEOUT_MS = 300;
const REQUEST = 'GET /share/abc HTTP/1.1\r\nHost: a\r\n\r\n';

describe('the viewer’s server', () => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  /** Starts a server that answers everything in one way. @returns its port */
  async function serverOf(
    answer: Answer,
    bounds: { writeTimeoutMs?: number; maxConnectionsPerClient?: number } = {},
  ): Promise<number> {
    const links = {
      handle: (request: IncomingMessage, response: ServerResponse) => {
        answer(response, request);
        return true;
      },
    } as unknown as ShareLinks;
    const { writeTimeoutMs, maxConnectionsPerClient = 256 } = bounds;
    const server = new ViewerServer(links, {} as SiteStates, 0, maxConnectionsPerClient);
    server.writeTimeoutMs = writeTimeoutMs ?? server.writeTimeoutMs;
    undo.push(() => server.close());
    return server.listen('127.0.0.1', 0);
  }

  function connectTo(port: number): Socket {
    const socket = connect(port, '127.0.0.1');
    undo.push(() => socket.destroy());
    socket.on('error', () => undefined);
    return socket;
  }

  /** Connects a client that has asked such a server for a page. */
  async function clientOf(answer: Answer): Promise<Socket> {
    const socket = connectTo(await serverOf(answer, { writeTimeoutMs: WRITE_TIMEOUT_MS }));
    socket.write(REQUEST);
    return socket;
  }

  it.each([
    ['as many cookies as pages can set', 60 * 1024, 200],
    ['more', 70 * 1024, 431],
    ['far more', 1024 * 1024, 431],
  ])('takes %s', async (_, length, status) => {
    const port = await serverOf((response) => response.end('page'));
    const cookie = `a=${'x'.repeat(length)}`;
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      request({ port, headers: { cookie } }, resolve).on('error', reject).end(),
    );
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['clear-site-data']).toBe(status === 431 ? '"cookies"' : undefined);
    answer.resume();
  });

  it('answers an error to an unreadable request', async () => {
    const socket = connectTo(await serverOf((response) => response.end('page')));
    socket.write('GET / nonsense\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(answer.toString()).not.toContain('Clear-Site-Data');
    await once(socket, 'close');
  });

  it('disconnects a client that reads nothing of a large answer', async () => {
    const sockets: ServerResponse[] = [];
    const client = await clientOf((response) => {
      sockets.push(response);
      response.writeHead(200).end(Buffer.alloc(64 * 1024 * 1024));
    });
    client.pause();
    await once(client, 'connect');
    await waitFor(() => sockets[0]?.destroyed, { timeoutMs: 20 * WRITE_TIMEOUT_MS, what: 'the server to give it up' });
    expect(sockets[0]?.writableFinished).toBe(false);
  });

  it('keeps a connection alive after its answer is received', async () => {
    const client = await clientOf((response) => response.writeHead(200, ['Content-Length', '2']).end('ok'));
    await once(client, 'data');
    const closed = once(client, 'close').then(() => 'closed');
    expect(await Promise.race([closed, delay(2 * WRITE_TIMEOUT_MS, 'open')])).toBe('open');
    client.write(REQUEST);
    await once(client, 'data');
  });

  it('handles a pipelined request only after the answer before it is received, and answers all in order', async () => {
    const asked: string[] = [];
    const port = await serverOf((response, { url = '' }) => {
      asked.push(url);
      const isLarge = url === '/share/0';
      response.writeHead(200).end(isLarge ? Buffer.alloc(16 * 1024 * 1024) : url);
    });
    const client = connectTo(port);
    client.pause();
    const urls = Array.from({ length: 150 }, (_, index) => `/share/${index}`);
    client.write(urls.map((url) => REQUEST.replace('/share/abc', url)).join(''));
    await waitFor(() => asked.length > 0, { what: 'the first request' });
    // The same process answers, so it has seen what was written before.
    expect(await (await fetch(`http://127.0.0.1:${port}/share/other`)).text()).toBe('/share/other');
    expect(asked).toEqual(['/share/0', '/share/other']);

    let [length, end] = [0, ''];
    client.on('data', (chunk: Buffer) => {
      length += chunk.length;
      end = (end + chunk.toString('latin1')).slice(-100_000);
    });
    client.resume();
    await waitFor(() => end.includes('/share/149'), { what: 'the last answer' });
    expect(length).toBeGreaterThan(16 * 1024 * 1024);
    expect(end.match(/\/share\/\d+/g)).toEqual(urls.slice(1));
  });

  it('closes a connection with too many pipelined requests', async () => {
    const port = await serverOf((response) => response.writeHead(200).end(Buffer.alloc(16 * 1024 * 1024)));
    const client = connectTo(port);
    client.pause();
    const closed = once(client, 'close');
    client.write(REQUEST.repeat(300));
    await waitFor(() => client.bytesWritten > 0, { what: 'the requests' });
    client.resume();
    await closed;
    expect(client.bytesRead).toBeLessThan(16 * 1024 * 1024);
  });

  it('closes connections over the limit of one client, and accepts new ones after others are closed', async () => {
    const port = await serverOf((response) => response.writeHead(200).end('ok'), { maxConnectionsPerClient: 2 });
    const connection = () => {
      const socket = connectTo(port);
      socket.write(REQUEST);
      const isAnswered = new Promise<boolean>((resolve) => {
        socket.once('data', () => resolve(true)).once('close', () => resolve(false));
      });
      return { socket, isAnswered };
    };
    const { socket: first, isAnswered } = connection();
    expect(await isAnswered).toBe(true);
    expect(await connection().isAnswered).toBe(true);
    expect(await connection().isAnswered).toBe(false);
    first.destroy();
    await waitFor(() => connection().isAnswered, { what: 'a connection in the place of the closed one' });
  });
});
