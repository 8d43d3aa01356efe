import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PageAddresses } from '@haru/contracts';
import { createFrontDoor, type Room } from './front-door.js';

const room = (name: string): Room => ({ routing: (request, response) => void response.end(`${name} ${request.url}`) });

const pageAddresses = new PageAddresses({
  appOrigin: 'https://haru.example',
  pagesOrigin: 'https://haru-pages.example',
  pattern: 'https://{path}.pages.example',
});

let server: Server;

beforeEach(async () => {
  const rooms = { viewer: room('viewer'), web: room('web'), pageAddresses };
  server = createFrontDoor(room('api').routing, rooms).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close().closeAllConnections();
});

/** The body of the answer to a request line, to the letter. */
function ask(target: string, host = 'haru'): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', reject).on('close', () => resolve(text.split('\r\n\r\n')[1] ?? ''));
  });
}

describe('the front door', () => {
  it.each([
    ['/', 'web /'],
    ['/shared', 'web /shared'],
    ['/share', 'viewer /share'],
    ['/share/abc?x', 'viewer /share/abc?x'],
    ['/site/../config.json', 'viewer /site/../config.json'],
    ['/config.json', 'api /config.json'],
    ['/auth/v1/%c0', 'api /auth/v1/%c0'],
    ['/auth/confirm?token=x', 'web /auth/confirm?token=x'],
    ['http://localhost:3000/share/abc', 'viewer /share/abc'],
    ['http://localhost:3000?x', 'web /?x'],
    ['http://localhost:3000', 'web /'],
  ])('takes %s to its room', async (target, answer) => {
    expect(await ask(target)).toContain(answer);
  });

  it.each(['my-page.pages.example', 'MY-PAGE.pages.example', 'a.b.pages.example', 'abc.pages.example:81'])(
    'has nothing of the app on the host %s',
    async (host) => {
      for (const target of ['/', '/config.json', '/auth/v1/user', '/readyz', 'http://haru/functions/v1/create-site']) {
        expect(await ask(target, host)).toMatch(/^viewer \//);
      }
    },
  );

  it.each(['pages.example', '127.0.0.1', 'pages.example.evil.example'])('takes %s for the app’s', async (host) => {
    expect(await ask('/config.json', host)).toBe('api /config.json');
  });

  it('sends page hosts away where it has no viewer', async () => {
    server.close();
    server = createFrontDoor(room('api').routing, { web: room('web'), pageAddresses }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(await ask('/config.json', 'my-page.pages.example')).toContain('Misdirected request');
  });

  it('ends requests that never end', () => {
    expect(server).toMatchObject({ requestTimeout: 60_000, headersTimeout: 15_000 });
  });
});
