import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import type { ShareLinks } from './share-links.viewer.js';
import type { SiteStates } from './site-state.js';
import { ViewerServer } from './viewer-server.js';

const SILENT_MS = 300;

describe('the viewer’s server', () => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  /** A server that answers everything in one way, and a client that has asked it for a page. */
  async function clientOf(answer: (response: ServerResponse) => void): Promise<Socket> {
    const links = {
      handle: (_request: unknown, response: ServerResponse) => {
        answer(response);
        return true;
      },
    } as unknown as ShareLinks;
    const server = new ViewerServer(links, {} as SiteStates, pino({ level: 'silent' }), SILENT_MS);
    const port = await server.listen('127.0.0.1', 0);
    undo.push(() => server.close());
    const socket = connect(port, '127.0.0.1');
    undo.push(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.write('GET /share/abc HTTP/1.1\r\nHost: a\r\n\r\n');
    return socket;
  }

  it('leaves a client that takes nothing of a large answer', async () => {
    const sockets: ServerResponse[] = [];
    const client = await clientOf((response) => {
      sockets.push(response);
      response.writeHead(200).end(Buffer.alloc(64 * 1024 * 1024));
    });
    client.pause();
    await once(client, 'connect');
    await waitFor(() => sockets[0]?.destroyed, { timeoutMs: 20 * SILENT_MS, what: 'the server to give it up' });
    expect(sockets[0]?.writableFinished).toBe(false);
  });

  it('keeps the connection of one that has its answer for the next request', async () => {
    const client = await clientOf((response) => response.writeHead(200, ['Content-Length', '2']).end('ok'));
    await once(client, 'data');
    const closed = once(client, 'close').then(() => 'closed');
    expect(await Promise.race([closed, delay(2 * SILENT_MS, 'open')])).toBe('open');
    client.write('GET /share/abc HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(client, 'data');
  });
});
