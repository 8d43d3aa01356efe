import { PageAddresses } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { refusePageScripts } from './page-scripts.js';

const addresses = new PageAddresses({
  appOrigin: 'https://haru.example',
  pagesOrigin: 'https://haru-pages.example',
  pattern: 'https://{path}.pages.example',
});

async function statusOf(origin: string | undefined, url = '/functions/v1/create-site'): Promise<number> {
  const server = fastify();
  refusePageScripts(server, addresses);
  server.setErrorHandler((_error, _request, reply) => reply.status(403).send());
  server.get('*', (_request, reply) => reply.send('answered'));
  return (await server.inject({ method: 'GET', url, headers: origin === undefined ? {} : { origin } })).statusCode;
}

describe('refusePageScripts', () => {
  it.each([
    'null',
    'https://haru-pages.example',
    'https://abc.pages.example',
    'https://ABC.pages.example',
    'http://abc.pages.example:81',
  ])('refuses the origin %s', async (origin) => {
    expect(await statusOf(origin)).toBe(403);
    expect(await statusOf(origin, '/functions/v1/serve-site?path=abc')).toBe(200);
    expect(await statusOf(origin, '/functions/v1/serve-site/x')).toBe(403);
  });

  it.each([undefined, 'https://app.example', 'http://localhost:5173', 'https://pages.example', 'chrome-extension://x'])(
    'lets %s through',
    async (origin) => {
      expect(await statusOf(origin)).toBe(200);
    },
  );
});
