import { beforeAll, describe, expect, it } from '@jest/globals';
import { query, waitFor } from '@haru/testing';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { desktop, publishFromApp, startFlows } from './browser.js';

/** Tries everything a stranger's page would, and leaves what it got in the document. */
const hostilePage = (appUrl: string) => `<!doctype html><title>hostile</title><pre id="results"></pre><script>
(async () => {
  const results = {};
  const grab = async (name, theft) => {
    try { results[name] = String(await theft()); } catch (error) { results[name] = 'refused'; }
  };
  await grab('origin', () => self.origin);
  await grab('cookie', () => document.cookie || 'nothing');
  await grab('localStorage', () => JSON.stringify(localStorage));
  await grab('sessionStorage', () => JSON.stringify(sessionStorage));
  await grab('indexedDB', () => new Promise((yes, no) => {
    const request = indexedDB.open('results');
    request.onsuccess = () => yes('opened'); request.onerror = () => no();
  }));
  await grab('caches', async () => (await caches.keys()).length);
  await grab('opener', () => window.opener);
  await grab('openerStorage', () => JSON.stringify(window.opener.localStorage));
  await grab('parentStorage', () => parent === self ? 'alone' : JSON.stringify(parent.localStorage));
  await grab('serviceWorker', async () => { await navigator.serviceWorker.register(location.pathname); return 'registered'; });
  for (const credentials of ['include', 'same-origin']) {
    await grab('user ' + credentials, async () => {
      const answer = await fetch('${appUrl}/auth/v1/user', { credentials });
      return answer.ok ? await answer.text() : 'refused';
    });
  }
  await grab('appDocument', async () => {
    const frame = document.createElement('iframe');
    frame.src = '${appUrl}/';
    document.body.append(frame);
    // A refused frame loads the browser's own notice.
    await new Promise((resolve) => { frame.onload = resolve; });
    return frame.contentDocument ? 'readable' : 'refused';
  });
  document.getElementById('results').textContent = JSON.stringify(results);
})();
</script>`;

const nothing = {
  origin: 'null',
  cookie: 'refused',
  // The shim has no access to the app's storage.
  localStorage: '{}',
  sessionStorage: '{}',
  indexedDB: 'refused',
  caches: 'refused',
  opener: 'null',
  openerStorage: 'refused',
  serviceWorker: 'refused',
  'user include': 'refused',
  'user same-origin': 'refused',
  appDocument: 'refused',
};

/** On an origin of its own a page has a storage of its own, and nothing of another. */
const onlyItsOwn = (origin: string) => ({ ...nothing, origin, cookie: 'nothing', indexedDB: 'opened', caches: '0' });

const { browser, system } = await startFlows();
let context: BrowserContext;
let app: Page;
/** The page needs an origin of its own; the shared host shows it, too. */
let ownUrl: string;
let url: string;

const sharedUrlOf = (own: string) => `${system.pagesUrl}/share/${new URL(own).hostname.split('.')[0]}`;

beforeAll(async () => {
  context = await browser.newContext(desktop);
  await context.addCookies([{ name: 'session', value: 'secret', url: system.url }]);
  // The pages host may have cookies too, and one day a session: a page gets none of them.
  await context.addCookies([{ name: 'pages', value: 'secret', url: system.pagesUrl }]);
  app = await context.newPage();
  await app.goto(system.url);
  // Publishing signs the visitor in: a session can be stolen from here on.
  ownUrl = await publishFromApp(app, hostilePage(system.url));
  expect(new URL(ownUrl).origin).not.toBe(system.pagesUrl);
  url = sharedUrlOf(ownUrl);
  expect(await app.evaluate(() => Object.values(localStorage).join())).toContain('refresh_token');
}, 60_000);

async function readResults(page: Page | Frame): Promise<Record<string, string>> {
  const results = page.locator('#results:not(:empty)');
  await results.waitFor({ state: 'attached' });
  return JSON.parse((await results.textContent()) ?? '') as Record<string, string>;
}

async function opening(act: () => Promise<unknown>): Promise<Page> {
  const opened = context.waitForEvent('page');
  await act();
  return opened;
}

describe('a hostile page gets nothing', () => {
  it('when a signed-in person opens it directly', async () => {
    const page = await context.newPage();
    await page.goto(url);
    expect(await readResults(page)).toMatchObject({ ...nothing, parentStorage: 'alone' });
    await page.goto(url.replace('/share/', '/site/'));
    expect(await readResults(page)).toMatchObject(nothing);
    await page.goto(ownUrl);
    expect(await readResults(page)).toMatchObject({ ...onlyItsOwn(new URL(ownUrl).origin), parentStorage: 'alone' });
    await page.close();
  });

  it('when it is opened from the app by its link', async () => {
    const page = await opening(() => app.getByRole('link', { name: '新しいタブで開く' }).click());
    expect(await readResults(page)).toMatchObject(onlyItsOwn(new URL(ownUrl).origin));
    await page.close();
  });

  it('when it is opened from the app by window.open', async () => {
    for (const address of [url, ownUrl]) {
      const page = await opening(() => app.evaluate((opened) => void window.open(opened), address));
      const { origin } = new URL(address);
      expect(await readResults(page)).toMatchObject(address === url ? nothing : onlyItsOwn(origin));
      await page.close();
    }
  });

  it('when its author sees it beside the text, before it is published', async () => {
    const page = await context.newPage();
    await page.goto(system.url);
    await page.getByRole('textbox', { name: 'HTML', exact: true }).fill(hostilePage(system.url));
    const results = page.frameLocator('iframe[title="プレビュー"]:not([hidden])').locator('#results:not(:empty)');
    await results.waitFor({ state: 'attached' });
    const got = JSON.parse((await results.textContent()) ?? '') as Record<string, string>;
    expect(got).toMatchObject({ ...nothing, parentStorage: 'refused' });
    await page.close();
  });

  it.each([
    ['replaces the document', false],
    ['falls back to a frame', true],
  ])('when a retry %s', async (_name, replacingThrows) => {
    const path = url.split('/').at(-1) ?? '';
    // The sweep may mark the page as expired at any moment between the two.
    const expire = (when: string) =>
      query(system.databaseUrls.sites, `UPDATE sites SET expires_at = ${when}, is_active = true WHERE path = $1`, [
        path,
      ]);
    await expire('now()');
    const page = await context.newPage();
    if (replacingThrows) {
      await page.addInitScript(() => {
        Document.prototype.open = () => {
          throw new Error('cannot be replaced');
        };
      });
    }
    // The viewer reads a row again within seconds; until then it may still have the page.
    await waitFor(async () => (await page.goto(url))?.status() === 410);
    await expire(`now() + interval '1 day'`);
    await page.getByRole('button', { name: '再試行' }).click();
    if (replacingThrows) {
      const frame = page.frameLocator('iframe').first();
      const results = frame.locator('#results:not(:empty)');
      await results.waitFor({ state: 'attached' });
      const got = JSON.parse((await results.textContent()) ?? '') as Record<string, string>;
      expect(got).toMatchObject({ ...nothing, parentStorage: 'refused' });
    } else {
      expect(await readResults(page)).toMatchObject(nothing);
      expect(await page.title()).toBe('hostile');
    }
    await page.close();
  });
});

/** Changes the address without loading it, and reports which addresses it could take. */
const impostor = (appUrl: string) => `<!doctype html><title>impostor</title><pre id="results"></pre><script>
const taken = [];
for (const address of ['/', '/auth/confirm?x', '//' + new URL('${appUrl}').host + '/', '${appUrl}/', '${appUrl}/share/x']) {
  for (const method of ['replaceState', 'pushState']) {
    try { history[method](null, '', address); taken.push(location.href); } catch { taken.push('refused'); }
  }
}
history.replaceState(null, '', '/');
document.getElementById('results').textContent = JSON.stringify(taken);
</script>`;

it('a page never stands under the app’s address, whatever it does to the history', async () => {
  await app.goto(system.url);
  const own = await publishFromApp(app, impostor(system.url));
  const address = sharedUrlOf(own);
  const page = await context.newPage();
  // A link that names the app leads there, too.
  for (const entrance of [address, address.replace(system.pagesUrl, system.url), own]) {
    await page.goto(entrance);
    const taken = await readResults(page);
    const origin = entrance === own ? new URL(own).origin : system.pagesUrl;
    expect(page.url()).toBe(`${origin}/`);
    expect(Object.values(taken).filter((href) => href !== 'refused' && !href.startsWith(`${origin}/`))).toEqual([]);
  }
  await page.close();
});
