import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { axeViolations, findChromium } from '@haru/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { errorScreens } from '../src/viewer/screens/error-screen.js';

/** serve-site answers with this next; undefined leaves the call without an answer. */
let apiAnswer: { status: number; body: string } | undefined;
/** The share link answers with this instead of the error screen. */
let shareAnswer: string | undefined;
/** The answer waits for this. */
let apiHeld: Promise<void>;
let apiRequests: { path: string | null; cookie: string | undefined; origin: string | undefined }[] = [];

const found = (html: string, title = 'やあ') => ({
  status: 200,
  body: JSON.stringify({ success: true, site: { title, html_content: html } }),
});

const refusal = (status: number, code: string) => ({
  status,
  body: JSON.stringify({ success: false, error: 'x', code }),
});

/** Reports what a stranger's page can reach of the app it is shown on. */
const HOSTILE = `<!doctype html><title>own</title><h1 id="h">page</h1><script>
  const attempt = (read) => { try { return String(read()); } catch (error) { return error.name; } };
  window.reached = {
    origin: self.origin,
    cookie: attempt(() => document.cookie),
    storage: attempt(() => localStorage.getItem('secret')),
    worker: attempt(() => navigator.serviceWorker.register('/share/x')),
    parent: attempt(() => parent === self ? 'alone' : parent.document.cookie),
  };
</script>`;

describe('error screen in Chromium', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let app: Server;
  let origin: string;

  beforeAll(async () => {
    app = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://x');
      if (url.pathname === '/')
        return response.writeHead(200, { 'Set-Cookie': 'session=1' }).end('<title>home</title>');
      if (url.pathname.startsWith('/share/')) {
        if (shareAnswer !== undefined) return response.writeHead(200).end(shareAnswer);
        const screens = errorScreens(origin);
        const screen = url.pathname === '/share/' ? screens.PATH_MISSING : screens.SITE_NOT_FOUND;
        return response.writeHead(screen.status, screen.headers).end(screen.body);
      }
      if (url.pathname !== '/functions/v1/serve-site') return response.writeHead(404).end();
      const { cookie, origin: from } = request.headers;
      apiRequests.push({ path: url.searchParams.get('path'), cookie, origin: from });
      return void apiHeld.then(() => {
        if (!apiAnswer) return response.destroy();
        return response
          .writeHead(apiAnswer.status, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' })
          .end(apiAnswer.body);
      });
    });
    app.listen(0, '127.0.0.1');
    await once(app, 'listening');
    origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    browser = await chromium.launch({
      executablePath: await findChromium((line) => process.stderr.write(`${line}\n`)),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    context = await browser.newContext({ locale: 'ja-JP', viewport: { width: 390, height: 844 } });
    // Someone is signed in to the app on this host.
    const home = await context.newPage();
    await home.goto(`${origin}/`);
    await home.evaluate(() => localStorage.setItem('secret', 'token'));
    await home.close();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    app.closeAllConnections();
    app.close();
  });
  beforeEach(async () => {
    apiAnswer = undefined;
    shareAnswer = undefined;
    apiHeld = Promise.resolve();
    apiRequests = [];
    page = await context.newPage();
  });
  afterEach(() => page.close());

  const open = (path = 'my-page') => page.goto(`${origin}/share/${path}?x=1`);
  const retry = () => page.getByRole('button', { name: '再試行' }).click();

  it('says what happened, and nothing in it is hard to use', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open();
      expect(await page.getByRole('heading').textContent()).toBe('ページが見つかりません');
      expect(await page.getByText('SITE_NOT_FOUND').isVisible()).toBe(true);
      const violations = await axeViolations(page);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  });

  it('leads home', async () => {
    await open();
    await page.getByRole('link', { name: 'ホームへ' }).click();
    await page.waitForURL(`${origin}/`);
  });

  it('leads to the report of a page that may be published', async () => {
    shareAnswer = errorScreens(origin).FETCH_ERROR.body.toString();
    for (const path of ['my-page', 'my-page/map/stalls.html', 'my-page~0123456789abcdef']) {
      await open(path);
      expect(await page.getByRole('link', { name: 'このページを通報' }).getAttribute('href')).toBe(
        `${origin}/report?path=my-page`,
      );
    }
  });

  it('retries: the page takes the screen’s place, with the site’s title, and reaches nothing of the app', async () => {
    await open();
    apiAnswer = found(`\uFEFF${HOSTILE}`, '題');
    await retry();
    await page.locator('#h').waitFor();
    expect(await page.title()).toBe('題');
    expect(await page.evaluate('document.compatMode')).toBe('CSS1Compat');
    expect(await page.evaluate('reached')).toEqual({
      origin: 'null',
      cookie: 'SecurityError',
      // An empty shim means success: the app's storage has the secret.
      storage: 'null',
      worker: 'SecurityError',
      parent: 'alone',
    });
    expect(apiRequests).toEqual([{ path: 'my-page', cookie: undefined, origin: 'null' }]);
  });

  it('shows a page that cannot take its place in a frame over everything, which reaches nothing either', async () => {
    await open();
    await page.evaluate(`document.open = () => { throw new Error('not here'); }`);
    apiAnswer = found(HOSTILE, '題');
    await retry();
    const frame = page.locator('iframe');
    await page.frameLocator('iframe').locator('#h').waitFor();
    expect(await page.title()).toBe('題');
    expect(await frame.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
    expect(await page.frames()[1]?.evaluate('reached')).toMatchObject({
      origin: 'null',
      cookie: 'SecurityError',
      // An empty shim means success: the app's storage has the secret.
      storage: 'null',
      parent: 'SecurityError',
    });
  });

  it('leaves a page under review to the viewer, which shows its notice', async () => {
    await open();
    apiAnswer = refusal(403, 'SITE_UNDER_REVIEW');
    shareAnswer = '<h1>notice</h1>';
    await retry();
    await page.getByRole('heading', { name: 'notice' }).waitFor();
    expect(apiRequests).toHaveLength(1);
  });

  const ofFiles = JSON.stringify({
    success: true,
    site: { title: '題', html_content: '<h1>start</h1>', kind: 'files' },
  });
  it.each([
    ['a page of several files', 'my-page', { status: 200, body: ofFiles }],
    ['a file of it', 'my-page/map/stalls.html', refusal(404, 'SITE_NOT_FOUND')],
    ['a secret page', 'my-page~0123456789abcdef', refusal(404, 'SITE_NOT_FOUND')],
  ])('leaves %s to the viewer, which alone knows it', async (_, path, answer) => {
    shareAnswer = errorScreens(origin).FETCH_ERROR.body.toString();
    await open(path);
    apiAnswer = answer;
    shareAnswer = '<h1>shown</h1>';
    await retry();
    await page.getByRole('heading', { name: /shown|start|見つかりません/ }).waitFor();
    expect(await page.getByRole('heading').textContent()).toBe('shown');
  });

  it('shows that it is loading, then the code of the answer', async () => {
    await open();
    apiAnswer = { status: 410, body: '{"success":false,"error":"x","code":"SITE_EXPIRED"}' };
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    apiHeld = promise;
    await retry();
    await page.getByText('読み込み中…').waitFor();
    expect(await page.getByRole('heading').count()).toBe(0);
    letGo();
    await page.getByRole('heading', { name: 'このページの公開は終了しました' }).waitFor();
    expect(await page.locator('#code').textContent()).toBe('SITE_EXPIRED');
    expect(await page.getByText('読み込み中…').isVisible()).toBe(false);
  });

  it.each([
    ['no site', refusal(404, 'SITE_NOT_FOUND'), 'SITE_NOT_FOUND', 'ページが見つかりません'],
    ['an expired site', refusal(410, 'SITE_EXPIRED'), 'SITE_EXPIRED', 'このページの公開は終了しました'],
    ['a stopped site', refusal(451, 'SITE_STOPPED'), 'SITE_STOPPED', 'このページは停止されています'],
    ['no path', refusal(400, 'PATH_MISSING'), 'SITE_NOT_FOUND', 'ページが見つかりません'],
    ['a busy service', refusal(503, 'SERVICE_BUSY'), 'FETCH_ERROR', 'ページを読み込めませんでした'],
    ['too many requests', refusal(429, 'RATE_LIMITED'), 'FETCH_ERROR', 'ページを読み込めませんでした'],
    ['a proxy with no server', { status: 502, body: '<h1>502</h1>' }, 'FETCH_ERROR', 'ページを読み込めませんでした'],
    ['no answer', undefined, 'FETCH_ERROR', 'ページを読み込めませんでした'],
    ['an unknown code', refusal(500, 'SOMETHING'), 'UNKNOWN_ERROR', 'ページを表示できませんでした'],
    ['a property of all objects', refusal(500, 'constructor'), 'UNKNOWN_ERROR', 'ページを表示できませんでした'],
    ['no JSON', { status: 200, body: '<h1>Hello</h1>' }, 'UNKNOWN_ERROR', 'ページを表示できませんでした'],
    ['null', { status: 200, body: 'null' }, 'UNKNOWN_ERROR', 'ページを表示できませんでした'],
  ])('says so after %s, and can be tried again', async (_, answer, code, title) => {
    await open();
    apiAnswer = answer;
    await retry();
    // The screen had a code before, so the answer's code is shown once the tab's title is no longer that of loading.
    await page.waitForFunction(`document.title === ${JSON.stringify(title)}`);
    expect(await page.getByRole('heading').textContent()).toBe(title);
    expect(await page.locator('#code').textContent()).toBe(code);
    apiAnswer = found('<p id="h">back</p>');
    await retry();
    await page.locator('#h').waitFor();
  });

  it.each([
    ['', ''],
    ['a/b', 'a/b'],
    ['my-page/', 'my-page/'],
    ['%E3%81%82', '%E3%81%82'],
  ])('asks for all that the address has behind /share/: %j', async (path, asked) => {
    await open(path);
    apiAnswer = path === '' ? refusal(400, 'PATH_MISSING') : refusal(404, 'SITE_NOT_FOUND');
    const happened = await page.locator('#happened').textContent();
    await retry();
    await page.getByRole('heading', { name: 'ページが見つかりません' }).waitFor();
    expect(apiRequests.map((request) => request.path)).toEqual([asked]);
    expect(await page.locator('#happened').textContent()).toBe(happened);
  });

  it('retries without scripts by asking again', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const quiet = await plain.newPage();
    await quiet.goto(`${origin}/share/my-page`);
    await Promise.all([quiet.waitForEvent('load'), quiet.getByRole('button', { name: '再試行' }).click()]);
    expect(quiet.url()).toBe(`${origin}/share/my-page?`);
    await plain.close();
  });
});
