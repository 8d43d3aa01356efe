import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { makeAccount } from './as-service.js';
import { desktop, type SystemUnderTest } from './browser.js';
import { linkMailedTo } from './mail.js';

export const newAddress = (): string => `p${randomBytes(5).toString('hex')}@example.jp`;

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Fills the fields of the open dialog or page, by label. */
export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

/** Reads the account's id and address from the session in this browser. */
export async function sessionIn(page: Page): Promise<{ id: string; email: string; accessToken: string } | null> {
  const stored = await page.evaluate(() => localStorage.getItem('haru-session'));
  if (stored === null) return null;
  const session = JSON.parse(stored) as { access_token: string; user: { id: string; email: string } };
  return { id: session.user.id, email: session.user.email, accessToken: session.access_token };
}

/** Has a link for a new password mailed, as another browser would. */
export async function askForNewPassword(system: SystemUnderTest, email: string): Promise<void> {
  const asked = await fetch(`${system.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { apikey: system.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(asked.status).toBe(200);
}

/** Fills in and sends the open registration. */
export async function sendRegistration(page: Page, email: string, password: string): Promise<void> {
  await fill(page, { メールアドレス: email, パスワード: password });
  await page.getByRole('button', { name: '登録する' }).click();
  await dialog(page, 'メールを確認してください').waitFor();
}

/** Registers from the header, follows the mail, which leads to the dashboard, and ends signed in on the start page. */
export async function register(page: Page, system: SystemUnderTest, email: string, password: string): Promise<void> {
  await page.goto(system.url);
  await page.getByRole('button', { name: 'ログイン' }).click();
  await dialog(page, 'ログイン').getByRole('button', { name: '無料で登録' }).click();
  await sendRegistration(page, email, password);
  await page.goto(await linkMailedTo(system, email, 'メールアドレスの確認'));
  await page.getByText('メールアドレスを確認しました').waitFor();
  await page.waitForURL(`${system.url}/?view=dashboard`);
  await page.goto(system.url);
  await page.getByRole('button', { name: email }).waitFor();
}

/** Makes an account, and ends signed in to it on the start page without a form and a mail. */
export async function startSignedIn(
  page: Page,
  system: SystemUnderTest,
  email: string,
  password: string,
): Promise<void> {
  await makeAccount(system, email, password);
  const answer = await fetch(`${system.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: system.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const session = { name: 'haru-session', value: await answer.text() };
  const origins = [{ origin: system.url, localStorage: [session] }];
  await page.context().setStorageState({ cookies: [], origins });
  await page.goto(system.url);
  await page.getByRole('button', { name: email }).waitFor();
}

export async function signOut(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.getByRole('button', { name: 'ログイン' }).waitFor();
}

/** Sends the login form; what comes next is the caller's to expect. */
export async function sendLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'ログイン' }).first().click();
  await dialog(page, 'ログイン').waitFor();
  await fill(page, { メールアドレス: email, パスワード: password });
  await page.keyboard.press('Enter');
}

/** Signs in to an existing account, in a browser of its own. */
export async function signIn(
  browser: Browser,
  system: SystemUnderTest,
  email: string,
  password: string,
  options: BrowserContextOptions = desktop,
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(system.url);
  if (options.isMobile) await page.getByRole('button', { name: 'メニュー' }).click();
  await sendLogin(page, email, password);
  await dialog(page, 'ログイン').waitFor({ state: 'detached' });
  return page;
}

export async function openSettings(page: Page, email: string, tab: string): Promise<void> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('button', { name: '設定' }).click();
  await dialog(page, '設定').getByRole('tab', { name: tab }).click();
}
