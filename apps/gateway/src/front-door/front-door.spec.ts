import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PageAddresses } from '@haru/contracts';
import { createFrontDoor, type Upstream } from './front-door.js';

const upstream = (name: string): Upstream => ({
  routing: (request, response) => void response.end(`${name} ${request.url}`),
});

const pageAddresses = new PageAddresses({
  appOrigin: 'https://haru.example',
  pagesOrigin: 'https://haru-pages.example',
  pattern: 'https://{path}.pages.example',
});

let server: Server;

beforeEach(async () => {
  server = createFrontDoor(upstream('api').routing, { web: upstream('web'), pageAddresses }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close().closeAllConnections();
});

/** Returns the exact answer to a request line. */
function askRaw(target: string, host = 'haru', method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

const ask = async (target: string, host?: string) => (await askRaw(target, host)).split('\r\n\r\n')[1] ?? '';

describe('the front door', () => {
  it.each([
    ['/', 'web /'],
    ['/shared', 'web /shared'],
    ['/config.json', 'api /config.json'],
    ['/auth/v1/%c0', 'api /auth/v1/%c0'],
    ['/auth/confirm?token=x', 'web /auth/confirm?token=x'],
    ['http://localhost:3000?x', 'web /?x'],
    ['http://localhost:3000', 'web /'],
  ])('hands over %s', async (target, answer) => {
    expect(await ask(target)).toContain(answer);
  });

  it.each([
    ['/share/abc', 'https://abc.pages.example/'],
    ['/site/abc', 'https://abc.pages.example/'],
    ['/share/abc?x=1&y=/../z', 'https://abc.pages.example/?x=1&y=/../z'],
    ['http://localhost:3000/share/abc?x', 'https://abc.pages.example/?x'],
    ['http://abc.pages.example/share/abc', 'https://abc.pages.example/'],
    ['/share/abcd-', 'https://page-with-the-path-abcd--0.pages.example/'],
    ['/share', 'https://haru-pages.example/share/'],
    ['/site/', 'https://haru-pages.example/share/'],
    ['/share?path=abc', 'https://haru-pages.example/share/?path=abc'],
    ['/share/ABC', 'https://haru-pages.example/share/ABC'],
    ['/share/ab', 'https://haru-pages.example/share/ab'],
    ['/share/abc/', 'https://abc.pages.example/'],
    ['/share/abc/help/a.html?x', 'https://abc.pages.example/help/a.html?x'],
    ['/share/abc/../x', 'https://abc.pages.example/'],
    ['/share/abc//evil.example', 'https://abc.pages.example//evil.example'],
    ['/share//evil.example', 'https://haru-pages.example/share/'],
    ['/share/@evil.example', 'https://haru-pages.example/share/-'],
    ['/share/\\evil.example', 'https://haru-pages.example/share/-'],
    ['/share/../config.json', 'https://haru-pages.example/share/-'],
    ['/share/%2e%2e/x', 'https://haru-pages.example/share/-'],
    ['/share/%0d%0aset-cookie:x', 'https://haru-pages.example/share/-'],
    ['/share/%61bc', 'https://haru-pages.example/share/-'],
    [`/share/${'a'.repeat(5_000)}`, 'https://haru-pages.example/share/-'],
  ])('leads %s to where pages are', async (target, location) => {
    for (const method of ['GET', 'HEAD']) {
      const [head = '', body] = (await askRaw(target, 'haru', method)).split('\r\n\r\n');
      const lines = head.toLowerCase().split('\r\n');
      expect(lines[0]).toBe('http/1.1 302 found');
      expect(head).toContain(`\r\nlocation: ${location}\r\n`);
      expect(lines).toEqual(expect.arrayContaining(['cache-control: no-store', 'referrer-policy: no-referrer']));
      expect(body).toBe('');
    }
  });

  it('takes nothing else at share links', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND', 'TRACE', 'OPTIONS']) {
      expect(await askRaw('/share/abc', 'haru', method)).toMatch(/^HTTP\/1.1 405 [^]*allow: GET, HEAD/);
    }
  });

  it.each([
    'my-page.pages.example',
    'MY-PAGE.pages.example',
    'a.b.pages.example',
    'abc.pages.example:81',
    'haru-pages.example',
    'HARU-pages.example.:8443',
  ])('has nothing of the app on the host %s', async (host) => {
    const targets = [
      '/',
      '/config.json',
      '/auth/v1/user',
      '/readyz',
      '/share/abc',
      'http://haru/functions/v1/create-site',
    ];
    for (const target of targets) {
      expect(await askRaw(target, host)).toMatch(/^HTTP\/1.1 421 [^]*Misdirected request/);
    }
  });

  it.each(['pages.example', '127.0.0.1', 'pages.example.evil.example'])('takes %s for the app’s', async (host) => {
    expect(await ask('/config.json', host)).toBe('api /config.json');
  });

  it('ends requests that never end', () => {
    expect(server).toMatchObject({ requestTimeout: 600_000, headersTimeout: 15_000 });
    const uploads = upstream('uploads');
    const oneMachine = createFrontDoor(upstream('api').routing, { uploads, pageAddresses });
    // Uploads over a slow line take longer. All other bodies have a time of their own.
    expect(oneMachine).toMatchObject({ requestTimeout: 3_600_000, headersTimeout: 15_000 });
  });
});
