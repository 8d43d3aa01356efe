import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ViewerProxy } from './viewer-proxy.js';

const servers: Server[] = [];
const proxies: ViewerProxy[] = [];

afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function proxyTo(viewer: string | RequestListener): Promise<string> {
  const viewerUrl = typeof viewer === 'string' ? viewer : await listen(viewer);
  const proxy = new ViewerProxy(viewerUrl);
  proxies.push(proxy);
  return listen(proxy.routing);
}

/** As `fetch`, but with the path to the letter. */
function ask(origin: string, path: string, method = 'GET', headers = {}, body?: string) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(origin);
      request({ hostname, port, path, method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      })
        .on('error', reject)
        .end(body);
    },
  );
}

const echo: RequestListener = (seen, response) => {
  response.writeHead(410, {
    'content-security-policy': 'sandbox allow-scripts',
    'x-seen': `${seen.method} ${seen.url}`,
  });
  response.end('gone');
};

describe('ViewerProxy', () => {
  it.each(['/share/a%20b?x=1', '/share/a%', '/share/../config.json', '/share/..%2f..%2fetc', '/site/%c0%ae'])(
    'passes %s on to the letter',
    async (path) => {
      const answer = await ask(await proxyTo(echo), path);
      expect(answer).toMatchObject({ status: 410, text: 'gone' });
      expect(answer.headers).toMatchObject({
        'content-security-policy': 'sandbox allow-scripts',
        'x-seen': `GET ${path}`,
      });
    },
  );

  it('passes on odd methods, big bodies and expectations as requests without a body', async () => {
    const origin = await proxyTo(echo);
    for (const method of ['POST', 'TRACE', 'PROPFIND']) {
      expect((await ask(origin, '/share/x', method)).headers['x-seen']).toBe(`${method} /share/x`);
    }
    expect((await ask(origin, '/share/x', 'POST', {}, 'x'.repeat(3_000_000))).status).toBe(410);
    expect((await ask(origin, '/share/x', 'GET', { expect: '100-continue' })).status).toBe(410);
  });

  it('answers HEAD and 304 without a body', async () => {
    const origin = await proxyTo((_seen, response) => response.writeHead(304, { etag: '"x"' }).end());
    expect(await ask(origin, '/share/x', 'HEAD')).toMatchObject({ status: 304, text: '', headers: { etag: '"x"' } });
  });

  it('keeps the sandbox when the viewer is away', async () => {
    const answer = await ask(await proxyTo('http://127.0.0.1:9'), '/site/abcdefgh');
    expect(answer.status).toBe(503);
    expect(answer.headers['content-security-policy']).toBe('sandbox');
    expect(answer.text).toContain('FETCH_ERROR');
  });

  it('breaks off when the viewer does', async () => {
    const origin = await proxyTo((_seen, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('12345', () => response.destroy());
    });
    await expect(fetch(`${origin}/share/x`).then((answer) => answer.text())).rejects.toThrow();
  });
});
