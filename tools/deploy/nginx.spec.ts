import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { edgeRouteOf, edgeRoutes, pageAddressesOf } from '@haru/contracts';
import { temporaryDirectory, type TemporaryDirectory } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWebApp } from '../../apps/gateway/src/front-door/web-app.js';
import { root } from '../common/workspace.js';

const run = promisify(execFile);
const read = (file: string): string => readFileSync(join(root, 'tools/deploy', file), 'utf8');

describe('the edge', () => {
  const [, app = '', pages = ''] = read('edge.conf').split(/^ {2}server \{$/m);
  const upstreamOf = (server: string, path: string): string | undefined =>
    [...server.matchAll(/location (?:~ )?(\S+) \{[^}]* proxy_pass http:\/\/\$(\w+); \}/g)].find(([, pattern = '']) =>
      new RegExp(pattern).test(path),
    )?.[2];

  const upstreamNameOf = (service: string | undefined) => service?.replace('sites-', '');

  it.each(edgeRoutes.filter(({ host, path }) => host === 'app' && path !== '/'))(
    'sends $path of the app to $service',
    ({ path, service }) => {
      const upstream = upstreamNameOf(service);
      expect([path, `${path}/x`].map((asked) => upstreamOf(app, asked))).toEqual([upstream, upstream]);
      expect(upstreamOf(app, `${path}s`)).toBe(
        upstreamNameOf(edgeRouteOf({ method: 'GET', url: `${path}s` })?.service),
      );
    },
  );

  it.each(['/', '/shared', '/auth/v12', '/auth/confirm'])('sends %s of the app to the web app', (path) => {
    expect(upstreamOf(app, path)).toBe('web');
  });

  it.each([
    '/agent/haru_edit_x.md',
    '/auth/v1/verify',
    '/functions/v1/unsubscribe',
    '/functions/v1/uploads/files/ticket/a.png',
  ])('does not write %s, whose address has a secret, into its error log', (path) => {
    const location = [...app.matchAll(/location ~ (\S+) \{[^}]*\}/g)].find(([, pattern = '']) =>
      new RegExp(pattern).test(path),
    );
    expect(location?.[0]).toContain('error_log /dev/null');
    expect(app.match(/error_log/g)).toHaveLength(
      edgeRoutes.filter(({ host, isSecret }) => host === 'app' && isSecret).length,
    );
  });

  it('sends the hosts of pages to the viewer', () => {
    expect(['/', '/share/x', '/auth/v1/user'].map((path) => upstreamOf(pages, path))).toEqual([
      'viewer',
      'viewer',
      'viewer',
    ]);
  });
});

describe('the cookies of the edge', () => {
  const passedOf = (cookies: string) =>
    [...read('edge.conf').matchAll(/"~(.+)" \$(admitted|notice);/g)].map(
      ([, pattern = '(?!)', name = '']) => new RegExp(pattern).exec(cookies)?.groups?.[name],
    );

  it.each([
    ['haru-continued=1.x', [undefined, 'haru-continued=1.x']],
    ['a=b; __Host-haru-continued=2.y; c=d', [undefined, '__Host-haru-continued=2.y']],
    ['haru-continued=1; __Host-haru-admitted=3.z', ['__Host-haru-admitted=3.z', 'haru-continued=1']],
    ['other-haru-continued=1; other-haru-admitted=1', [undefined, undefined]],
  ])('of %s the viewer gets those that it reads', (cookies, passed) => {
    expect(passedOf(cookies)).toEqual(passed);
  });
});

describe('the web image', () => {
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    directory = await temporaryDirectory('haru-web-');
    await writeFile(join(directory.path, 'index.html'), '<!doctype html>');
  });
  afterAll(() => directory.remove());

  /** What the image's entry tells nginx about where pages are. @throws when it refuses to start */
  async function writtenSources(env: Record<string, string>): Promise<string> {
    const file = join(directory.path, 'page-sources.map');
    await run('sh', [join(root, 'tools/deploy/web-entry.sh'), 'true'], {
      env: { PATH: process.env['PATH'], PAGE_SOURCES_FILE: file, ...env },
    });
    return readFile(file, 'utf8');
  }

  it.each([
    ['https://haru-pages.example', ''],
    ['https://haru-pages.example/', 'https://{path}.haru-pages.example'],
    ['http://localhost:3001', 'http://page-{path}.localhost:3001/'],
    ['https://haru-pages.example:8443', 'https://{path}-x.pages.haru.example:8443'],
  ])('frames what is at %s and %s', async (PAGES_ORIGIN, VIEWER_ORIGIN_PATTERN) => {
    const addresses = pageAddressesOf({
      PUBLIC_ORIGIN: 'https://app.example',
      PAGES_ORIGIN,
      VIEWER_ORIGIN_PATTERN,
    });
    const written = await writtenSources({ PAGES_ORIGIN, VIEWER_ORIGIN_PATTERN });
    expect(written).toBe(`default '${addresses.frameSources.join(' ')}';\n`);
  });

  it.each([
    ['PAGES_ORIGIN', {}],
    ['PAGES_ORIGIN', { PAGES_ORIGIN: "https://x';return 200 'y" }],
    ['PAGES_ORIGIN', { PAGES_ORIGIN: "https://x.example\n';return 200;" }],
    ['VIEWER_ORIGIN_PATTERN', { PAGES_ORIGIN: 'https://x.example', VIEWER_ORIGIN_PATTERN: 'https://x.example' }],
  ])('does not start with a wrong %s', async (name, env) => {
    await expect(writtenSources(env)).rejects.toThrow(`could not start: ${name} must look like`);
  });

  it('answers 404 for files that there are not, and the app for every other address', () => {
    const pattern = new RegExp(/location ~ (\S+) \{ try_files \$uri =404; \}/.exec(read('web.conf'))?.[1] ?? '(?!)');
    expect(['/x.php', '/a/b.map', '/.env'].map((path) => pattern.test(path))).toEqual([true, true, true]);
    expect(['/', '/auth/confirm', '/a.b/c'].map((path) => pattern.test(path))).toEqual([false, false, false]);
  });

  it('gives the headers that the gateway gives the app', async () => {
    const app = await createWebApp(directory.path, false, ['$page_sources']);
    const { headers } = await app.inject('/');
    await app.close();
    const sent = [
      'content-length',
      'content-type',
      'accept-ranges',
      'last-modified',
      'etag',
      'date',
      'connection',
      'vary',
    ];
    const expected = Object.fromEntries(Object.entries(headers).filter(([name]) => !sent.includes(name)));
    const configured = [...read('web.conf').matchAll(/^ {4}add_header (\S+) (?:"([^"]*)"|(\S+?))(?: always)?;$/gm)];
    const given = Object.fromEntries(
      configured.map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain]),
    );
    expect(given).toEqual({
      ...expected,
      // By what is asked for, and on TLS.
      'cache-control': '$caching',
      'strict-transport-security': '$transport_security',
    });
  });
});
