import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { dialog, fill, newAddress, sendRegistration } from './account-steps.js';
import {
  desktop,
  launchBrowser,
  phone,
  screenshot,
  seriousFaults,
  type SystemUnderTest,
  systemUnderTest,
} from './browser.js';
import { linkMailedTo } from './mail.js';
import { totp } from './totp.js';

let browser: Browser;
let system: SystemUnderTest;

beforeAll(async () => {
  [browser, system] = await Promise.all([launchBrowser(), systemUnderTest()]);
}, 60_000);
afterAll(() => browser.close());

const password = 'harunohi-1';

/** On a phone the way in is behind the menu, which then hides the address. */
async function choose(page: Page, menu: string, item: string): Promise<void> {
  const behindMenu = page.getByRole('button', { name: 'メニュー' });
  await page.getByRole('button', { name: '公開する' }).waitFor();
  if (await behindMenu.isVisible()) await behindMenu.click();
  else if (menu !== '') await page.getByRole('button', { name: menu }).click();
  await page.getByRole('button', { name: item }).first().click();
}

describe.each([
  ['desktop-light', { ...desktop, colorScheme: 'light' as const }],
  ['desktop-dark', { ...desktop, colorScheme: 'dark' as const }],
  ['phone-light', { ...phone, colorScheme: 'light' as const }],
  ['phone-dark', { ...phone, colorScheme: 'dark' as const }],
])('the screens of accounts (%s)', (name, options) => {
  let page: Page;
  const email = newAddress();
  let secret = '';

  beforeAll(async () => {
    page = await (await browser.newContext(options)).newPage();
  });
  afterAll(() => page.context().close());

  /** A picture for whoever looks, and no serious fault for whoever cannot. */
  const look = async (screen: string) => {
    expect(await seriousFaults(page)).toEqual([]);
    await screenshot(page, `${screen}-${name}`);
  };

  it('of signing in and of a forgotten password are sound', async () => {
    await page.goto(system.url);
    await choose(page, '', 'ログイン');
    await dialog(page, 'ログイン').waitFor();
    await look('auth-login');
    await page.keyboard.press('Enter');
    await page.getByText('メールアドレスを入力してください。').waitFor();
    await look('auth-login-faults');
    await fill(page, { メールアドレス: email, パスワード: password });
    await page.keyboard.press('Enter');
    await page.getByText('メールアドレスまたはパスワードが正しくありません。').waitFor();
    await look('auth-login-refused');
    await page.getByRole('button', { name: 'パスワードを忘れた方' }).click();
    await dialog(page, 'パスワードの再設定').waitFor();
    await look('auth-forgot-password');
    await page.keyboard.press('Enter');
    await dialog(page, 'メールを送信しました').waitFor();
    await look('auth-email-sent');
  }, 60_000);

  it('of registering and confirming are sound', async () => {
    await page.goto(system.url);
    await page.getByRole('button', { name: /好きなURLを選ぶ/ }).click();
    await dialog(page, '無料で登録').waitFor();
    await look('auth-register');
    await sendRegistration(page, email, password);
    await look('auth-confirmation-needed');
    await page.goto(`${system.url}/auth/confirm?type=signup`);
    await page.getByText('無効な確認リンクです').waitFor();
    await look('confirm-invalid');
    await page.goto(await linkMailedTo(system, email, 'メールアドレスの確認'));
    await page.getByText('メールアドレスを確認しました').waitFor();
    await look('confirm-done');
    await page.goto(`${system.url}/auth/reset-password?token=abc&type=recovery`);
    await page.getByRole('button', { name: 'パスワードを設定' }).waitFor();
    await look('reset-password');
    await page.goto(`${system.url}/#error=access_denied&error_code=otp_expired`);
    await page.getByText(/^メールのリンクを使用できませんでした。/).waitFor();
    await look('notice-expired-link');
  }, 60_000);

  it('of the settings are sound', async () => {
    await page.goto(system.url);
    await choose(page, email, '設定');
    const settings = dialog(page, '設定');
    await settings.waitFor();
    await look('settings-profile');
    await settings.getByRole('tab', { name: 'アカウント削除' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await look('settings-danger');
    await settings.getByRole('tab', { name: 'セキュリティ' }).click();
    await settings.getByText(/認証アプリのコードを求めます。/).waitFor();
    await look('settings-security');
    await page.getByRole('button', { name: '認証アプリを追加' }).click();
    await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor();
    await look('settings-two-factor-set-up');
    secret = (await settings.locator('code').textContent()) ?? '';
    await fill(page, { 認証コード: totp(secret) });
    await page.getByRole('button', { name: '有効にする' }).click();
    await page.getByText('二段階認証を有効にしました。').waitFor();
    await look('settings-two-factor');
  }, 60_000);

  it('of the second step of signing in is sound', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(system.url);
    await choose(page, '', 'ログイン');
    await dialog(page, 'ログイン').waitFor();
    await fill(page, { メールアドレス: email, パスワード: password });
    await page.keyboard.press('Enter');
    await dialog(page, '二段階認証').waitFor();
    await look('auth-second-step');
  }, 60_000);
});
