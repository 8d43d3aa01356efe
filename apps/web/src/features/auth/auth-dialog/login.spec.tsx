import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import {
  ACCOUNT_ID,
  authRefusal,
  factorOf,
  registered,
  sessionOf,
  userOf,
} from '../../../testing/server/fake-accounts.js';
import { callerOf, json, noNetwork, refusal, useFakeServer } from '../../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../../testing/render-app.js';

const token = 'POST /auth/v1/token';

async function openLogin(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'ログイン' }));
  return screen.findByRole('dialog', { name: 'ログイン' });
}

async function fillLogin(user: UserEvent, email = 'haru@example.jp', password = 'secret-1'): Promise<void> {
  await user.clear(screen.getByLabelText('メールアドレス'));
  if (email !== '') await user.type(screen.getByLabelText('メールアドレス'), email);
  if (password !== '') await user.type(screen.getByLabelText('パスワード'), password);
}

describe('signing in', () => {
  const server = useFakeServer();

  it('takes address and password, by Enter, and shows who it is', async () => {
    server().answer(token, () => json(200, sessionOf(registered)));
    const user = await renderApp();
    await openLogin(user);
    const email = screen.getByLabelText('メールアドレス');
    const password = screen.getByLabelText('パスワード');
    expect(email).toHaveFocus();
    expect(email).toHaveAttribute('autocomplete', 'username');
    expect(email).toHaveAttribute('type', 'email');
    expect(password).toHaveAttribute('autocomplete', 'current-password');
    await user.type(email, ' haru@example.jp ');
    await user.type(password, 'secret-1{Enter}');
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(server().to(token)[0]?.body).toMatchObject({ email: 'haru@example.jp', password: 'secret-1' });
  });

  it.each([
    ['', 'secret-1', 'メールアドレス', 'メールアドレスを入力してください。'],
    ['haru', 'secret-1', 'メールアドレス', 'メールアドレスの形式が正しくありません。例：haru@example.jp'],
    ['haru@example.jp', '', 'パスワード', 'パスワードを入力してください。'],
  ])('with %p and %p sends nothing and points to the field', async (email, password, label, text) => {
    const user = await renderApp();
    const dialog = await openLogin(user);
    await fillLogin(user, email, password);
    await user.click(within(dialog).getByRole('button', { name: 'ログイン' }));
    const field = screen.getByLabelText(label);
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(text);
    expect(server().to(token)).toHaveLength(0);
  });

  it.each([
    [
      'wrong',
      () => authRefusal(400, 'invalid_credentials', { message: 'Invalid login credentials' }),
      'メールアドレスまたはパスワードが正しくありません。',
    ],
    ['banned', () => authRefusal(400, 'user_banned'), 'このアカウントは利用を停止されています。'],
    [
      'too often',
      () => authRefusal(429, 'over_request_rate_limit', { headers: { 'retry-after': '42' } }),
      '短時間に操作が多すぎます。あと42秒お待ちください。',
    ],
    ['busy', () => authRefusal(503, 'unexpected_failure'), 'サーバーが一時的に応答できません。'],
    ['offline', noNetwork, 'ネットワークに接続できません。'],
    [
      'a fault of the server',
      () => authRefusal(500, 'unexpected_failure'),
      'ログイン中にエラーが発生しました。時間をおいて再度お試しください。',
    ],
  ])('says what happened when it is %s, and keeps what was typed', async (_name, answer, text) => {
    server().answer(token, answer);
    const user = await renderApp();
    const dialog = await openLogin(user);
    await fillLogin(user);
    const submit = within(dialog).getByRole('button', { name: 'ログイン' });
    await user.click(submit);
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('ログインに失敗しました');
    expect(alert).toHaveTextContent(text);
    expect(screen.getByLabelText('パスワード')).toHaveValue('secret-1');
    expect(submit).toBeEnabled();
  });

  describe('of an unconfirmed address', () => {
    const resend = 'POST /auth/v1/resend';

    async function reachUnconfirmed(): Promise<{ user: UserEvent; dialog: HTMLElement }> {
      server().answer(token, () => authRefusal(400, 'email_not_confirmed', { message: 'Email not confirmed' }));
      const user = await renderApp();
      const dialog = await openLogin(user);
      await fillLogin(user);
      await user.click(within(dialog).getByRole('button', { name: 'ログイン' }));
      expect(await within(dialog).findByRole('alert')).toHaveTextContent('メールアドレスの確認が完了していません');
      return { user, dialog };
    }

    it('sends the mail once more and says so', async () => {
      server().answer(resend, () => json(200, {}));
      const { user, dialog } = await reachUnconfirmed();
      await user.click(within(dialog).getByRole('button', { name: '確認メールを再送信' }));
      const waiting = await screen.findByRole('dialog', { name: 'メールを確認してください' });
      expect(waiting).toHaveTextContent('haru@example.jp');
      expect(within(waiting).getByText('確認メールを再送信しました')).toBeVisible();
      expect(server().to(resend)).toHaveLength(1);
      expect(server().to(resend)[0]?.body).toMatchObject({ type: 'signup', email: 'haru@example.jp' });
    });

    it('says how long to wait for the next mail', async () => {
      server().answer(resend, () =>
        authRefusal(429, 'over_email_send_rate_limit', { headers: { 'retry-after': '42' } }),
      );
      const { user, dialog } = await reachUnconfirmed();
      await user.click(within(dialog).getByRole('button', { name: '確認メールを再送信' }));
      expect(await within(dialog).findByText(/^メールは先ほど送信しました。/)).toHaveTextContent('あと42秒待ってから');
    });
  });

  it('works once at a time', async () => {
    let finish = (_response: Response): void => undefined;
    server().answer(token, () => new Promise((resolve) => (finish = resolve)));
    const user = await renderApp();
    const dialog = await openLogin(user);
    await fillLogin(user);
    const submit = within(dialog).getByRole('button', { name: 'ログイン' });
    await user.click(submit);
    expect(submit).toBeDisabled();
    expect(submit).toHaveAttribute('aria-busy', 'true');
    await user.type(screen.getByLabelText('パスワード'), '{Enter}');
    expect(server().to(token)).toHaveLength(1);
    finish(json(200, sessionOf(registered)));
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });

  it('shows the password to who wants to see it', async () => {
    const user = await renderApp();
    await openLogin(user);
    const password = screen.getByLabelText('パスワード');
    expect(password).toHaveAttribute('type', 'password');
    const show = screen.getByRole('button', { name: 'パスワードを表示（パスワード）' });
    await user.click(show);
    expect(password).toHaveAttribute('type', 'text');
    expect(show).toHaveAttribute('aria-pressed', 'true');
  });

  it('carries the address from view to view', async () => {
    const user = await renderApp();
    await openLogin(user);
    await user.type(screen.getByLabelText('メールアドレス'), 'haru@example.jp');
    await user.click(screen.getByRole('button', { name: '無料で登録' }));
    const register = await screen.findByRole('dialog', { name: '無料で登録' });
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('haru@example.jp');
    expect(screen.getByLabelText('メールアドレス')).toHaveFocus();
    await user.click(within(register).getByRole('button', { name: 'ログイン' }));
    await screen.findByRole('dialog', { name: 'ログイン' });
    await user.click(screen.getByRole('button', { name: 'パスワードを忘れた方' }));
    await screen.findByRole('dialog', { name: 'パスワードの再設定' });
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('haru@example.jp');
  });
});

describe('the second step of signing in', () => {
  const server = useFakeServer();
  const halfway = { ...registered, factors: [factorOf()] };
  afterEach(() => void halfway.factors.splice(1));

  async function reachMfa(): Promise<{ user: UserEvent; dialog: HTMLElement }> {
    server().answer(token, () => json(200, sessionOf(halfway)));
    server().answer('GET /auth/v1/user', () => json(200, userOf(halfway)));
    server().answer(`POST /auth/v1/factors/${factorOf().id}/challenge`, () =>
      json(200, { id: 'a1b2c3d4-0000-4000-8000-000000000000', type: 'totp', expires_at: 2_000_000_000 }),
    );
    const user = await renderApp();
    const login = await openLogin(user);
    await fillLogin(user);
    await user.click(within(login).getByRole('button', { name: 'ログイン' }));
    return { user, dialog: await screen.findByRole('dialog', { name: '二段階認証' }) };
  }

  const verify = `POST /auth/v1/factors/${factorOf().id}/verify`;

  it('asks for a code before it signs in', async () => {
    server().answer(verify, () => json(200, sessionOf({ ...halfway, level: 'aal2' })));
    const { user } = await reachMfa();
    expect(screen.queryByRole('button', { name: 'haru@example.jp' })).not.toBeInTheDocument();
    const code = screen.getByLabelText('認証コード');
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await user.type(code, '１２３ ４５６');
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(server().to(verify)[0]?.body).toMatchObject({ code: '123456' });
  });

  it('says beside the field that a code is wrong', async () => {
    server().answer(verify, () => authRefusal(422, 'mfa_verification_failed'));
    const { user } = await reachMfa();
    const code = screen.getByLabelText('認証コード');
    await user.type(code, '12345{Enter}');
    expect(code).toHaveAccessibleDescription('6桁の数字を入力してください。');
    expect(server().to(verify)).toHaveLength(0);
    await user.type(code, '6');
    await waitFor(() =>
      expect(code).toHaveAccessibleDescription('認証コードが正しくありません。もう一度入力してください。'),
    );
    expect(code).toHaveFocus();
  });

  it('takes a recovery code where the authenticator app is gone', async () => {
    const use = 'POST /functions/v1/use-recovery-code';
    server().answer(use, () => refusal(422, 'RECOVERY_CODE_INVALID'));
    const { user, dialog } = await reachMfa();
    await user.click(within(dialog).getByRole('button', { name: '認証アプリを使えないとき' }));
    const code = within(dialog).getByLabelText('リカバリーコード');
    expect(code).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(code).toHaveAccessibleDescription('リカバリーコードを入力してください。');
    await user.type(code, 'a1b2c-d3e4f{Enter}');
    await waitFor(() =>
      expect(code).toHaveAccessibleDescription(
        'リカバリーコードが正しくないか、使用済みです。別のコードを入力してください。',
      ),
    );
    const whole = { ...halfway, level: 'aal2' as const };
    server().answer(use, () => json(200, { success: true, session: sessionOf(whole) }));
    server().answer('GET /auth/v1/user', () => json(200, userOf(whole)));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(dialog).not.toBeInTheDocument();
    expect(screen.getByText(/^リカバリーコードでログインしました。/)).toBeVisible();
    const sent = server().to(use);
    expect(sent.map(({ body }) => body)).toEqual([{ code: 'a1b2c-d3e4f' }, { code: 'a1b2c-d3e4f' }]);
    expect(callerOf(sent[0])).toBe(ACCOUNT_ID);
  });

  it('goes back from the recovery code to the app', async () => {
    const { user, dialog } = await reachMfa();
    await user.click(within(dialog).getByRole('button', { name: '認証アプリを使えないとき' }));
    await user.click(within(dialog).getByRole('button', { name: '認証アプリのコードを使う' }));
    expect(within(dialog).getByLabelText('認証コード')).toHaveFocus();
  });

  it('asks which of several authenticator apps the code is from, and tries that one alone', async () => {
    const second = factorOf({
      id: '9d2b6c1e-1a53-4c1b-9d0a-7c1b1f3e5a90',
      friendly_name: '認証アプリ2',
      last_challenged_at: '2026-11-20T09:00:00.000Z',
    });
    halfway.factors.push(second);
    server().answer(verify, () => json(200, sessionOf({ ...halfway, level: 'aal2' })));
    const { user, dialog } = await reachMfa();
    const apps = await within(dialog).findByRole('group', { name: '使用する認証アプリ' });
    expect(within(apps).getByRole('radio', { name: /^認証アプリ2/ })).toBeChecked();
    await user.click(within(apps).getByRole('radio', { name: /^認証アプリ(?!2)/ }));
    await user.type(screen.getByLabelText('認証コード'), '123456');
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(server().to(verify)).toHaveLength(1);
    expect(server().to(`POST /auth/v1/factors/${second.id}/challenge`)).toHaveLength(0);
  });

  it('leaves nothing behind when it is given up', async () => {
    const { user, dialog } = await reachMfa();
    await user.click(within(dialog).getByRole('button', { name: '閉じる' }));
    await waitFor(() => expect(window.localStorage.getItem('haru-session')).toBeNull());
    expect(screen.getByRole('button', { name: 'ログイン' })).toBeVisible();
  });

  describe('finished in another tab', () => {
    it('closes the login that stands here, too', async () => {
      const user = await renderApp();
      const dialog = await openLogin(user);
      storeSession(registered);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'haru-session', newValue: '{}' })));
      expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
      expect(dialog).not.toBeInTheDocument();
    });

    const whole = { ...halfway, level: 'aal2' as const };

    it('is not asked for here any more', async () => {
      const { dialog } = await reachMfa();
      storeSession(whole);
      act(() => void window.dispatchEvent(new Event('visibilitychange')));
      expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
      expect(dialog).not.toBeInTheDocument();
      expect(server().to('POST /auth/v1/logout')).toHaveLength(0);
    });

    it.each(['閉じる', '別のアカウントでログイン'])('outlives the dialog that is left over here (%s)', async (name) => {
      const { user, dialog } = await reachMfa();
      storeSession(whole);
      await user.click(within(dialog).getByRole('button', { name }));
      await waitFor(() => expect(dialog).not.toHaveAccessibleName('二段階認証'));
      await user.click(screen.getByRole('textbox', { name: 'HTML' }));
      await user.paste('<h1>やあ</h1>');
      await user.click(screen.getByRole('button', { name: '公開する' }));
      expect(await screen.findByText('公開しました')).toBeVisible();
      expect(server().to('POST /auth/v1/logout')).toHaveLength(0);
      expect(window.localStorage.getItem('haru-session')).toContain(sessionOf(whole).user.email);
    });
  });

  it('goes on after a reload, and publishes nothing before', async () => {
    storeSession(halfway);
    server().answer('GET /auth/v1/user', () => json(200, userOf(halfway)));
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'ログイン' }));
    const dialog = await screen.findByRole('dialog', { name: '二段階認証' });
    expect(dialog).toBeVisible();
  });

  it('must be over before anything is published', async () => {
    storeSession(halfway);
    const user = await renderApp();
    await screen.findByRole('button', { name: 'ログイン' });
    await user.click(screen.getByRole('textbox', { name: 'HTML' }));
    await user.paste('<h1>やあ</h1>');
    await user.click(screen.getByRole('button', { name: '公開する' }));
    expect(await screen.findByRole('dialog', { name: '二段階認証' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(server().to('POST /functions/v1/create-site')).toHaveLength(0);
  });
});
