import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { query, waitFor } from '@haru/testing';
import type { BrowserContext, Page } from 'playwright-core';
import {
  askForNewPassword,
  dialog,
  fill,
  newAddress,
  openSettings,
  register,
  sendLogin,
  sendRegistration,
  sessionIn,
  signOut,
  startSignedIn,
} from './account-steps.js';
import { makeAccount } from './as-service.js';
import {
  axeFaults,
  desktop,
  editorText,
  htmlEditor,
  phone,
  publishFromApp,
  screenshot,
  startFlows,
} from './browser.js';
import { codeMailedTo, linkMailedTo } from './mail.js';
import { siteLink } from './site-actions.js';
import { totp } from './totp.js';

const { browser, system } = await startFlows();
let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await browser.newContext(desktop);
  page = await context.newPage();
});
afterEach(() => context.close());

const password = 'harunohi-1';

describe('an account', () => {
  it('begins with a mail, whose link signs in', async () => {
    const email = newAddress();
    await register(page, system, email, password);
    expect(await sessionIn(page)).toMatchObject({ email });
    await signOut(page, email);
    expect(await sessionIn(page)).toBeNull();
    await sendLogin(page, email, 'wrong-password');
    await page.getByText('メールアドレスまたはパスワードが正しくありません。').waitFor();
  }, 90_000);

  it('begins with a mail, whose code is typed where the address was registered', async () => {
    const email = newAddress();
    await page.goto(system.url);
    await page.getByRole('button', { name: /好きなURLを選ぶ/ }).click();
    await dialog(page, '無料で登録').waitFor();
    await sendRegistration(page, email, password);
    const code = await codeMailedTo(system, email, 'メールアドレスの確認');
    await fill(page, { 確認コード: code === '000000' ? '111111' : '000000' });
    await page.keyboard.press('Enter');
    await page.getByText(/^コードが違うか、期限が切れています。/).waitFor();
    await fill(page, { 確認コード: code });
    await page.keyboard.press('Enter');
    await page.getByText('登録が完了し、ログインしました。').waitFor();
    await page.getByRole('button', { name: email }).waitFor();
    expect(await sessionIn(page)).toMatchObject({ email });
  }, 60_000);

  it('whose password is forgotten gets a new one by mail, and the old one is refused', async () => {
    const email = newAddress();
    await startSignedIn(page, system, email, password);
    await signOut(page, email);
    await page.getByRole('button', { name: 'ログイン' }).click();
    await page.getByRole('button', { name: 'パスワードを忘れた方' }).click();
    await fill(page, { メールアドレス: email });
    await page.getByRole('button', { name: '再設定メールを送信' }).click();
    await dialog(page, 'メールを確認してください').waitFor();

    const link = await linkMailedTo(system, email, 'パスワードの再設定');
    await page.goto(link);
    await fill(page, { 新しいパスワード: 'natsunohi-2', '新しいパスワード（確認）': 'natsunohi-2' });
    await page.getByRole('button', { name: 'パスワードを設定' }).click();
    await page.getByText('パスワードを設定しました').waitFor();
    await page.waitForURL(`${system.url}/`);
    await signOut(page, email);

    await sendLogin(page, email, password);
    await page.getByText('メールアドレスまたはパスワードが正しくありません。').waitFor();
    await fill(page, { パスワード: 'natsunohi-2' });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: email }).waitFor();

    await page.goto(link);
    await page.getByText('このリンクは使用済みか、期限が切れています').waitFor();
    expect(await page.getByLabel('新しいパスワード', { exact: true }).count()).toBe(0);
  }, 90_000);

  it('moves to another address once both addresses agree', async () => {
    const [email, next] = [newAddress(), newAddress()];
    await startSignedIn(page, system, email, password);
    await openSettings(page, email, 'プロフィール');
    await fill(page, { メールアドレス: next });
    await page.getByRole('button', { name: 'メールアドレスを変更' }).click();
    await page.getByText('新旧両方のメールアドレスに確認メールをお送りしました。').waitFor();
    await page.getByText(`${next}は確認待ちです。`).waitFor();

    await page.goto(await linkMailedTo(system, next, '新しいメールアドレスの確認'));
    await page.getByText('もう一方に届いたメールのリンクも開いてください。').waitFor();
    await page.getByRole('button', { name: email }).waitFor();
    await page.goto(await linkMailedTo(system, email, 'メールアドレスの変更の確認'));
    await page.getByText('メールアドレスの確認が済みました。').waitFor();
    await page.getByRole('button', { name: next }).waitFor();
    expect(page.url()).toBe(`${system.url}/`);
  }, 90_000);

  it('goes with its pages when DELETE is typed', async () => {
    const email = newAddress();
    await startSignedIn(page, system, email, password);
    const url = await publishFromApp(page, '<h1>going soon</h1>');
    expect((await fetch(url)).status).toBe(200);
    await openSettings(page, email, '退会');
    await fill(page, { '確認（半角の大文字で「DELETE」）': 'DELETE' });
    await dialog(page, '設定').getByRole('button', { name: 'アカウントを削除' }).click();
    await page.getByText('アカウントを削除しました。').waitFor();
    await page.getByRole('button', { name: 'ログイン' }).waitFor();
    await waitFor(async () => (await fetch(url)).status === 404, { what: 'the page to be gone', timeoutMs: 20_000 });
    await sendLogin(page, email, password);
    await page.getByText('メールアドレスまたはパスワードが正しくありません。').waitFor();
  }, 90_000);

  it('that began as a temporary one keeps its id and its page', async () => {
    const email = newAddress();
    await page.goto(system.url);
    const url = await publishFromApp(page, '<h1>stays with me</h1>');
    const before = await sessionIn(page);
    await page.getByRole('button', { name: '無料で登録' }).click();
    await dialog(page, '登録してページを引き継ぐ').waitFor();
    await sendRegistration(page, email, password);
    // The address counts only once it is confirmed.
    expect(await sessionIn(page)).toMatchObject({ id: before?.id, email: before?.email });
    await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
    await page.getByRole('button', { name: '一時アカウント' }).waitFor();

    await page.goto(await linkMailedTo(system, email, '確認'));
    await page.getByRole('button', { name: email }).waitFor();
    const after = await sessionIn(page);
    expect(after).toMatchObject({ id: before?.id, email });
    expect((await fetch(url)).status).toBe(200);
    const rows = await query(system.databaseUrls.sites, 'SELECT user_id FROM sites WHERE path = $1', [
      url.split('/').at(-1),
    ]);
    expect(rows).toEqual([{ user_id: before?.id }]);

    await page.getByRole('button', { name: 'マイページ' }).click();
    const card = page.getByRole('article').filter({ hasText: 'stays with me' });
    await card.waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    const title = (await card.getByRole('heading').textContent()) ?? '';
    expect(await (await siteLink(page, title)).getAttribute('href')).toBe(url);
    // The open menu lies over the button.
    await page.keyboard.press('Escape');
    // Only registered people may choose another address.
    await card.getByRole('button', { name: /URLを変更/ }).click();
    await dialog(page, 'URLを変更').waitFor();
  }, 90_000);

  it('is registered by itself when the mail is followed on another device', async () => {
    const email = newAddress();
    await page.goto(system.url);
    await publishFromApp(page, '<h1>confirmed elsewhere</h1>');
    await page.getByRole('button', { name: '無料で登録' }).click();
    await sendRegistration(page, email, password);
    const phoneContext = await browser.newContext(phone);
    const onPhone = await phoneContext.newPage();
    await onPhone.goto(await linkMailedTo(system, email, '確認'));
    await onPhone.getByText(/^メールのリンクを受け付けました。このブラウザではログインしていません。/).waitFor();
    expect(await sessionIn(onPhone)).toBeNull();
    await phoneContext.close();

    // Without the focus the tab asks again every 15 s.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.getByRole('button', { name: email }).waitFor();
    await dialog(page, 'メールを確認してください').waitFor({ state: 'detached' });
    await page.getByText('登録が完了しました。').waitFor();
    // The token says so as well: the address of a page is for registered people alone.
    await page.getByRole('button', { name: 'もう一つ公開' }).click();
    await page.getByLabel('URL（任意）').waitFor();
    const path = email.slice(0, 11);
    await page.getByLabel('URL（任意）').fill(path);
    expect(await publishFromApp(page, '<h1>mine</h1>')).toContain(path);
  }, 90_000);

  it('of a temporary kind is not left without a word when a link signs in to another', async () => {
    const email = newAddress();
    await page.goto(system.url);
    await page.getByRole('button', { name: /好きなURLを選ぶ/ }).click();
    await dialog(page, '無料で登録').waitFor();
    await sendRegistration(page, email, password);
    await page.keyboard.press('Escape');
    await publishFromApp(page, '<h1>before the mail</h1>');
    const temporary = await sessionIn(page);

    await page.goto(await linkMailedTo(system, email, 'メールアドレスの確認'));
    const question = dialog(page, '別のアカウントでログインしますか？');
    await question.waitFor();
    expect(page.url()).toBe(`${system.url}/auth/confirm`);
    await question.getByRole('button', { name: 'キャンセル' }).click();
    await page.getByText('メールアドレスはまだ確認していません').waitFor();
    expect(await sessionIn(page)).toMatchObject({ id: temporary?.id });

    await page.reload();
    await question.getByRole('button', { name: 'ログインする' }).click();
    await page.getByText('メールアドレスを確認しました').waitFor();
    expect(await sessionIn(page)).toMatchObject({ email });
  }, 90_000);

  it('of a registered kind gives way to the account of another link only when asked', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const elsewhere = await browser.newContext(desktop);
    const otherPage = await elsewhere.newPage();
    await otherPage.goto(system.url);
    await otherPage.getByRole('button', { name: /好きなURLを選ぶ/ }).click();
    await dialog(otherPage, '無料で登録').waitFor();
    await sendRegistration(otherPage, other, password);
    await elsewhere.close();

    await startSignedIn(page, system, email, password);
    const mine = await sessionIn(page);
    const question = dialog(page, '別のアカウントでログインしますか？');
    await page.goto(await linkMailedTo(system, other, 'メールアドレスの確認'));
    await question.getByText(other, { exact: true }).waitFor();
    expect(await sessionIn(page)).toEqual(mine);
    await question.getByRole('button', { name: 'キャンセル' }).click();
    await page.getByText(`${email}のまま続けています。`).waitFor();
    expect(await sessionIn(page)).toEqual(mine);

    await askForNewPassword(system, other);
    await page.goto(await linkMailedTo(system, other, 'パスワードの再設定'));
    await fill(page, { 新しいパスワード: 'natsunohi-2', '新しいパスワード（確認）': 'natsunohi-2' });
    await page.getByRole('button', { name: 'パスワードを設定' }).click();
    await question.getByText(other, { exact: true }).waitFor();
    expect(await sessionIn(page)).toEqual(mine);
    await screenshot(page, 'leave-registered-account');
    await question.getByRole('button', { name: 'ログインする' }).click();
    await page.getByText('パスワードを設定しました').waitFor();
    expect(await sessionIn(page)).toMatchObject({ email: other });
  }, 90_000);

  it('waiting for its mail keeps the focus where it was, also when no other mail is sent yet', async () => {
    const email = newAddress();
    await page.goto(system.url);
    await page.getByRole('button', { name: /好きなURLを選ぶ/ }).click();
    await dialog(page, '無料で登録').waitFor();
    await fill(page, { メールアドレス: email });
    await page.keyboard.press('Escape');
    await page.getByText('閉じると、内容が失われます。').waitFor();
    await sendRegistration(page, email, password);
    const resend = page.getByRole('button', { name: '確認メールを再送信' });
    await resend.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^メールは先ほど送信しました。.*あと\d+秒/).waitFor();
    expect(await resend.evaluate((button) => button === document.activeElement)).toBe(true);

    // Signing in does not help before that, but sends the mail as soon as it may.
    await page.keyboard.press('Escape');
    await sendLogin(page, email, password);
    await page.getByText('メールアドレスの確認が完了していません').waitFor();
    await dialog(page, 'ログイン').getByRole('button', { name: '確認メールを再送信' }).click();
    await page.getByText(/^メールは先ほど送信しました。.*あと\d+秒/).waitFor();
  }, 90_000);
});

describe('a link in a browser that did not ask for it', () => {
  const askedAbout = (on: Page, email: string) => dialog(on, `${email} として続けますか？`);

  it.each([
    ['1280', desktop],
    ['390', phone],
  ])(
    'confirms the address and signs in only on agreement, at %s px',
    async (width, device) => {
      const email = newAddress();
      await page.goto(system.url);
      await page.getByRole('button', { name: /好きなURLを選ぶ/ }).click();
      await dialog(page, '無料で登録').waitFor();
      await sendRegistration(page, email, password);
      const elsewhere = await browser.newContext(device);
      const other = await elsewhere.newPage();
      await other.goto(await linkMailedTo(system, email, 'メールアドレスの確認'));
      await askedAbout(other, email).waitFor();
      expect(other.url()).not.toContain('token');
      expect(await axeFaults(other)).toEqual([]);
      await screenshot(other, `continue-as-${width}`);
      await other.waitForURL(`${system.url}/`);
      expect(await sessionIn(other)).toBeNull();
      await askedAbout(other, email).getByRole('button', { name: 'ログインする' }).click();
      await askedAbout(other, email).waitFor({ state: 'detached' });
      await waitFor(async () => (await sessionIn(other))?.email === email, { what: 'the session' });
      await elsewhere.close();
      // The address was confirmed there, so the password is enough here.
      await page.keyboard.press('Escape');
      await sendLogin(page, email, password);
      await page.getByRole('button', { name: email }).waitFor();
    },
    90_000,
  );

  it("asks before it signs in to a stranger's account, and stays out otherwise", async () => {
    const email = newAddress();
    await makeAccount(system, email, password);
    const answer = await fetch(`${system.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: system.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const theirs = (await answer.json()) as { access_token: string; refresh_token: string };
    const fragment = `#access_token=${theirs.access_token}&refresh_token=${theirs.refresh_token}&type=magiclink`;
    await page.goto(`${system.url}/${fragment}`);
    await askedAbout(page, email).getByRole('button', { name: 'ログインしない' }).click();
    await page.getByText(/^ログインしませんでした。/).waitFor();
    await screenshot(page, 'continue-declined');
    expect(await sessionIn(page)).toBeNull();
    expect(page.url()).toBe(`${system.url}/`);
    await page.reload();
    await page.getByRole('button', { name: 'ログイン' }).waitFor();
    expect(await dialog(page, `${email} として続けますか？`).count()).toBe(0);
    // The session that the link brought has ended.
    const used = await fetch(`${system.url}/auth/v1/user`, {
      headers: { apikey: system.anonKey, authorization: `Bearer ${theirs.access_token}` },
    });
    expect(used.status).toBe(403);
  }, 90_000);
});

describe('two tabs', () => {
  it('of which one waits for the mail and the other follows it', async () => {
    const email = newAddress();
    await page.goto(system.url);
    await page.getByRole('button', { name: /好きなURLを選ぶ/ }).click();
    await dialog(page, '無料で登録').waitFor();
    await sendRegistration(page, email, password);
    const other = await context.newPage();
    await other.goto(await linkMailedTo(system, email, 'メールアドレスの確認'));
    await other.getByText('メールアドレスを確認しました').waitFor();
    await page.getByRole('button', { name: email }).waitFor();
    await dialog(page, 'メールを確認してください').waitFor({ state: 'detached' });
  }, 90_000);

  it('agree on who is signed in, and one signs out both without losing what is typed', async () => {
    const email = newAddress();
    await startSignedIn(page, system, email, password);
    const other = await context.newPage();
    await other.goto(system.url);
    await other.getByRole('button', { name: email }).waitFor();
    await htmlEditor(other).fill('<h1>half a page</h1>');

    await signOut(page, email);
    const notice = other.getByText('ほかのタブでログアウトしました。');
    await notice.waitFor();
    await other.getByRole('button', { name: 'ログイン' }).first().waitFor();
    expect(await editorText(other)).toBe('<h1>half a page</h1>');

    await sendLogin(page, email, password);
    await page.getByRole('button', { name: email }).waitFor();
    await other.getByRole('button', { name: email }).waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(await editorText(other)).toBe('<h1>half a page</h1>');
  }, 90_000);
});

describe('mfa', () => {
  it('is set up, asked for when signing in, and removed again', async () => {
    const email = newAddress();
    await startSignedIn(page, system, email, password);
    await openSettings(page, email, 'セキュリティ');
    await page.getByRole('button', { name: '認証アプリを追加' }).click();
    // The set-up is left by its button and begun again: nothing prevents that.
    await page.getByRole('img', { name: '認証アプリ用のQRコード' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('閉じると、内容が失われます。').waitFor();
    await dialog(page, '設定').getByRole('button', { name: '破棄して閉じる' }).click();
    await openSettings(page, email, 'セキュリティ');
    await page.getByRole('button', { name: '認証アプリを追加' }).click();
    const picture = page.getByRole('img', { name: '認証アプリ用のQRコード' });
    await picture.waitFor();
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(20);
    const secret = (await dialog(page, '設定').locator('code').textContent()) ?? '';
    await fill(page, { 認証コード: totp(secret) });
    await page.getByRole('button', { name: '有効にする' }).click();
    await page.getByText('二段階認証を有効にしました。').waitFor();
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toBe('二段階認証');
    const codes = page.getByRole('list', { name: 'リカバリーコード' }).getByRole('listitem');
    await codes.first().waitFor();
    const [recoveryCode = '', ...otherCodes] = await codes.allTextContents();
    expect(otherCodes).toHaveLength(9);
    await page.getByRole('button', { name: '保管しました' }).click();
    await page.getByText('残り10個').waitFor();
    await page.keyboard.press('Escape');
    await signOut(page, email);

    await sendLogin(page, email, password);
    await dialog(page, '二段階認証').waitFor();
    await fill(page, { 認証コード: '000000' });
    await page.keyboard.press('Enter');
    await page.getByText('認証コードが正しくありません。もう一度入力してください。').waitFor();
    // The code of the set-up may be refused as used, so this is the next one; clocks may differ by a step.
    await fill(page, { 認証コード: totp(secret, 1) });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: email }).waitFor();

    // On a phone without the app a recovery code is enough, once; the first device ends that session.
    const phoneContext = await browser.newContext(phone);
    const onPhone = await phoneContext.newPage();
    const logInOnPhone = async () => {
      await onPhone.goto(system.url);
      await onPhone.getByRole('button', { name: 'メニュー' }).click();
      await sendLogin(onPhone, email, password);
      await onPhone.getByRole('button', { name: '認証アプリを使えないとき' }).click();
      await fill(onPhone, { リカバリーコード: recoveryCode.toUpperCase() });
      await onPhone.keyboard.press('Enter');
    };
    // If the session ended before this call, the notice would come before the reload, which would take it away.
    const calledOnce = onPhone.waitForResponse(/select=expires_at/);
    await logInOnPhone();
    await onPhone.getByText(/^リカバリーコードでログインしました。/).waitFor();
    await calledOnce;
    await openSettings(page, email, 'セキュリティ');
    await page.getByText('残り9個').waitFor();
    const devices = page.getByRole('list', { name: 'ログイン中の端末' }).getByRole('listitem');
    await devices.nth(1).waitFor();
    expect(await devices.first().textContent()).toContain('この端末');
    await devices
      .nth(1)
      .getByRole('button', { name: /を終了$/ })
      .click();
    await devices.nth(1).waitFor({ state: 'detached' });
    await onPhone.reload();
    await onPhone.getByText('ログインの有効期限が切れました。').waitFor();
    await onPhone.evaluate(() => localStorage.clear());
    await logInOnPhone();
    await onPhone.getByText('リカバリーコードが正しくないか、使用済みです。').waitFor();
    await phoneContext.close();

    await page.getByRole('button', { name: '認証アプリを解除' }).click();
    await page.getByRole('button', { name: '解除する', exact: true }).click();
    await page.getByText('二段階認証の設定を解除しました。').waitFor();
  }, 90_000);
});
