import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createWebApp } from './web-app.js';

let root: string;
let web: FastifyInstance;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'haru-web-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), '<title>app</title>');
  await cp(join(import.meta.dirname, '../../../web/public'), root, { recursive: true });
  await writeFile(join(root, 'assets/app-1234.js'), 'run()');
  await writeFile(join(root, 'assets/app-1234.js.br'), brotliCompressSync('run()'));
  web = await createWebApp(root, true, ['https://haru-pages.example']);
});
afterAll(async () => {
  await web.close();
  await rm(root, { recursive: true });
});

const get = (url: string, headers?: Record<string, string>) => web.inject({ method: 'GET', url, headers });

describe('the web app', () => {
  it.each(['/', '/any/other/route', '/auth/confirm?token=x'])('is one document, at %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('<title>app</title>');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('lets nothing run but its own scripts, cannot be framed, and cuts off what it opens', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
  });

  it('serves hashed assets as immutable, compressed as they were built', async () => {
    const answer = await get('/assets/app-1234.js', { 'accept-encoding': 'br' });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await get('/assets/app-1234.js')).body).toBe('run()');
  });

  it('does not answer a missing asset with the document', async () => {
    for (const url of ['/assets/app-0000.js', '/assets/x', '/nothing.php', '/a/b.map?x', '/.well-known/x', '/.env']) {
      expect((await get(url)).statusCode).toBe(404);
    }
    expect((await web.inject({ method: 'POST', url: '/' })).statusCode).toBe(404);
    expect((await get('/..%2f..%2fpackage.json')).body).not.toContain('haru');
  });

  it('has the icon that browsers ask for by themselves, for its own screens only', async () => {
    const answer = await get('/favicon.ico');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
    expect(answer.rawPayload.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('has a manifest of the type that browsers take', async () => {
    const answer = await get('/manifest.webmanifest');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/manifest+json']);
    const { icons, start_url: start } = answer.json<{ icons: { src: string }[]; start_url: string }>();
    expect(start).toBe('/');
    for (const { src } of icons) expect((await get(src)).statusCode).toBe(200);
  });
});
