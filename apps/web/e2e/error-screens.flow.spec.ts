import { describe, expect, it } from '@jest/globals';
import { query, waitFor } from '@haru/testing';
import type { Browser, Page } from 'playwright-core';
import { desktop, looks, publishFromApp, screenshot, seriousFaults, startFlows } from './browser.js';

const { browser, system } = await startFlows();

const withPage = async (options: Parameters<Browser['newContext']>[0], act: (page: Page) => Promise<void>) => {
  const context = await browser.newContext(options);
  await act(await context.newPage());
  await context.close();
};

describe.each(looks)('the error screen (%s)', (name, options) => {
  it('says what happened, offers a retry and the way home, and shows the code', async () => {
    await withPage(options, async (page) => {
      const answer = await page.goto(`${system.pagesUrl}/share/nothing8`);
      expect(answer?.status()).toBe(404);
      expect((await answer?.body())?.length).toBeLessThan(10_240);
      await page.getByText('SITE_NOT_FOUND').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await screenshot(page, `error-not-found-${name}`);
      await page.getByRole('button', { name: '再試行' }).click();
      await page.getByText('SITE_NOT_FOUND').waitFor();
      await page.getByRole('link', { name: 'ホームへ' }).click();
      await page.getByRole('button', { name: '公開する' }).waitFor();
      expect(page.url()).toBe(`${system.url}/`);
    });
  }, 60_000);
});

it('tells an expired page from one that never was', async () => {
  await withPage(desktop, async (page) => {
    await page.goto(system.url);
    const url = await publishFromApp(page, '<h1>short-lived</h1>');
    await query(system.databaseUrls.sites, 'UPDATE sites SET expires_at = now() WHERE path = $1', [
      url.split('/').at(-1),
    ]);
    await waitFor(async () => (await page.goto(url))?.status() === 410);
    await page.getByText('SITE_EXPIRED').waitFor();
    await screenshot(page, 'error-expired');
  });
}, 60_000);

it('shows that it loads, and says so when the network is away', async () => {
  await withPage(desktop, async (page) => {
    await page.goto(`${system.pagesUrl}/share/nothing8`);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/functions/v1/serve-site*', async (route) => {
      await held;
      await route.abort();
    });
    await page.getByRole('button', { name: '再試行' }).click();
    await page.getByText(/読み込み中/).waitFor();
    await screenshot(page, 'error-loading');
    goOn();
    await page.getByText('FETCH_ERROR').waitFor();
    await screenshot(page, 'error-fetch');
  });
}, 60_000);
