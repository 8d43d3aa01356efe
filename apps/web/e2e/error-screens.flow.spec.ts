import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@haru/testing';
import type { Browser, Page } from 'playwright-core';
import { axeFaults, desktop, looks, screenshot, startFlows } from './browser.js';

const { browser, system } = await startFlows();

const withPage = async (options: Parameters<Browser['newContext']>[0], act: (page: Page) => Promise<void>) => {
  const context = await browser.newContext(options);
  await act(await context.newPage());
  await context.close();
};

/** Screens shown before or instead of a page, with the status of their answers and the links they offer. */
const screens = [
  { state: 'review', status: 200, title: 'このページは確認中です', action: 'ページを表示する' },
  { state: 'expired', status: 410, title: 'このページの公開は終了しました', action: '再試行' },
  { state: 'stopped', status: 451, title: 'このページは停止されています', action: '再試行' },
];

const run = Date.now().toString(36);
const pathOf = (state: string) => `${run}-${state}`;

beforeAll(async () => {
  const states = screens.map(({ state }) => state);
  await query(
    system.databaseUrls.sites,
    `WITH page AS (
       INSERT INTO contents (hash, html, used_at) VALUES (sha256('sample'), '<h1>見本</h1>', now())
       ON CONFLICT (hash) DO UPDATE SET used_at = now() RETURNING hash, octet_length(html) AS bytes)
     INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified,
       under_review, is_active, stopped_at, stopped_reason, stopped_source)
     SELECT gen_random_uuid(), $1, '見本', $2 || state, hash, bytes, '', now() - interval '9 days',
       now() + CASE WHEN state = 'expired' THEN -1 ELSE 1 END * interval '1 day', now(),
       state = 'review', state <> 'stopped', stop.*
     FROM page CROSS JOIN unnest($3::text[]) AS state
     LEFT JOIN (SELECT now(), '見本', 'moderator') AS stop ON state = 'stopped'`,
    [randomUUID(), pathOf(''), states],
  );
});

describe.each(looks)('the error screen (%s)', (name, options) => {
  it.each(screens)(
    'of a page in the state $state is sound',
    async ({ state, status, title, action }) => {
      await withPage(options, async (page) => {
        const answer = await page.goto(`${system.pagesUrl}/share/${pathOf(state)}`);
        expect(answer?.status()).toBe(status);
        const html = (await answer?.body())?.toString() ?? '';
        expect(Buffer.byteLength(html)).toBeLessThan(10_240);
        // The notice allows no scripts, so axe cannot examine it in its own document.
        await page.goto('about:blank');
        await page.setContent(html);
        await page.getByRole('heading', { name: title }).waitFor();
        expect(await page.getByRole('button').allTextContents()).toEqual([action]);
        expect(await axeFaults(page)).toEqual([]);
        await screenshot(page, `share-${state}-${name}`);
      });
    },
    60_000,
  );

  it('says what happened, offers a retry and the way home, and shows the code', async () => {
    await withPage(options, async (page) => {
      const answer = await page.goto(`${system.pagesUrl}/share/nothing8`);
      expect(answer?.status()).toBe(404);
      expect((await answer?.body())?.length).toBeLessThan(10_240);
      await page.getByText('SITE_NOT_FOUND').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await screenshot(page, `error-not-found-${name}`);
      await page.getByRole('button', { name: '再試行' }).click();
      await page.getByText('SITE_NOT_FOUND').waitFor();
      await page.getByRole('link', { name: 'ホームへ' }).click();
      await page.getByRole('button', { name: '公開する' }).waitFor();
      expect(page.url()).toBe(`${system.url}/`);
    });
  }, 60_000);
});

it('shows that it loads, and says so when the network is unavailable', async () => {
  await withPage(desktop, async (page) => {
    await page.goto(`${system.pagesUrl}/share/nothing8`);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/functions/v1/serve-site*', async (route) => {
      await held;
      await route.abort();
    });
    await page.getByRole('button', { name: '再試行' }).click();
    await page.getByText(/読み込み中/).waitFor();
    await screenshot(page, 'error-loading');
    release();
    await page.getByText('FETCH_ERROR').waitFor();
    await screenshot(page, 'error-fetch');
  });
}, 60_000);
