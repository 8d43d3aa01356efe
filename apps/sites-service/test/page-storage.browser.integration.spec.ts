import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { versionMessages } from '@haru/contracts';
import { findChromium, freePort, waitFor } from '@haru/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

/** The page uses the storage as pages do, and shows the results. */
const KEEPER = `<!doctype html><html><head><title>keeper</title></head><body><pre id="seen"></pre><script>
  const attempt = (read) => { try { return read(); } catch (error) { return error.name; } };
  localStorage.setItem('count', Number(localStorage.getItem('count') ?? 0) + 1);
  localStorage.name = 'はる';
  sessionStorage['tab'] = 1;
  const seen = {
    origin: self.origin,
    count: localStorage.getItem('count'),
    name: localStorage.getItem('name'),
    missing: [localStorage.getItem('missing'), localStorage.missing ?? 'nothing'],
    tab: sessionStorage.tab,
    keys: Object.keys(localStorage).sort(),
    has: ['name' in localStorage, 'missing' in localStorage],
    length: localStorage.length,
    key: typeof localStorage.key(0),
    isStorage: localStorage instanceof Storage,
    cookie: attempt(() => document.cookie),
    mode: document.compatMode,
    scripts: document.scripts.length,
    worker: 'none',
  };
  delete localStorage.name;
  seen.deleted = localStorage.getItem('name');
  sessionStorage.clear();
  seen.cleared = sessionStorage.length;
  const show = () => { document.getElementById('seen').textContent = JSON.stringify(seen); };
  attempt(() => navigator.serviceWorker.register('/').then(() => { seen.worker = 'registered'; }, () => undefined).then(show)) === 'SecurityError' && show();
</script></body></html>`;

const common = {
  name: 'はる',
  missing: [null, 'nothing'],
  tab: '1',
  keys: ['count', 'name'],
  has: [true, false],
  length: 2,
  key: 'string',
  isStorage: true,
  mode: 'CSS1Compat',
  scripts: 1,
  worker: 'none',
  deleted: null,
  cleared: 0,
};

describe('storage in pages, in Chromium', () => {
  let sites: SitesUnderTest;
  let app: Server;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let appPort: number;
  let sandboxed: number;
  let own: number;
  /** Here only pages that need one have an origin of their own. */
  let needed: number;

  beforeAll(async () => {
    [sites, appPort, own, needed] = await Promise.all([SitesUnderTest.start(), freePort(), freePort(), freePort()]);
    // It stands for the app on `localhost`, where someone is signed in.
    app = createServer((_request, response) =>
      response.writeHead(200, { 'Set-Cookie': 'session=1', 'Content-Type': 'text/html' }).end('<title>home</title>'),
    ).listen(appPort, '127.0.0.1');
    await once(app, 'listening');
    const PUBLIC_ORIGIN = `http://localhost:${appPort}`;
    const forNeeded = { VIEWER_ORIGIN_PATTERN: `http://{path}.pages.localhost:${needed}`, OWN_ORIGINS_FOR: 'needed' };
    const [, viewer] = await Promise.all([
      sites.startService(forNeeded),
      sites.startViewer({ PUBLIC_ORIGIN, PORT: String(needed), ...forNeeded }),
      sites.startViewer({ PUBLIC_ORIGIN }),
      sites.startViewer({
        PUBLIC_ORIGIN,
        PORT: String(own),
        VIEWER_ORIGIN_PATTERN: `http://{path}.localhost:${own}`,
      }),
    ]);
    sandboxed = viewer.port;
    browser = await chromium.launch({
      executablePath: await findChromium((line) => process.stderr.write(`${line}\n`)),
      args: ['--no-sandbox', '--disable-gpu'],
    });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    app.close().closeAllConnections();
    await sites.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(`http://localhost:${appPort}/`);
    await page.evaluate(() => localStorage.setItem('count', '41'));
  });
  afterEach(() => context.close());

  const publish = async () => (await sites.createSite({ htmlContent: KEEPER })).path;

  async function seenAt(address: string): Promise<unknown> {
    await page.goto(address);
    const text = page.locator('#seen:not(:empty)');
    await text.waitFor();
    return JSON.parse((await text.textContent()) ?? '');
  }

  it('runs pages that use it in the sandbox, with a shim that forgets', async () => {
    const address = `http://localhost:${sandboxed}/share/${await publish()}`;
    const expected = { ...common, origin: 'null', count: '1', cookie: 'SecurityError' };
    expect(await seenAt(address)).toEqual(expected);
    expect(await seenAt(address)).toEqual(expected);
  });

  it('says with the ETag that the page has the shim', async () => {
    const path = await publish();
    const plain = await ask(sandboxed, `/share/${path}`);
    const bare = await ask(own, '/', { headers: { host: `${path}.localhost:${own}` } });
    expect(bare.body.toString()).toBe(KEEPER);
    expect(plain.body.toString()).toContain(`<head><script>`);
    expect(plain.headers.etag).not.toBe(bare.headers.etag);
  });

  it('keeps what a page stores on its own origin, away from other pages and the app', async () => {
    const [first, second] = [await publish(), await publish()];
    const originOf = (path: string) => `http://${path}.localhost:${own}`;
    const seen = (path: string, count: string) => ({ ...common, origin: originOf(path), count, cookie: '' });
    expect(await seenAt(`${originOf(first)}/?utm=x`)).toEqual(seen(first, '1'));
    expect(await seenAt(originOf(first))).toEqual({ ...seen(first, '2') });
    expect(await seenAt(originOf(second))).toEqual(seen(second, '1'));
    const tries = await page.evaluate(`(async (other) => {
      const frame = document.createElement('iframe');
      frame.src = other;
      document.body.append(frame);
      await new Promise((resolve) => (frame.onload = resolve));
      const fetched = await fetch(other).then(() => 'read', () => 'refused');
      return { frame: frame.contentDocument ? 'read' : 'refused', fetched };
    })('${originOf(first)}')`);
    expect(tries).toEqual({ frame: 'refused', fetched: 'refused' });
  });

  it('leads from the share link to the page’s own origin', async () => {
    const path = await publish();
    for (const prefix of ['/share/', '/site/']) {
      for (const host of [`localhost:${own}`, `localhost:${appPort}`, '10.0.0.7']) {
        const answer = await ask(own, `${prefix}${path}?a=b&c=%e3`, { headers: { host } });
        expect([answer.status, answer.body.toString()]).toEqual([302, '']);
        expect(answer.headers).toMatchObject({
          location: `http://${path}.localhost:${own}/?a=b&c=%e3`,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        });
      }
    }
  });

  it('shows no page under the app’s host or an unknown one, and leads to where it is', async () => {
    const path = await publish();
    for (const host of [`localhost:${appPort}`, 'localhost', '127.0.0.1', `localhost.:${sandboxed}`, 'evil.example']) {
      const answer = await ask(sandboxed, `/site/${path}?x`, { headers: { host } });
      expect([answer.status, answer.body.toString()]).toEqual([302, '']);
      expect(answer.headers.location).toBe(`http://localhost:${sandboxed}/share/${path}?x`);
      expect((await ask(sandboxed, '/share/', { headers: { host } })).headers.location).toBe(
        `http://localhost:${sandboxed}/share/`,
      );
      for (const target of ['/', `/${path}`, `//share/${path}`]) {
        expect((await ask(sandboxed, target, { headers: { host } })).status).toBe(404);
      }
      expect((await ask(sandboxed, '/healthz', { headers: { host } })).status).toBe(200);
    }
  });

  it('lets the browser ask for devices only where it can name the page', async () => {
    const path = await publish();
    const shared = (await ask(sandboxed, `/share/${path}`)).headers['permissions-policy'];
    const owned = (await ask(own, '/', { headers: { host: `${path}.localhost:${own}` } })).headers[
      'permissions-policy'
    ];
    for (const feature of ['camera', 'microphone', 'geolocation', 'serial', 'midi']) {
      expect(shared).toContain(`${feature}=()`);
      expect(owned).not.toContain(feature);
    }
    expect(owned).toContain('payment=()');
  });

  it('shows its error screen on hosts that are no page’s, with nothing else there', async () => {
    const path = await publish();
    for (const [host, target] of [
      [`nothing-here.localhost:${own}`, '/'],
      [`a.${path}.localhost:${own}`, '/'],
      [`${path}.localhost`, '/'],
      [`${path}.localhost:${own}`, '/healthz'],
      [`${path}.localhost:${own}`, `/share/${path}`],
    ] as const) {
      const answer = await ask(own, target, { headers: { host } });
      expect(answer.status).toBe(404);
      expect(answer.body.toString()).toContain('<code id="code">SITE_NOT_FOUND</code>');
    }
    expect((await ask(own, '/healthz', { headers: { host: '10.0.0.7' } })).status).toBe(200);
    const icon = await ask(own, '/favicon.ico', { headers: { host: `${path}.localhost:${own}` } });
    expect(icon.status).toBe(204);
  });

  it('gives only pages that need one an origin of their own, where this is set, and lets them keep it', async () => {
    const accountId = randomUUID();
    const shared = (path: string) => ask(needed, `/share/${path}?x`, { headers: { host: `localhost:${needed}` } });
    const originOf = (path: string) => `http://${path}.pages.localhost:${needed}`;
    const onOwnHost = (path: string) => ask(needed, '/?x', { headers: { host: new URL(originOf(path)).host } });
    const [keeper, other] = [
      await sites.createSite({ htmlContent: KEEPER }, { accountId }),
      await sites.createSite({ htmlContent: '<p>localStorage' }, { accountId }),
    ];
    expect([keeper.needsOwnOrigin, other.needsOwnOrigin]).toEqual([true, undefined]);
    expect(await seenAt(originOf(keeper.path))).toMatchObject({ ...common, origin: originOf(keeper.path) });
    expect((await shared(keeper.path)).body.toString()).toContain('<head><script>');
    expect((await shared(other.path)).body.toString()).toContain('<p>localStorage');
    const { status, headers } = await onOwnHost(other.path);
    expect([status, headers.location]).toEqual([302, `http://localhost:${needed}/share/${other.path}?x`]);

    const update = async ({ id }: { id: string }, htmlContent: string) =>
      (
        await sites.client.call(
          versionMessages.updateSite,
          { id, htmlContent, baseVersion: null },
          contextOf({ accountId }),
        )
      ).site.needsOwnOrigin;
    expect([await update(keeper, '<p>plain'), await update(other, KEEPER)]).toEqual([true, true]);
    const isShown = async (path: string) => (await onOwnHost(path)).status === 200;
    await waitFor(() => isShown(other.path), { timeoutMs: 5_000, what: 'the updated page on its own host' });
    expect((await onOwnHost(keeper.path)).body.toString()).toContain('<p>plain');
  });

  it.each([
    [
      'stopped',
      451,
      `UPDATE sites SET stopped_at = now(), stopped_reason = 'x', stopped_source = 'y', is_active = false`,
    ],
    ['ended', 410, `UPDATE sites SET expires_at = now() - interval '1 day'`],
    ['deleted', 404, 'DELETE FROM sites'],
    ['under review', 200, 'UPDATE sites SET under_review = true'],
  ])('has browsers forget what a page stored that is %s', async (_state, status, change) => {
    const { path } = await sites.createSite({ htmlContent: KEEPER });
    await sites.rows(`${change} WHERE path = $1`, [path]);
    const get = (headers: Record<string, string>, target = '/deep/link.html') =>
      ask(own, target, { headers: { host: `${path}.localhost:${own}`, ...headers } });
    const navigation = await get({ 'sec-fetch-dest': 'document' });
    expect([navigation.status, navigation.headers['clear-site-data']]).toEqual([status, '"cache", "storage"']);
    const worker = await get({ 'service-worker': 'script', 'sec-fetch-dest': 'serviceworker' }, '/sw.js?v=1');
    expect(worker).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(worker.headers['content-type']).toMatch(/^text\/javascript/);
    expect(worker.body.toString()).toContain('registration.unregister()');
    const part = await get({ 'sec-fetch-dest': 'image' }, '/a.png');
    expect(part.headers).not.toHaveProperty('clear-site-data');
  });

  it('keeps what a page stored while it is shown', async () => {
    const headers = { host: `${await publish()}.localhost:${own}` };
    for (const target of ['/', '/missing']) {
      expect((await ask(own, target, { headers })).headers).not.toHaveProperty('clear-site-data');
    }
    const worker = await ask(own, '/sw.js', { headers: { ...headers, 'service-worker': 'script' } });
    expect(worker.status).toBe(403);
  });

  it('gives a path that is no host’s name an origin of its own too', async () => {
    const { path } = await sites.createSite({ htmlContent: KEEPER, customPath: 'odd-' });
    const origin = `http://page-with-the-path-${path}-0.localhost:${own}`;
    const answer = await ask(own, `/share/${path}`, { headers: { host: `localhost:${own}` } });
    expect([answer.status, answer.headers.location]).toEqual([302, `${origin}/`]);
    expect(await seenAt(`${origin}/`)).toEqual({ ...common, origin, count: '1', cookie: '' });
  });

  it('retries on the page’s own origin by the path in the host’s name', async () => {
    const asked = page.waitForRequest(/serve-site/);
    await page.goto(`http://not-there.localhost:${own}/`);
    await page.getByRole('button', { name: '再試行' }).click();
    expect((await asked).url()).toBe(`http://localhost:${appPort}/functions/v1/serve-site?path=not-there`);
  });

  it('does not start with origins that cover the app’s', async () => {
    const refused = sites.startViewer({ VIEWER_ORIGIN_PATTERN: 'https://{path}.example' });
    await expect(refused).rejects.toThrow(
      /VIEWER_ORIGIN_PATTERN: must not be on, above or below the app's host, haru\.example/,
    );
  });
});
