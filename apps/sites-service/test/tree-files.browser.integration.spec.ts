import { hash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { defaultPublishLimits } from '@haru/contracts';
import { findChromium, freePort, waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { PAGE_SANDBOX } from '../src/viewer/headers/page-security.js';
import { ask } from './http.js';
import { publishTree } from './publish-tree.js';
import { SitesUnderTest } from './sites-under-test.js';

const MIB = 1024 * 1024;
const style = `b { color: red }\n`.repeat(200);
/** It is larger than what the viewer keeps in memory. */
const movie = Buffer.alloc(3 * MIB, 'frames of a movie ');

const builtSite = {
  'index.html': '<!doctype html><title>start</title><p>start',
  'about.html': '<!doctype html><p>about',
  'docs/index.html': '<!doctype html><p>docs',
  '404.html': '<!doctype html><p>nothing here',
  'old.html': Buffer.from([0x3c, 0x70, 0x3e, 0x95, 0x5c]),
  'assets/app-BxK3a9Zq.js': 'export default 1',
  'style.css': style,
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '写真/桜.png': Buffer.from('a picture'),
  'movie.mp4': movie,
  'large.txt': Buffer.from('表'.repeat(MIB)),
  'large-old.html': Buffer.alloc(3 * MIB, Buffer.from([0x3c, 0x70, 0x3e, 0x95, 0x5c])),
  'paper.pdf': '%PDF-1.7',
};

const KEPT = 'public, max-age=31536000, immutable';
const ASKED = 'public, max-age=0, must-revalidate';

let sites: SitesUnderTest;
let browser: Browser;
/** Here each page has an origin of its own. */
let own: number;
/** Here all pages are on one host. */
let shared: number;

beforeAll(async () => {
  [sites, own] = await Promise.all([SitesUnderTest.start(), freePort()]);
  const VIEWER_ORIGIN_PATTERN = `http://{path}.localhost:${own}`;
  const app = { PUBLIC_ORIGIN: 'http://localhost:1' };
  [{ port: shared }] = await Promise.all([
    sites.startViewer(app),
    sites.startViewer({ ...app, PORT: String(own), VIEWER_ORIGIN_PATTERN }),
  ]);
  browser = await chromium.launch({
    executablePath: await findChromium((line) => process.stderr.write(`${line}\n`)),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await sites.stop();
});

const hostOf = (path: string) => `${path}.localhost:${own}`;

describe('a page of files', () => {
  let path: string;
  beforeAll(async () => {
    path = await publishTree(sites, builtSite);
  });
  const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(own, target, { method, headers: { host: hostOf(path), ...headers } });

  it.each([
    ['/', 200, 'text/html; charset=utf-8', ASKED, 'start'],
    ['/index.html?x=1', 200, 'text/html; charset=utf-8', ASKED, 'start'],
    ['/about', 200, 'text/html; charset=utf-8', ASKED, 'about'],
    ['/docs/', 200, 'text/html; charset=utf-8', ASKED, 'docs'],
    ['/old', 200, 'text/html', ASKED, '<p>'],
    ['/assets/app-BxK3a9Zq.js', 200, 'text/javascript; charset=utf-8', KEPT, 'export'],
    ['/style.css', 200, 'text/css; charset=utf-8', ASKED, 'color'],
    ['/logo.svg', 200, 'image/svg+xml; charset=utf-8', ASKED, '<svg'],
    [`/${encodeURIComponent('写真')}/${encodeURIComponent('桜')}.png`, 200, 'image/png', ASKED, 'a picture'],
    ['/movie.mp4', 200, 'video/mp4', ASKED, 'frames of a movie'],
    ['/large.txt', 200, 'text/plain; charset=utf-8', ASKED, '表'],
    ['/large-old', 200, 'text/html', ASKED, '<p>'],
    ['/nothing', 404, 'text/html; charset=utf-8', ASKED, 'nothing here'],
    ['/assets/', 404, 'text/html; charset=utf-8', ASKED, 'nothing here'],
    ['/healthz', 404, 'text/html; charset=utf-8', ASKED, 'nothing here'],
    ['/%', 404, 'text/html; charset=utf-8', ASKED, 'nothing here'],
  ])('answers %s with %i, %s', async (target, status, type, cache, text) => {
    const answer = await get(target);
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      status,
      type,
      cache,
    ]);
    expect(answer.body.toString()).toContain(text);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
  });

  it('redirects a folder to its slash, with the query', async () => {
    for (const [target, location] of [
      ['/docs?a=b', '/docs/?a=b'],
      ['/about/', '/about'],
    ] as const) {
      const answer = await get(target);
      expect([answer.status, answer.headers.location]).toEqual([302, location]);
    }
  });

  it('answers a missing part briefly, and a missing icon with nothing', async () => {
    const part = await get('/missing.js', { 'sec-fetch-dest': 'script' });
    expect([part.status, part.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect((await get('/favicon.ico', { 'sec-fetch-dest': 'image' })).status).toBe(204);
  });

  it('compresses what becomes smaller, each with its ETag by the hash', async () => {
    const [br, gzip, identity] = await Promise.all(
      ['br, gzip', 'gzip', 'identity'].map((encoding) => get('/style.css', { 'accept-encoding': encoding })),
    );
    expect(br?.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(style);
    expect(identity?.body.toString()).toBe(style);
    expect(new Set([br, gzip, identity].map((answer) => answer?.headers.etag)).size).toBe(3);
    const picture = await get('/movie.mp4', { 'accept-encoding': 'br' }, 'HEAD');
    expect(picture.headers).not.toHaveProperty('content-encoding');
    const etag = br?.headers.etag ?? '';
    const again = await get('/style.css', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
  });

  it.each(['/movie.mp4', '/style.css'])('sends parts of %s', async (target) => {
    const whole = await get(target);
    const { etag = '' } = whole.headers;
    const part = await get(target, { range: 'bytes=10-19', 'accept-encoding': 'br' });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${whole.body.length}`);
    expect(part.body).toEqual(whole.body.subarray(10, 20));
    expect((await get(target, { range: 'bytes=-5' })).body).toEqual(whole.body.subarray(-5));
    expect((await get(target, { range: 'bytes=2-3', 'if-range': etag })).status).toBe(206);
    expect((await get(target, { range: 'bytes=2-3', 'if-range': '"other"' })).body).toHaveLength(whole.body.length);
    const behind = await get(target, { range: `bytes=${whole.body.length}-` });
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${whole.body.length}`]);
    for (const name of ['range', 'x-other']) {
      const head = await get(target, { [name]: 'bytes=10-19' }, 'HEAD');
      expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
        200,
        String(whole.body.length),
        0,
      ]);
    }
  });

  it('is on the shared host in the sandbox where no page has an origin of its own', async () => {
    const folder = await ask(shared, `/share/${path}?a=b`, { headers: { host: `localhost:${shared}` } });
    expect([folder.status, folder.headers.location]).toEqual([302, `/share/${path}/?a=b`]);
    const docs = await ask(shared, `/share/${path}/docs`, { headers: { host: `localhost:${shared}` } });
    expect(docs.headers.location).toBe(`/share/${path}/docs/`);
    const worker = await ask(shared, `/share/${path}/assets/app-BxK3a9Zq.js`, {
      headers: { host: `localhost:${shared}`, 'service-worker': 'script' },
    });
    expect(worker.status).toBe(403);
  });

  it('keeps every file to its origin, and lets no type be guessed', async () => {
    for (const name of Object.keys(builtSite)) {
      const target = `/${name.split('/').map(encodeURIComponent).join('/')}`;
      const onShared = await ask(shared, `/share/${path}${target}`, { headers: { host: `localhost:${shared}` } });
      expect(onShared.status).toBe(200);
      expect(onShared.headers).toMatchObject({
        'content-security-policy': PAGE_SANDBOX,
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
      });
      const onOwn = await get(target);
      expect(onOwn.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'origin-agent-cluster': '?1' });
      expect(onOwn.headers).not.toHaveProperty('access-control-allow-origin');
      for (const { headers } of [onShared, onOwn]) expect(headers).not.toHaveProperty('set-cookie');
      // Browsers show no PDF in a sandbox, and its scripts reach no origin.
      const sandbox = name.endsWith('.pdf') ? undefined : `${PAGE_SANDBOX} allow-same-origin`;
      expect([name, onOwn.headers['content-security-policy']]).toEqual([name, sandbox]);
    }
  });

  it('sends all photos of a page at the same time, as browsers ask for them over HTTP/2', async () => {
    const photos = Math.floor(defaultPublishLimits.treeBytes / (2 * MIB)) - 1;
    const options = { port: own, path: '/movie.mp4', headers: { host: hostOf(path) }, agent: false };
    // None is read, so that each is still being sent when the next one is requested.
    const responses = await Promise.all(
      Array.from({ length: photos }, async () => {
        const [response] = (await once(request(options).end(), 'response')) as [IncomingMessage];
        return response;
      }),
    );
    for (const response of responses) response.destroy();
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: photos }, () => 200));
  });

  it('says that a file is not available while storage does not have it', async () => {
    const other = await publishTree(sites, { 'index.html': '<p>away' });
    await new HtmlStorage(new FolderStore(sites.storageDirectory)).removeFiles([hash('sha256', '<p>away')]);
    const answer = await ask(own, '/', { headers: { host: hostOf(other) } });
    expect([answer.status, answer.headers['cache-control']]).toEqual([503, 'no-store']);
  });
});

const program = {
  'index.html': `<!doctype html><title>program</title><link rel="stylesheet" href="/assets/style.css">
    <h1 id="at"></h1><script type="module" src="/assets/main.js"></script>`,
  '200.html': `<!doctype html><title>program</title><h1 id="at"></h1><script type="module" src="/assets/main.js"></script>`,
  'assets/style.css': 'h1 { color: rgb(1, 2, 3) }',
  'assets/main.js': `const { label } = await import('./lazy-BxK3a9Zq.js');
    const { name } = await (await fetch('/data.json')).json();
    localStorage.visits = Number(localStorage.visits ?? 0) + 1;
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
    document.getElementById('at').textContent = [label, name, location.pathname, localStorage.visits].join(' ');`,
  'assets/lazy-BxK3a9Zq.js': `export const label = 'lazy'`,
  'data.json': '{"name":"データ"}',
  'sw.js': `addEventListener('fetch', (event) => { if (event.request.url.endsWith('/from-worker')) event.respondWith(new Response('from the worker')); });`,
};

/** It goes on showing the page whatever its host answers. */
const hostile = {
  'index.html': `<!doctype html><title>hostile</title><script>
    navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => { document.title = 'ready'; });
  </script>`,
  'sw.js': `addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => {
      if (event.request.mode === 'navigate') {
        event.respondWith(new Response('<title>still here</title>', { headers: { 'content-type': 'text/html' } }));
      }
    });`,
};

describe('a page of files, in Chromium', () => {
  it('works as it was built: modules, storage, a deep link and a service worker', async () => {
    const path = await publishTree(sites, program);
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const at = () => page.locator('#at:not(:empty)').textContent();
    await page.goto(`http://${hostOf(path)}/`);
    expect(await at()).toBe('lazy データ / 1');
    await page.goto(`http://${hostOf(path)}/deep/link?x`);
    expect(await at()).toBe('lazy データ /deep/link 2');
    expect(await page.evaluate(async () => (await fetch('/from-worker')).text())).toBe('from the worker');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('runs in the sandbox of the shared host as far as its addresses are relative', async () => {
    const path = await publishTree(sites, {
      'index.html': '<!doctype html><p id="at"></p><script type="module" src="main.js"></script>',
      'main.js': `const { name } = await (await fetch('data.json')).json(); localStorage.x = name;
        const { status } = await fetch('settings.json');
        document.getElementById('at').textContent = [self.origin, localStorage.x, status].join(' ');`,
      'data.json': '{"name":"データ"}',
    });
    const page = await browser.newPage();
    await page.goto(`http://localhost:${shared}/share/${path}`);
    expect(await page.locator('#at:not(:empty)').textContent()).toBe('null データ 404');
    await page.close();
  });

  it.each(['share', 'site'])('shows its notice once at /%s', async (prefix) => {
    const path = await publishTree(sites, { 'index.html': '<!doctype html><title>start</title>' });
    await sites.rows('UPDATE sites SET under_review = true WHERE path = $1', [path]);
    const page = await browser.newPage();
    await page.goto(`http://localhost:${shared}/${prefix}/${path}`);
    await page.getByRole('button').click();
    await page.waitForURL((url) => url.pathname.endsWith('/'));
    expect(await page.title()).toBe('start');
    await page.close();
  });

  it('loses a service worker that goes on showing a stopped page, by the second visit', async () => {
    const path = await publishTree(sites, hostile);
    const context = await browser.newContext();
    const page = await context.newPage();
    const address = `http://${hostOf(path)}/`;
    await page.goto(address);
    await waitFor(async () => (await page.title()) === 'ready', { what: 'the worker' });
    await page.goto(address);
    expect(await page.title()).toBe('still here');

    await sites.rows(
      `UPDATE sites SET stopped_at = now(), stopped_reason = 'x', stopped_source = 'y', is_active = false WHERE path = $1`,
      [path],
    );
    const answers = async () => (await ask(own, '/', { headers: { host: hostOf(path) } })).status;
    await waitFor(async () => (await answers()) === 451, { timeoutMs: 10_000, what: 'the page to be stopped' });
    await page.goto(address);
    // The worker that takes its place loads the window again.
    const code = page.locator('#code');
    await code.waitFor();
    expect(await code.textContent()).toBe('SITE_STOPPED');
    expect((await page.goto(address))?.status()).toBe(451);
    await context.close();
  });
});
