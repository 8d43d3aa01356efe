import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import type { Page } from 'playwright-core';
import { dialog, fill, newAddress, sendRegistration } from './account-steps.js';
import {
  axeFaults,
  htmlEditor,
  isFocused,
  looks,
  openPublishSettings,
  publishFromApp,
  screenshot,
  startFlows,
} from './browser.js';
import { linkMailedTo } from './mail.js';
import { totp } from './totp.js';

const { browser, system } = await startFlows();

const password = 'harunohi-1';

/** On a phone the menu holds the ways in and covers the address. */
async function choose(page: Page, menu: string, item: string): Promise<void> {
  const behindMenu = page.getByRole('button', { name: 'メニュー' });
  await page.getByRole('button', { name: '公開する' }).waitFor();
  if (await behindMenu.isVisible()) await behindMenu.click();
  else if (menu !== '') await page.getByRole('button', { name: menu }).click();
  await page.getByRole('button', { name: item }).first().click();
}

describe.each(looks)('the screens of accounts (%s)', (name, options) => {
  let page: Page;
  const email = newAddress();
  let secret = '';

  beforeAll(async () => {
    page = await (await browser.newContext(options)).newPage();
  });
  afterAll(() => page.context().close());

  /** Keeps a picture for review and expects no accessibility fault. */
  const look = async (screen: string) => {
    expect(await axeFaults(page)).toEqual([]);
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
    await fill(page, { メールアドレス: newAddress(), パスワード: password });
    await page.keyboard.press('Enter');
    await page.getByText('メールアドレスまたはパスワードが正しくありません。').waitFor();
    await look('auth-login-refused');
    await page.getByRole('button', { name: 'パスワードを忘れた方' }).click();
    await dialog(page, 'パスワードの再設定').waitFor();
    await look('auth-forgot-password');
    await page.keyboard.press('Enter');
    await dialog(page, 'メールを確認してください').waitFor();
    await look('auth-email-sent');
  }, 60_000);

  it('of registering and confirming are sound', async () => {
    await page.goto(system.url);
    await openPublishSettings(page, options);
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
    await page.getByText('このリンクは使用済みか、期限が切れています').waitFor();
    await look('reset-password-used');
    await page.goto(`${system.url}/#error=access_denied&error_code=otp_expired`);
    await page.getByText(/^このメールのリンクは、期限が切れているか/).waitFor();
    await look('notice-expired-link');
    await page.goto(`${system.url}/functions/v1/unsubscribe?token=abc`);
    await page.getByRole('button', { name: 'お知らせメールを停止する' }).click();
    await page.getByText(/^お知らせメールを停止するリンクが途中で切れています。/).waitFor();
    await look('unsubscribe-refused');
  }, 60_000);

  it('of the settings are sound', async () => {
    await page.goto(system.url);
    await choose(page, email, '設定');
    const settings = dialog(page, '設定');
    await settings.waitFor();
    await look('settings-profile');
    await settings.getByRole('tab', { name: '退会' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await look('settings-danger');
    await settings.getByRole('tab', { name: 'セキュリティ' }).click();
    await settings.getByText(/認証アプリのコードを求めます。/).waitFor();
    await look('settings-security');
    await page.getByRole('button', { name: '認証アプリを追加' }).click();
    await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor();
    await look('settings-mfa-set-up');
    secret = (await settings.locator('code').textContent()) ?? '';
    await fill(page, { 認証コード: totp(secret) });
    await page.getByRole('button', { name: '有効にする' }).click();
    await page.getByText('二段階認証を有効にしました。').waitFor();
    await page.getByRole('list', { name: 'リカバリーコード' }).waitFor();
    await look('settings-mfa');
    await page.getByRole('button', { name: '保管しました' }).click();
    await page.getByText('残り10個').waitFor();
    await look('settings-recovery-codes');
  }, 60_000);

  it('of a second authenticator app are sound', async () => {
    await page.getByRole('button', { name: '認証アプリを追加' }).click();
    await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('閉じると、内容が失われます。').waitFor();
    await look('settings-stays-open');
    const next = (await dialog(page, '設定').locator('code').textContent()) ?? '';
    await fill(page, { 認証コード: totp(next) });
    await page.getByRole('button', { name: '有効にする' }).click();
    await page.getByRole('button', { name: '認証アプリ2を解除' }).click();
    await page.getByText(/^認証アプリ2を解除すると/).waitFor();
    await look('settings-mfa-remove');
  }, 60_000);

  it('of the second step of signing in is sound', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(system.url);
    await choose(page, '', 'ログイン');
    await dialog(page, 'ログイン').waitFor();
    await fill(page, { メールアドレス: email, パスワード: password });
    await page.keyboard.press('Enter');
    await dialog(page, '二段階認証').waitFor();
    await page.getByRole('group', { name: '使用する認証アプリ' }).waitFor();
    await look('auth-mfa');
    await page.getByRole('button', { name: '認証アプリを使えないとき' }).click();
    await page.getByLabel('リカバリーコード').waitFor();
    await look('auth-recovery-code');
    await page.getByRole('button', { name: '認証アプリのコードを使う' }).click();
    // The app used last is chosen, and another one can be.
    await page.getByRole('radio', { name: /^認証アプリ2/ }).waitFor();
    expect(await page.getByRole('radio', { name: /^認証アプリ2/ }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: /^認証アプリ(?!2)/ }).check();
    await fill(page, { 認証コード: totp(secret, 1) });
    await page.keyboard.press('Enter');
    await dialog(page, '二段階認証').waitFor({ state: 'detached' });
  }, 60_000);

  it('of a forgotten password behind a second step are sound', async () => {
    await page.goto(system.url);
    await choose(page, email, 'ログアウト');
    await choose(page, '', 'ログイン');
    await page.getByRole('button', { name: 'パスワードを忘れた方' }).click();
    await dialog(page, 'パスワードの再設定').waitFor();
    await fill(page, { メールアドレス: email });
    await page.keyboard.press('Enter');
    await dialog(page, 'メールを確認してください').waitFor();
    await page.goto(await linkMailedTo(system, email, 'パスワードの再設定'));
    await page.getByRole('button', { name: 'パスワードを設定' }).waitFor();
    await look('reset-password');
    await fill(page, { 新しいパスワード: 'natsunohi-2', '新しいパスワード（確認）': 'natsunohi-2' });
    await page.getByRole('button', { name: 'パスワードを設定' }).click();
    const code = page.getByLabel('認証コード', { exact: true });
    await code.waitFor();
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    await look('reset-password-mfa');
    await page.reload();
    await page.getByText('このリンクは使用済みか、期限が切れています').waitFor();
    await look('reset-password-used');
  }, 60_000);

  it('of a temporary account are sound', async () => {
    const own = await browser.newContext(options);
    page = await own.newPage();
    const other = newAddress();
    await page.goto(system.url);
    await openPublishSettings(page, options);
    await page.getByRole('button', { name: /好きなURLを選ぶ/ }).click();
    await dialog(page, '無料で登録').waitFor();
    await sendRegistration(page, other, password);
    await page.keyboard.press('Escape');
    if (options.isMobile) await page.getByRole('button', { name: '完了' }).click();
    await publishFromApp(page, '<h1>for now</h1>');
    await page.getByRole('button', { name: 'もう一つ公開' }).click();
    // The editor takes the focus, which closes a menu.
    if (!options.isMobile) await waitFor(() => isFocused(htmlEditor(page)), { what: 'the focus of the editor' });
    await choose(page, '一時アカウント', '設定');
    await dialog(page, '設定').waitFor();
    await look('settings-temporary');
    await page.keyboard.press('Escape');
    await choose(page, '一時アカウント', 'ログアウト');
    await dialog(page, 'ログアウトしますか？').waitFor();
    await look('sign-out-warning');
    await page.keyboard.press('Escape');
    await openPublishSettings(page, options);
    await page.getByRole('button', { name: /好きなURLを選ぶ/ }).click();
    await dialog(page, '登録してページを引き継ぐ').waitFor();
    await look('auth-register-temporary');
    await page.keyboard.press('Escape');
    const link = await linkMailedTo(system, other, 'メールアドレスの確認');
    await page.goto(link);
    const question = dialog(page, '別のアカウントでログインしますか？');
    await question.waitFor();
    await look('leave-temporary');
    await question.getByRole('button', { name: 'キャンセル' }).click();
    await page.getByText('メールアドレスはまだ確認していません').waitFor();
    await look('confirm-kept');
    await page.getByRole('button', { name: '確認してログイン' }).click();
    await question.getByRole('button', { name: 'ログインする' }).click();
    await page.getByText('メールアドレスを確認しました').waitFor();
    await page.goto(link);
    await page.getByText(`${other}でログインしています`).waitFor();
    await look('confirm-used');
    await own.close();
  }, 60_000);
});
