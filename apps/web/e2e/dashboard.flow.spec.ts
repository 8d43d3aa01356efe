import { waitFor } from '@haru/testing';
import { describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { makeAccount } from './as-service.js';
import { complaintsOf, desktop, looks, publishFromApp, screenshot, seriousFaults, startFlows } from './browser.js';

const PASSWORD = 'haru-password';

const { browser, system } = await startFlows();

/** A name no other run has taken. */
const uniqueName = (prefix: string): string => `${prefix}-${Date.now().toString(36)}`;

async function signedInPage(email: string, options: BrowserContextOptions): Promise<Page> {
  await makeAccount(system, email, PASSWORD);
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(`${system.url}/?view=dashboard`);
  await page.getByRole('main').getByRole('button', { name: 'ログイン' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'メールアドレス' }).fill(email);
  await dialog.locator('input[type="password"]').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'ログイン', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('公開したサイトはまだありません。').waitFor();
  return page;
}

/** What a fresh visitor gets from a link. */
const visit = async (url: string) => fetch(url, { cache: 'no-store' });

/** Until a link answers with this status; the viewer hears of a change within moments. */
async function waitForStatus(url: string, status: number): Promise<Response> {
  const deadline = Date.now() + 10_000;
  let response = await visit(url);
  while (response.status !== status && Date.now() < deadline) response = await visit(url);
  expect(response.status).toBe(status);
  return response;
}

async function checkScreen(page: Page, name: string): Promise<void> {
  // Colours half-way through a transition are not part of the design.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  expect(await seriousFaults(page)).toEqual([]);
  await screenshot(page, name);
}

describe.each(looks)('a registered account (%s)', (name, options) => {
  it('publishes under a path of its own, changes, extends, hides and deletes the site', async () => {
    const [path, newPath] = [uniqueName('a'), uniqueName('b')];
    const page = await signedInPage(`${uniqueName(name)}@example.jp`, options);
    const complaints = complaintsOf(page.context());
    await checkScreen(page, `dashboard-empty-${name}`);

    await page.getByRole('button', { name: 'HTMLを公開する' }).click();
    await page.getByRole('textbox', { name: 'カスタムURL（任意）' }).fill(path);
    await page.getByText('このパスは使用できます').first().waitFor();
    await screenshot(page, `publish-path-free-${name}`);
    const url = await publishFromApp(
      page,
      '<!doctype html><html lang="ja"><title>桜の便り</title><body style="background:#fde"><h1>満開です</h1>',
    );
    expect(url).toBe(`${system.pagesUrl}/share/${path}`);

    await page.getByRole('button', { name: 'ダッシュボード' }).click();
    const card = page.getByRole('article', { name: '桜の便り' });
    await card.getByText('あと10日').waitFor();
    await checkScreen(page, `dashboard-${name}`);

    await card.getByRole('button', { name: 'パスを変更' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '新しいパス' }).fill(newPath);
    await checkScreen(page, `dashboard-path-${name}`);
    await dialog.getByRole('button', { name: '変更する' }).click();
    await card.getByText(`/share/${newPath}`).waitFor();
    const newUrl = `${system.pagesUrl}/share/${newPath}`;
    await waitForStatus(url, 404);
    expect(await (await waitForStatus(newUrl, 200)).text()).toContain('満開です');

    await card.getByRole('button', { name: '期限を延長' }).click();
    await checkScreen(page, `dashboard-extend-${name}`);
    await dialog.getByRole('button', { name: '延長する' }).click();
    await card.getByText('あと40日').waitFor();
    await page.getByText('「桜の便り」を変更しました').waitFor();
    await card.getByRole('button', { name: '期限を延長' }).click();
    await dialog.getByRole('radio', { name: '無期限' }).check();
    await dialog.getByRole('button', { name: '延長する' }).click();
    await card.getByText('無期限', { exact: true }).waitFor();

    await card.getByRole('button', { name: '検索エンジンに載せない' }).click();
    await card.getByText(/検索エンジンに載せていません/).waitFor();
    await page.getByText('「桜の便り」を変更しました').waitFor();
    await waitFor(async () => (await fetch(newUrl)).headers.get('x-robots-tag')?.includes('noindex'));
    await checkScreen(page, `dashboard-permanent-${name}`);

    await card.getByRole('button', { name: '削除' }).click();
    await checkScreen(page, `dashboard-delete-${name}`);
    await dialog.getByRole('button', { name: '削除する' }).click();
    await page.getByText('「桜の便り」を削除しました').waitFor();
    await page.getByText('公開したサイトはまだありません。').waitFor();
    await waitForStatus(newUrl, 404);
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 120_000);
});

it('shows another account none of it, and refuses it a taken path', async () => {
  const path = uniqueName('mine');
  const owner = await signedInPage(`${uniqueName('owner')}@example.jp`, desktop);
  await owner.goto(system.url);
  await owner.getByRole('textbox', { name: 'カスタムURL（任意）' }).fill(path);
  await publishFromApp(owner, '<title>わたしのもの</title><p>x');

  const other = await signedInPage(`${uniqueName('other')}@example.jp`, desktop);
  expect(await other.getByRole('article').count()).toBe(0);
  await other.goto(system.url);
  await other.getByRole('textbox', { name: 'カスタムURL（任意）' }).fill(path);
  await other.getByText('このパスは既に使用されています').first().waitFor();
  await screenshot(other, 'publish-path-taken');
  await Promise.all([owner.context().close(), other.context().close()]);
}, 120_000);
