import { query, waitFor } from '@haru/testing';
import { describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { makeAccount } from './as-service.js';
import {
  complaintsOf,
  desktop,
  looks,
  openPublishSettings,
  phone,
  pressKeyOn,
  publishFromApp,
  screenshot,
  axeFaults,
  startFlows,
} from './browser.js';
import { chooseSiteAction, siteLink } from './site-actions.js';

const PASSWORD = 'haru-password';

const { browser, system } = await startFlows();

/** Makes a name that no other run uses. */
const uniqueName = (prefix: string): string => `${prefix}-${Date.now().toString(36)}`;

async function signedInPage(email: string, options: BrowserContextOptions): Promise<Page> {
  await makeAccount(system, email, PASSWORD);
  const page = await signIn(email, options);
  await page.getByText('公開中のページはありません。').waitFor();
  return page;
}

async function signIn(email: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(`${system.url}/?view=dashboard`);
  await page.getByRole('main').getByRole('button', { name: 'ログイン' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'メールアドレス' }).fill(email);
  await dialog.locator('input[type="password"]').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'ログイン', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  return page;
}

/** Inserts pages of an account, each an hour older than the one before; every tenth ends within three days. */
async function insertPages(email: string, count: number): Promise<void> {
  const id = await makeAccount(system, email, PASSWORD);
  await query(
    system.databaseUrls.sites,
    `WITH page AS (
       SELECT n, html, sha256(convert_to(html, 'UTF8')) AS hash
       FROM generate_series(1, $3::int) AS n, LATERAL (SELECT '<h1>' || n || '</h1>' AS html) AS made),
     stored AS (INSERT INTO contents (hash, html, used_at) SELECT hash, html, now() FROM page ON CONFLICT DO NOTHING)
     INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
     SELECT gen_random_uuid(), $1, 'ページ' || n, $2 || '-' || n, hash, octet_length(html), '',
       now() - n * interval '1 hour', now() + CASE WHEN n % 10 = 1 THEN 2 ELSE 9 END * interval '1 day', now()
     FROM page`,
    [id, uniqueName('n').slice(0, 14), count],
  );
}

/**
 * Scrolls on by a wheel's step with each frame, over about 15 screens.
 * @returns the highest number of previews, and the names of elements other than previews that were added
 */
const scrollDown = (page: Page): Promise<{ maxPreviews: number; otherAdditions: string[] }> =>
  page.evaluate(
    (frames) =>
      new Promise((resolve) => {
        const otherAdditions: string[] = [];
        let maxPreviews = 0;
        const observer = new MutationObserver((records) => {
          for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
            const isPreview = node instanceof Element && node.querySelector('iframe') !== null;
            if (!isPreview) otherAdditions.push(node.nodeName);
          }
        });
        observer.observe(document.body, { childList: true, subtree: true });
        let left = frames;
        const step = () => {
          maxPreviews = Math.max(maxPreviews, document.querySelectorAll('iframe').length);
          window.scrollBy(0, 120);
          left -= 1;
          if (left > 0) {
            requestAnimationFrame(step);
            return;
          }
          observer.disconnect();
          resolve({ maxPreviews, otherAdditions });
        };
        requestAnimationFrame(step);
      }),
    100,
  );

/** Requests a link as a new visitor does. */
const visit = async (url: string) => fetch(url, { cache: 'no-store' });

/** Waits until a link answers with this status; the viewer learns of a change within moments. */
async function waitForStatus(url: string, status: number): Promise<Response> {
  const deadline = Date.now() + 10_000;
  let response = await visit(url);
  while (response.status !== status && Date.now() < deadline) response = await visit(url);
  expect(response.status).toBe(status);
  return response;
}

async function checkScreen(page: Page, name: string): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  await screenshot(page, name);
}

describe.each(looks)('a registered account (%s)', (name, options) => {
  it('publishes under a path of its own, changes, extends, hides and deletes the site', async () => {
    const [path, newPath] = [uniqueName('a'), uniqueName('b')];
    const page = await signedInPage(`${uniqueName(name)}@example.jp`, options);
    const complaints = complaintsOf(page.context());
    await checkScreen(page, `dashboard-empty-${name}`);

    const first = page.getByRole('button', { name: 'ページを公開する' });
    expect((await first.boundingBox())?.width).toBeLessThan(300);
    await first.click();
    await openPublishSettings(page, options);
    await page.getByRole('textbox', { name: 'URL（任意）' }).fill(path);
    await page.getByText('このURLは使用できます').first().waitFor();
    await screenshot(page, `publish-path-free-${name}`);
    if (options.isMobile) await page.getByRole('button', { name: '完了' }).click();
    const url = await publishFromApp(
      page,
      '<!doctype html><html lang="ja"><title>桜の便り</title><body style="background:#fde"><h1>満開です</h1>',
    );
    expect(url).toBe(`${system.pagesUrl}/share/${path}`);

    await page.getByRole('button', { name: 'マイページ' }).click();
    const card = page.getByRole('article', { name: '桜の便り' });
    await card.getByText('あと10日').waitFor();
    await checkScreen(page, `dashboard-${name}`);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: system.url });
    if (options.isMobile) {
      const opened = page.waitForEvent('popup');
      const link = await siteLink(page, '桜の便り');
      await page.getByRole('dialog').getByText('あと10日').waitFor();
      await link.click();
      expect((await opened).url()).toBe(url);
    } else {
      const thumbnail = page.waitForEvent('popup');
      await card.locator('a[aria-hidden="true"]').click();
      expect((await thumbnail).url()).toBe(url);
      const titled = page.waitForEvent('popup');
      await card.getByRole('link', { name: '桜の便り' }).click();
      expect((await titled).url()).toBe(url);
    }
    await page.bringToFront();
    await chooseSiteAction(page, '桜の便り', 'URLをコピー');
    await page.getByText('コピーしました').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

    await chooseSiteAction(page, '桜の便り', 'URLを変更');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '新しいURL' }).fill(newPath);
    await checkScreen(page, `dashboard-path-${name}`);
    await dialog.getByRole('button', { name: '変更する' }).click();
    await page.getByText('URLを変更しました').waitFor();
    const newUrl = `${system.pagesUrl}/share/${newPath}`;
    await waitForStatus(url, 404);
    expect(await (await waitForStatus(newUrl, 200)).text()).toContain('満開です');

    await chooseSiteAction(page, '桜の便り', '期限を延長');
    await checkScreen(page, `dashboard-extend-${name}`);
    await dialog.getByRole('button', { name: '延長する' }).click();
    await card.getByText('あと40日').waitFor();
    await page.getByText(/日まで延長しました$/).waitFor();
    await chooseSiteAction(page, '桜の便り', '期限を延長');
    await dialog.getByRole('radio', { name: '無期限' }).check();
    await dialog.getByRole('button', { name: '延長する' }).click();
    await card.getByText('無期限', { exact: true }).waitFor();

    await chooseSiteAction(page, '桜の便り', '検索結果に表示しない');
    await page.getByText('検索結果に表示しない設定にしました').waitFor();
    if (options.isMobile) await card.getByRole('button', { name: '桜の便り' }).click();
    await card.getByText(/検索結果には表示されません/).waitFor();
    await waitFor(async () => (await fetch(newUrl)).headers.get('x-robots-tag')?.includes('noindex'));
    await checkScreen(page, `dashboard-permanent-${name}`);
    await page.keyboard.press('Escape');

    await chooseSiteAction(page, '桜の便り', '削除');
    await checkScreen(page, `dashboard-delete-${name}`);
    await dialog.getByRole('button', { name: '削除する' }).click();
    await page.getByText('「桜の便り」を削除しました').waitFor();
    await page.getByText('公開中のページはありません。').waitFor();
    await waitForStatus(newUrl, 404);
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 120_000);
});

it('shows another account none of it, and offers it another than a taken path', async () => {
  const path = uniqueName('mine');
  const owner = await signedInPage(`${uniqueName('owner')}@example.jp`, desktop);
  await owner.goto(system.url);
  await owner.getByRole('textbox', { name: 'URL（任意）' }).fill(path);
  await publishFromApp(owner, '<title>わたしのもの</title><p>x');

  const other = await signedInPage(`${uniqueName('other')}@example.jp`, desktop);
  expect(await other.getByRole('article').count()).toBe(0);
  await other.goto(system.url);
  await other.getByRole('textbox', { name: 'URL（任意）' }).fill(path);
  await other.getByText('このURLは既に使用されています。').first().waitFor();
  const offer = other.getByRole('button', { name: `/share/${path}-2を使う` });
  await offer.waitFor();
  await screenshot(other, 'publish-path-taken');
  await offer.click();
  await other.getByText('このURLは使用できます').first().waitFor();
  await Promise.all([owner.context().close(), other.context().close()]);
}, 120_000);

describe('a thousand pages', () => {
  const email = `${uniqueName('many')}@example.jp`;

  it('load as one scrolls, and only the previews in sight are kept', async () => {
    await insertPages(email, 1000);
    const page = await signIn(email, desktop);
    await page.getByRole('heading', { name: 'マイページ 1,000件' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const last = page.getByRole('article', { name: 'ページ1000', exact: true });
    const scrollToLast = async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return (await last.count()) === 1;
    };
    // Ten parts are loaded one after the other.
    await waitFor(scrollToLast, { timeoutMs: 60_000, what: 'the last page' });
    await page.evaluate(() => window.scrollTo(0, 0));
    const { maxPreviews, otherAdditions } = await scrollDown(page);
    // A long list is slow to scroll when each frame builds more than the previews that come into sight.
    expect(otherAdditions).toEqual([]);
    expect(maxPreviews).toBeLessThan(40);
    await page.locator('iframe').first().waitFor();
    await page.context().close();
  }, 120_000);

  it('are filtered, searched, extended and deleted with the keyboard alone', async () => {
    const page = await signIn(email, desktop);
    await pressKeyOn(page, page.getByRole('button', { name: 'まとめて30日延長' }));
    await page.getByText('100件を30日延長しました').waitFor({ timeout: 30_000 });
    await pressKeyOn(page, page.getByRole('button', { name: 'リスト' }));
    await page.getByRole('searchbox', { name: 'ページを検索' }).focus();
    await page.keyboard.type('ページ99');
    const rows = page.getByRole('article');
    await waitFor(async () => (await rows.count()) === 11);
    await page.getByRole('checkbox', { name: '表示中のページをすべて選択' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('11件を選択中').waitFor();
    await checkScreen(page, 'dashboard-many-selected');
    await page.getByRole('button', { name: '削除', exact: true }).focus();
    await page.keyboard.press('Enter');
    await pressKeyOn(page, page.getByRole('dialog').getByRole('button', { name: '削除する' }));
    await page.getByText('11件を削除しました').waitFor();
    await page.getByText('「ページ99」に一致するページはありません。').waitFor();
    await page.getByRole('heading', { name: 'マイページ 989件' }).waitFor();
    await page.context().close();
  }, 120_000);

  it('are rows on a phone, which open a sheet of actions', async () => {
    const page = await signIn(email, phone);
    const row = page.getByRole('article').first();
    await row.waitFor();
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(71);
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(73);
    await checkScreen(page, 'dashboard-rows-phone');
    await row.getByRole('button').first().click();
    const sheet = page.getByRole('dialog');
    // While the sheet moves, heights are not exact.
    await sheet.evaluate(async (element) => {
      await Promise.all(element.getAnimations().map(({ finished }) => finished));
    });
    for (const item of await sheet.getByRole('listitem').all()) {
      expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await checkScreen(page, 'dashboard-sheet-phone');
    await page.context().close();
  }, 120_000);
});
