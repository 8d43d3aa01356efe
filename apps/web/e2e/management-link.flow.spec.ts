import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { newAddress, sendRegistration, sessionIn } from './account-steps.js';
import {
  complaintsOf,
  desktop,
  isFocused,
  looks,
  pressKeyOn,
  publishFromApp,
  screenshot,
  axeFaults,
  startFlows,
} from './browser.js';
import { linkMailedTo } from './mail.js';

const { browser, system } = await startFlows();

const submit = (page: Page) => page.getByRole('button', { name: 'このブラウザで管理する' });

/**
 * Opens the dialog from the result card and makes the link.
 * @returns its address
 */
async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: '管理リンクを使う' }).click();
  await page.getByRole('button', { name: '管理リンクを作る' }).click();
  return shownLink(page);
}

async function shownLink(page: Page): Promise<string> {
  await page.getByRole('img', { name: '管理リンクのQRコード' }).waitFor();
  return (await page.getByRole('group', { name: '管理リンク' }).textContent()) ?? '';
}

/** Returns the text of the file that a press on the button saves. */
async function savedBy(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await downloading).path(), 'utf8');
}

async function takeOver(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await pressKeyOn(page, submit(page));
  await page.getByText('このブラウザで管理できるようになりました').waitFor();
}

/** Records the addresses, headers and bodies of all requests of the browser. */
function requestsOf(context: BrowserContext): Request[] {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  return requests;
}

it('carries a temporary account to another browser, which renews it, until the account is registered', async () => {
  const first = await browser.newContext(desktop);
  const second = await browser.newContext(desktop);
  const complaints = complaintsOf(second);
  const requests = requestsOf(second);
  const [owner, other] = [await first.newPage(), await second.newPage()];
  await owner.goto(system.url);
  await publishFromApp(owner, '<title>引き継ぐページ</title>');
  const link = await makeLink(owner);
  expect(link).toMatch(new RegExp(`^${system.url}/manage#[A-Za-z0-9_-]{43}$`));
  const secret = link.slice(-43);
  expect(await savedBy(owner, 'ファイルに保存')).toContain(`\r\n${link}\r\n`);
  await pressKeyOn(owner, owner.getByRole('dialog').getByRole('button', { name: '閉じる' }));
  expect(await savedBy(owner, 'カレンダーに追加')).toMatch(
    /^BEGIN:VCALENDAR\r\n[^]*SUMMARY:「引き継ぐページ」の公開期限\r\n/,
  );

  await other.goto(system.url);
  await takeOver(other, link);
  expect((await sessionIn(other))?.id).toBe((await sessionIn(owner))?.id);
  await pressKeyOn(other, other.getByRole('button', { name: 'マイページを開く' }));
  await other.getByText('引き継ぐページ').first().waitFor();

  // The secret is in no address, history entry, Referer or requested address.
  expect(other.url()).not.toContain(secret);
  await other.goBack();
  await other.getByRole('heading', { name: '管理リンク' }).waitFor();
  expect(other.url()).toBe(`${system.url}/manage`);
  const entries = await other.evaluate(() => JSON.stringify([history.state, document.referrer, location.href]));
  expect(entries).not.toContain(secret);
  for (const request of requests) {
    const headers = Object.values(await request.allHeaders()).join('\n');
    expect(`${request.url()}\n${headers}`).not.toContain(secret);
  }
  expect(requests.filter((request) => request.postData()?.includes(secret)).map((request) => request.url())).toEqual([
    `${system.url}/functions/v1/use-management-link`,
  ]);
  expect(complaints).toEqual([]);

  // The second browser renews the link: the old one is refused.
  await other.goto(system.url);
  await other.getByRole('button', { name: '一時アカウント' }).click();
  await other.getByRole('button', { name: '設定' }).click();
  await pressKeyOn(other, other.getByRole('button', { name: '作り直す' }));
  expect(await isFocused(other.getByRole('button', { name: 'キャンセル' }))).toBe(true);
  await pressKeyOn(other, other.getByRole('button', { name: '作り直す' }));
  const renewed = await shownLink(other);
  expect(renewed).not.toBe(link);
  const third = await browser.newContext(desktop);
  const visitor = await third.newPage();
  await visitor.goto(link);
  await submit(visitor).click();
  await visitor
    .getByRole('alert')
    .getByText(/^この管理リンクは使用できません。/)
    .waitFor();
  await takeOver(visitor, renewed);

  // Registration ends the link.
  const email = newAddress();
  await owner.getByRole('button', { name: '無料で登録' }).first().click();
  await sendRegistration(owner, email, 'harunohi-1');
  await owner.goto(await linkMailedTo(system, email, 'メールアドレスの確認'));
  await owner.getByRole('button', { name: email }).waitFor();
  const fourth = await browser.newContext(desktop);
  const late = await fourth.newPage();
  await late.goto(renewed);
  await submit(late).click();
  await late
    .getByRole('alert')
    .getByText(/^この管理リンクは使用できません。/)
    .waitFor();

  // A registered account's session is not replaced.
  await owner.goto(renewed);
  await owner.getByText(`現在は${email}でログインしています。`).waitFor();
  expect(await submit(owner).count()).toBe(0);
  for (const context of [first, second, third, fourth]) await context.close();
}, 120_000);

describe.each(looks)('the screens of the management link (%s)', (name, options) => {
  it('are sound', async () => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(system.url);
    await publishFromApp(page, '<title>管理リンクの画面</title>');
    const link = await makeLink(page);
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `management-link-made-${name}`);
    await page.getByRole('button', { name: '作り直す' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `management-link-question-${name}`);

    const other = await browser.newContext(options);
    const arrival = await other.newPage();
    await arrival.goto(link);
    await submit(arrival).waitFor();
    expect(await axeFaults(arrival)).toEqual([]);
    await screenshot(arrival, `manage-${name}`);
    await submit(arrival).press('Enter');
    await arrival.getByText('このブラウザで管理できるようになりました').waitFor();
    expect(await axeFaults(arrival)).toEqual([]);
    await screenshot(arrival, `manage-done-${name}`);
    await Promise.all([context.close(), other.close()]);
  }, 60_000);
});
