import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { fill, newAddress, signIn } from './account-steps.js';
import { asService, makeAccount } from './as-service.js';
import { axeFaults, phone, publishFromApp, screenshot, startFlows } from './browser.js';

const PASSWORD = 'haru-password';
const REPORT = '銀行を装い、暗証番号を入力させています。';
const STOP_REASON = '他社や他人を装って情報を入力させるページと判断したため、公開を停止しました。';
const OBJECTION = '講座で使う見本です。入力した内容は送信しません。';
const RESTORED = '異議を確認した結果、公開を再開しました。';

const { browser, system } = await startFlows();
const title = `見本の銀行 ${Date.now().toString(36)}`;

/** Signs in to an account with a role and opens the queue. */
async function openQueue(email: string, password: string): Promise<Page> {
  const page = await signIn(browser, system, email, password);
  await page.goto(`${system.url}/admin?tab=cases`);
  await page.getByRole('list', { name: '通報の一覧' }).waitFor();
  return page;
}

/** Opens the case and focuses its heading, from where the keys work. */
async function openCase(page: Page): Promise<void> {
  await page.getByRole('button', { name: title }).click();
  await page.getByRole('heading', { name: title }).and(page.locator(':focus')).waitFor();
}

/** Expects no fault of axe in light and dark and nothing wider than the window, and keeps pictures for review. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `${name}-${colorScheme}`);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
}

/** A page is reported, stopped, objected to, and restored by another admin than the one who stopped it. */
let owner: Page;
let reporter: Page;
let admin: Page;
let link: string;
let caseUrl: string;

beforeAll(async () => {
  const address = newAddress();
  await makeAccount(system, address, PASSWORD);
  owner = await signIn(browser, system, address, PASSWORD);
  link = await publishFromApp(owner, `<title>${title}</title><h1>見本</h1><p>練習用のページです。</p>`);
}, 60_000);

it('a visitor reports a page without an account, and follows the case', async () => {
  reporter = await (await browser.newContext(phone)).newPage();
  const path = new URL(link).pathname.split('/').at(-1) ?? '';
  await reporter.goto(`${system.url}/report?path=${path}`);
  await reporter.getByRole('radio', { name: 'フィッシング' }).check();
  await fill(reporter, { 内容: REPORT });
  await look(reporter, 'report-390');
  await reporter.getByRole('button', { name: '通報する' }).click();
  await reporter.getByText('通報を受け付けました').waitFor();
  await look(reporter, 'report-thanks-390');
  const openCasePage = reporter.getByRole('link', { name: '経過を見る' });
  caseUrl = (await openCasePage.getAttribute('href')) ?? '';
  await openCasePage.click();
  await reporter.getByText('通報を受け付けました。運営が内容を確認します。').waitFor();
  expect(reporter.url()).toBe(`${system.url}/case`);
  await reporter.getByText(REPORT).waitFor();
  await look(reporter, 'case-received-390');
}, 60_000);

it('an admin stops the page by keyboard, with the page, its rules and the report in view', async () => {
  admin = await openQueue(system.adminEmail, system.adminPassword);
  await openCase(admin);
  await admin.getByText(REPORT).first().waitFor();
  const preview = admin.frameLocator('iframe[title="ページのプレビュー"]').frameLocator('iframe');
  await preview.getByRole('heading', { name: '見本' }).waitFor();
  await look(admin, 'admin-case-1280');
  await admin.setViewportSize({ width: 390, height: 844 });
  await look(admin, 'admin-case-390');
  await admin.setViewportSize({ width: 1280, height: 900 });
  const stop = admin.getByRole('button', { name: '停止する' });
  await admin.keyboard.press((await stop.getAttribute('aria-keyshortcuts')) ?? '');
  expect(await admin.getByRole('textbox', { name: '理由' }).inputValue()).toBe(STOP_REASON);
  await admin.keyboard.press('Enter');
  await admin.getByText(`停止しました：「${title}」`).waitFor();
}, 60_000);

it('the owner sees why in the dashboard, and objects', async () => {
  await owner.goto(`${system.url}/?view=dashboard`);
  const card = owner.getByRole('article', { name: title });
  await card.getByText(`理由：${STOP_REASON}`).waitFor();
  await look(owner, 'dashboard-stopped-case-1280');
  await card.getByRole('link', { name: '詳しく見る・異議を申し立てる' }).click();
  await owner.getByRole('list', { name: '経過' }).getByText(STOP_REASON).waitFor();
  await fill(owner, { 異議の理由: OBJECTION });
  await look(owner, 'case-objection-1280');
  await owner.getByRole('button', { name: '異議を申し立てる' }).click();
  await owner.getByText('異議を受け付けました。運営がもう一度確認しています。').waitFor();
}, 60_000);

it('another moderator than the first restores the page, and both sides see it', async () => {
  const address = newAddress();
  const role = { role: 'moderator', reason: 'a test' };
  await asService(system, 'PUT', `/admin/v1/accounts/${await makeAccount(system, address, PASSWORD)}/role`, role);
  await admin.reload();
  await openCase(admin);
  await admin.getByRole('button', { name: '公開を再開' }).click();
  await admin.getByRole('button', { name: '決定して次へ' }).click();
  await admin.getByRole('alert').filter({ hasText: '別の担当者' }).waitFor();

  const second = await openQueue(address, PASSWORD);
  await openCase(second);
  await second.getByText(OBJECTION).waitFor();
  await second.getByRole('button', { name: '公開を再開' }).click();
  await second.getByRole('button', { name: '決定して次へ' }).click();
  await second.getByText(`公開を再開しました：「${title}」`).waitFor();

  await owner.reload();
  await owner.getByText(RESTORED).waitFor();
  await look(owner, 'case-restored-1280');
  await reporter.goto(caseUrl);
  await reporter.getByText(RESTORED).waitFor();
  await look(reporter, 'case-restored-390');
  expect((await reporter.goto(link))?.status()).toBe(200);

  await admin.goto(`${system.url}/admin?tab=audit`);
  const log = admin.getByRole('list', { name: '監査ログ' });
  for (const text of [STOP_REASON, '内容を確認し直し、公開を再開することにしました。']) {
    await log.getByText(text).first().waitFor();
  }
}, 60_000);
