import type { SessionAnswer as Session } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import {
  authRefusal,
  factorOf,
  registered,
  sessionOf,
  temporary,
  userOf,
  type AccountOfTest,
} from '../../testing/server/fake-accounts.js';
import { json, noNetwork, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const update = 'PUT /auth/v1/user';

async function openSettings(account: AccountOfTest, tab?: string): Promise<{ user: UserEvent; dialog: HTMLElement }> {
  storeSession(account);
  const user = await renderApp();
  const name = account.isAnonymous ? '一時アカウント' : account.email;
  await user.click(await screen.findByRole('button', { name }));
  await user.click(screen.getByRole('button', { name: '設定' }));
  const dialog = await screen.findByRole('dialog', { name: '設定' });
  if (tab) await user.click(within(dialog).getByRole('tab', { name: tab }));
  return { user, dialog };
}

describe('the address of the security settings', () => {
  const server = useFakeServer();

  it('opens them, and is taken out of the address', async () => {
    storeSession(registered);
    window.history.replaceState(null, '', '/?view=dashboard&settings=security');
    await renderApp();
    const dialog = await screen.findByRole('dialog', { name: '設定' });
    expect(within(dialog).getByRole('tab', { name: 'セキュリティ' })).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(window.location.search).toBe('?view=dashboard'));
  });

  it('asks a visitor to sign in first', async () => {
    server().answer('POST /auth/v1/token', () => json(200, sessionOf(registered)));
    window.history.replaceState(null, '', '/?settings=security');
    const user = await renderApp();
    const login = await screen.findByRole('dialog', { name: 'ログイン' });
    await user.type(within(login).getByLabelText('メールアドレス'), 'haru@example.jp');
    await user.type(within(login).getByLabelText('パスワード'), 'secret-1{Enter}');
    const dialog = await screen.findByRole('dialog', { name: '設定' });
    expect(within(dialog).getByRole('tab', { name: 'セキュリティ' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the tabs of the settings', () => {
  const server = useFakeServer();

  it('are moved through with the arrow keys', async () => {
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    const { user, dialog } = await openSettings(registered);
    const [profile, security, , , danger] = within(dialog).getAllByRole('tab');
    expect(profile).toHaveAttribute('aria-selected', 'true');
    await user.click(profile ?? dialog);
    await user.keyboard('{ArrowRight}');
    expect(security).toHaveFocus();
    expect(security).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{End}');
    expect(danger).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(profile).toHaveFocus();
    expect(within(dialog).getByRole('tabpanel', { name: 'プロフィール' })).toBeVisible();
  });

  it('keep what is half typed in one while another is looked at', async () => {
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    const { user, dialog } = await openSettings(registered);
    await user.type(within(dialog).getByLabelText('メールアドレス'), '.invalid');
    await user.click(within(dialog).getByRole('tab', { name: 'セキュリティ' }));
    await user.type(within(dialog).getByLabelText('新しいパスワード'), 'secret-2');
    expect(within(dialog).getByLabelText('メールアドレス')).not.toBeVisible();
    await user.click(within(dialog).getByRole('tab', { name: 'プロフィール' }));
    expect(within(dialog).getByLabelText('メールアドレス')).toHaveValue('haru@example.jp.invalid');
    await user.keyboard('{Escape}');
    expect(within(dialog).getByText(/^閉じると、内容が失われます。/)).toBeVisible();
    await user.click(within(dialog).getByRole('tab', { name: 'セキュリティ' }));
    expect(within(dialog).getByLabelText('新しいパスワード')).toHaveValue('secret-2');
  });

  it('keep the focus going round among what is shown', async () => {
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    const { user, dialog } = await openSettings(registered, '退会');
    await user.click(within(dialog).getByRole('tab', { name: 'プロフィール' }));
    const field = within(dialog).getByLabelText('メールアドレス');
    await user.type(field, '.x');
    within(dialog).getByRole('button', { name: 'メールアドレスを変更' }).focus();
    const mails = await within(dialog).findByRole('checkbox', { name: /メールで知らせる$/, checked: true });
    await user.tab();
    expect(mails).toHaveFocus();
    await user.tab();
    expect(within(dialog).getByRole('button', { name: 'すべてダウンロード' })).toHaveFocus();
    await user.tab();
    expect(within(dialog).getByRole('button', { name: '閉じる' })).toHaveFocus();
  });

  describe('when the session goes in another tab', () => {
    function endElsewhere(): void {
      window.localStorage.removeItem('haru-session');
      act(() => {
        window.dispatchEvent(new StorageEvent('storage', { key: 'haru-session', newValue: null }));
      });
    }

    it('show it, and keep what was typed for the next login', async () => {
      const { user, dialog } = await openSettings(registered);
      await user.type(within(dialog).getByLabelText('メールアドレス'), '.invalid');
      endElsewhere();
      const login = await screen.findByRole('dialog', { name: 'ログイン' });
      expect(login).toHaveTextContent(
        'ほかのタブでログアウトしました。続けるには、もう一度ログインしてください。入力した内容は残っています。',
      );
      server().answer('POST /auth/v1/token', () => json(200, sessionOf(registered)));
      await user.type(within(login).getByLabelText('メールアドレス'), 'haru@example.jp');
      await user.type(within(login).getByLabelText('パスワード'), 'secret-1{Enter}');
      await waitFor(() => expect(login).not.toBeInTheDocument());
      expect(within(dialog).getByLabelText('メールアドレス')).toHaveValue('haru@example.jp.invalid');
      expect(screen.queryByText(/^ほかのタブでログアウトしました。/)).not.toBeInTheDocument();
    });

    it('close with the login', async () => {
      const { user } = await openSettings(registered);
      endElsewhere();
      const login = await screen.findByRole('dialog', { name: 'ログイン' });
      // The input is lost with it.
      await user.keyboard('{Escape}');
      expect(login).toBeVisible();
      await user.click(within(login).getByRole('button', { name: '閉じる' }));
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(screen.getByText(/^ほかのタブでログアウトしました。/)).toBeVisible();
    });

    it('close for a temporary account, which has no login', async () => {
      await openSettings(temporary);
      endElsewhere();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(screen.getByText(/^ほかのタブで一時アカウントからログアウトしました。/)).toBeVisible();
    });
  });
});

describe('changing the address', () => {
  const server = useFakeServer();

  it('takes another one, which counts only once confirmed', async () => {
    server().answer(update, () => json(200, userOf({ ...registered, newEmail: 'natsu@example.jp' })));
    server().answer('POST /auth/v1/resend', () => json(200, {}));
    const { user, dialog } = await openSettings(registered);
    const field = within(dialog).getByLabelText('メールアドレス');
    const submit = within(dialog).getByRole('button', { name: 'メールアドレスを変更' });
    expect(field).toHaveValue('haru@example.jp');
    expect(submit).toBeDisabled();
    await user.clear(field);
    await user.type(field, 'HARU@example.jp');
    expect(submit).toBeDisabled();
    await user.clear(field);
    await user.type(field, 'natsu@example.jp');
    await user.click(submit);
    expect(await within(dialog).findByText(/^新旧両方のメールアドレスに確認メールをお送りしました。/)).toBeVisible();
    expect(within(dialog).getByText(/^natsu@example.jpは確認待ちです。/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: '確認メールを再送信' }));
    expect(await within(dialog).findByText('確認メールを再送信しました')).toBeVisible();
    expect(server().to('POST /auth/v1/resend')[0]?.body).toMatchObject({
      type: 'email_change',
      email: 'natsu@example.jp',
    });
  });

  it.each([
    ['', 'メールアドレスを入力してください。'],
    ['natsu', 'メールアドレスの形式が正しくありません。例：haru@example.jp'],
  ])('refuses %p', async (typed, text) => {
    const { user, dialog } = await openSettings(registered);
    const field = within(dialog).getByLabelText('メールアドレス');
    await user.clear(field);
    if (typed) await user.type(field, typed);
    await user.click(within(dialog).getByRole('button', { name: 'メールアドレスを変更' }));
    expect(field).toHaveAccessibleDescription(text);
    expect(field).toHaveFocus();
    expect(server().to(update)).toHaveLength(0);
  });

  it('says what went wrong', async () => {
    server().answer(update, () => authRefusal(422, 'email_exists'));
    const { user, dialog } = await openSettings(registered);
    const field = within(dialog).getByLabelText('メールアドレス');
    await user.clear(field);
    await user.type(field, 'natsu@example.jp{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/^このメールアドレスは既に使用されています。/));

    server().answer(update, noNetwork);
    await user.type(field, '{Enter}');
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('メールアドレスを変更できませんでした');
    expect(alert).toHaveTextContent('ネットワークに接続できません。');
  });

  it('asks for a code of the authenticator app where there is one', async () => {
    const factor = factorOf();
    const secured = { ...registered, factors: [factor] };
    server().answer(update, () => authRefusal(401, 'insufficient_aal'));
    server().answer('GET /auth/v1/user', () => json(200, userOf(secured)));
    server().answer(`POST /auth/v1/factors/${factor.id}/challenge`, () =>
      json(200, { id: 'a1b2c3d4-0000-4000-8000-000000000000', type: 'totp', expires_at: 2_000_000_000 }),
    );
    server().answer(`POST /auth/v1/factors/${factor.id}/verify`, () => {
      server().answer(update, () => json(200, userOf({ ...secured, newEmail: 'natsu@example.jp' })));
      return json(200, sessionOf({ ...secured, level: 'aal2' }));
    });
    const { user, dialog } = await openSettings(registered);
    const field = within(dialog).getByLabelText('メールアドレス');
    await user.clear(field);
    await user.type(field, 'natsu@example.jp{Enter}');
    const code = await within(dialog).findByLabelText('認証コード');
    expect(code).toHaveAccessibleDescription(/^この操作には二段階認証が必要です。/);
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
    expect(code).toHaveFocus();
    await user.type(code, '123456{Enter}');
    expect(await within(dialog).findByText(/^新旧両方のメールアドレスに確認メールをお送りしました。/)).toBeVisible();
    expect(within(dialog).queryByLabelText('認証コード')).not.toBeInTheDocument();
  });

  it('offers registering to a temporary account, and shows a pending address as pending', async () => {
    const { user, dialog } = await openSettings({ ...temporary, newEmail: 'haru@example.jp' });
    expect(dialog).toHaveTextContent('haru@example.jpは確認待ちです。届いたメールのリンクを開くと登録が完了します。');
    expect(within(dialog).getByRole('button', { name: '確認メールを再送信' })).toBeVisible();
    await user.click(within(dialog).getByRole('tab', { name: 'セキュリティ' }));
    expect(dialog).toHaveTextContent('パスワードと二段階認証は、登録すると設定できます。');
  });

  it('leads a temporary account to registering', async () => {
    const { user, dialog } = await openSettings(temporary);
    await user.click(within(dialog).getByRole('button', { name: '無料で登録' }));
    expect(await screen.findByRole('dialog', { name: '登録してページを引き継ぐ' })).toBeVisible();
  });
});

describe('changing the password', () => {
  const server = useFakeServer();

  async function openPassword() {
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    const { user, dialog } = await openSettings(registered, 'セキュリティ');
    const again = within(dialog).getByLabelText('新しいパスワード（確認）');
    const current = within(dialog).getByLabelText('現在のパスワード');
    await user.type(current, 'secret-1');
    return { user, dialog, current, password: within(dialog).getByLabelText('新しいパスワード'), again };
  }

  it('says that it is done and empties the fields', async () => {
    server().answer(update, () => json(200, userOf(registered)));
    const { user, dialog, current, password, again } = await openPassword();
    expect(current).toHaveAttribute('autocomplete', 'current-password');
    expect(password).toHaveAttribute('autocomplete', 'new-password');
    await user.type(password, 'secret-2');
    await user.type(again, 'secret-2{Enter}');
    expect(await within(dialog).findByText(/^パスワードを変更しました。/)).toBeVisible();
    expect(password).toHaveValue('');
    expect(current).toHaveValue('');
    expect(server().to(update)[0]?.body).toMatchObject({ password: 'secret-2', current_password: 'secret-1' });
  });

  it('asks for the current password, and says beside it when it is wrong', async () => {
    server().answer(update, () => authRefusal(400, 'current_password_invalid'));
    const { user, current, password, again } = await openPassword();
    await user.clear(current);
    await user.type(password, 'secret-2');
    await user.type(again, 'secret-2{Enter}');
    expect(current).toHaveAccessibleDescription('パスワードを入力してください。');
    expect(current).toHaveFocus();
    expect(server().to(update)).toHaveLength(0);
    await user.type(current, 'no idea{Enter}');
    await waitFor(() => expect(current).toHaveAccessibleDescription('現在のパスワードが正しくありません。'));
    expect(current).toHaveFocus();
  });

  it.each([
    [59, 0],
    [61, 1],
  ])('of a session that a mail opened %d minutes ago asks for %d current passwords', async (mailReadBefore, asked) => {
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    const { dialog } = await openSettings({ ...registered, mailReadBefore }, 'セキュリティ');
    expect(within(dialog).getByLabelText('新しいパスワード')).toBeVisible();
    expect(within(dialog).queryAllByLabelText('現在のパスワード')).toHaveLength(asked);
  });

  it('takes a code from a mail instead', async () => {
    server().answer(update, () => json(200, userOf(registered)));
    server().answer('GET /auth/v1/reauthenticate', () => authRefusal(429, 'over_email_send_rate_limit'));
    const { user, dialog, password, again } = await openPassword();
    const ask = within(dialog).getByRole('button', { name: '確認コードをメールで受け取る' });
    await user.click(ask);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('確認コードを送信できませんでした');
    server().answer('GET /auth/v1/reauthenticate', () => json(200, {}));
    await user.click(ask);
    await user.type(await within(dialog).findByLabelText('確認コード'), '123456');
    expect(within(dialog).queryByLabelText('現在のパスワード')).not.toBeInTheDocument();
    await user.type(password, 'secret-2');
    await user.type(again, 'secret-2{Enter}');
    expect(await within(dialog).findByText(/^パスワードを変更しました。/)).toBeVisible();
    expect(server().to(update)).toHaveLength(1);
    expect(server().to(update)[0]?.body).toMatchObject({ password: 'secret-2', nonce: '123456' });
    expect(server().to(update)[0]?.body).not.toHaveProperty('current_password');
  });

  it('checks length and equality first', async () => {
    const { user, password, again } = await openPassword();
    await user.type(password, '12345');
    await user.type(again, '12345{Enter}');
    expect(password).toHaveAccessibleDescription('パスワードは6文字以上である必要があります');
    expect(password).toHaveFocus();
    await user.type(password, '6');
    await user.type(again, '7{Enter}');
    expect(again).toHaveAccessibleDescription('新しいパスワードが一致しません');
    expect(server().to(update)).toHaveLength(0);
  });

  it('says what went wrong', async () => {
    server().answer(update, () => authRefusal(422, 'same_password'));
    const { user, dialog, password, again } = await openPassword();
    await user.type(password, 'secret-1');
    await user.type(again, 'secret-1{Enter}');
    await waitFor(() => expect(password).toHaveAccessibleDescription(/^新しいパスワードは現在のパスワードと異なる/));
    server().answer(update, () => authRefusal(500, 'unexpected_failure'));
    await user.type(again, '{Enter}');
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('パスワードを変更できませんでした');
    expect(alert).toHaveTextContent('パスワードの変更中にエラーが発生しました。');
  });

  it('asks for the code from a mail where the server wants one', async () => {
    server().answer(update, ({ body }) =>
      typeof body === 'object' && body !== null && 'nonce' in body
        ? json(200, userOf(registered))
        : authRefusal(400, 'reauthentication_needed'),
    );
    server().answer('GET /auth/v1/reauthenticate', () => json(200, {}));
    const { user, dialog, password, again } = await openPassword();
    await user.type(password, 'secret-2');
    await user.type(again, 'secret-2{Enter}');
    const code = await within(dialog).findByLabelText('確認コード');
    expect(code).toHaveFocus();
    await user.type(code, '123456{Enter}');
    expect(await within(dialog).findByText(/^パスワードを変更しました。/)).toBeVisible();
    expect(server().to('GET /auth/v1/reauthenticate')).toHaveLength(1);
    expect(server().to(update).at(-1)?.body).toMatchObject({ password: 'secret-2', nonce: '123456' });
  });

  it.each(['session_not_found', 'user_not_found'] as const)('shows that the session has ended (%s)', async (code) => {
    server().answer(update, () => authRefusal(403, code));
    const { user, password, again } = await openPassword();
    await user.type(password, 'secret-2');
    await user.type(again, 'secret-2{Enter}');
    const login = await screen.findByRole('dialog', { name: 'ログイン' });
    expect(login).toHaveTextContent('ログインの有効期限が切れました。もう一度ログインしてください。');
    expect(password).toHaveValue('secret-2');
  });
});

describe('deleting the account', () => {
  const server = useFakeServer();
  const remove = 'POST /functions/v1/delete-account';

  it('says how many pages go', async () => {
    server().answer('GET /rest/v1/sites', () => json(200, [{}], { 'content-range': '0-0/1200' }));
    const { dialog } = await openSettings(registered, '退会');
    expect(
      await within(dialog).findByText(/^アカウントと、公開した1,200件のページを削除します。元に戻すことはできません。/),
    ).toBeVisible();
  });

  it('is for who types DELETE exactly', async () => {
    server().answer(remove, () => json(200, { success: true }));
    const { user, dialog } = await openSettings(registered, '退会');
    const field = within(dialog).getByLabelText('確認（半角の大文字で「DELETE」）');
    const submit = within(dialog).getByRole('button', { name: 'アカウントを削除' });
    const { access_token: accessToken } = JSON.parse(window.localStorage.getItem('haru-session') ?? '') as Session;
    await user.click(submit);
    expect(field).toHaveAccessibleDescription('削除を確認するために「DELETE」と入力してください');
    expect(field).toHaveFocus();
    await user.type(field, 'delete{Enter}');
    expect(field).toBeInvalid();
    await user.clear(field);
    await user.type(field, 'DELETE ');
    await user.click(submit);
    expect(field).toBeInvalid();
    expect(server().to(remove)).toHaveLength(0);

    await user.clear(field);
    await user.type(field, 'DELETE{Enter}');
    expect(await screen.findByText(/^アカウントを削除しました。/)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'ログイン' })).toBeVisible();
    const [request] = server().to(remove);
    expect(request?.headers.get('authorization')).toBe(`Bearer ${accessToken}`);
    expect(window.localStorage.getItem('haru-session')).toBeNull();
  });

  it('asks for a code of the authenticator app where there is one, then goes on', async () => {
    const factor = factorOf();
    const secured = { ...registered, factors: [factor] };
    server().answer(remove, () => refusal(401, 'insufficient_aal'));
    server().answer('GET /auth/v1/user', () => json(200, userOf(secured)));
    server().answer(`POST /auth/v1/factors/${factor.id}/challenge`, () =>
      json(200, { id: 'a1b2c3d4-0000-4000-8000-000000000000', type: 'totp', expires_at: 2_000_000_000 }),
    );
    server().answer(`POST /auth/v1/factors/${factor.id}/verify`, () => {
      server().answer(remove, () => json(200, { success: true }));
      return json(200, sessionOf({ ...secured, level: 'aal2' }));
    });
    const { user, dialog } = await openSettings(registered, '退会');
    await user.type(within(dialog).getByLabelText('確認（半角の大文字で「DELETE」）'), 'DELETE{Enter}');
    const code = await within(dialog).findByLabelText('認証コード');
    expect(code).toHaveAccessibleDescription(/^この操作には二段階認証が必要です。/);
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
    expect(code).toHaveFocus();
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText(/^アカウントを削除しました。/)).toBeVisible();
    expect(server().to(remove)).toHaveLength(2);
  });

  it.each([
    [() => refusal(503, 'SERVICE_UNAVAILABLE'), 'サーバーが一時的に応答できません。'],
    [() => refusal(500, 'UNKNOWN_ERROR'), 'アカウントの削除中にエラーが発生しました。'],
    [noNetwork, 'ネットワークに接続できません。'],
  ])('says what went wrong, and deletes nothing', async (answer, text) => {
    server().answer(remove, answer);
    const { user, dialog } = await openSettings(registered, '退会');
    await user.type(within(dialog).getByLabelText('確認（半角の大文字で「DELETE」）'), 'DELETE{Enter}');
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('アカウントを削除できませんでした');
    expect(alert).toHaveTextContent(text);
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });
});

describe('the devices that are signed in', () => {
  const server = useFakeServer();
  const list = 'GET /functions/v1/sessions';
  const here = {
    id: '6b1d0c1e-1a53-4c1b-9d0a-7c1b1f3e5a01',
    current: true,
    browser: 'Chrome',
    system: 'Windows',
    network: '198.51.100.0/24',
    created_at: '2026-11-20T05:06:07.000Z',
    last_used_at: '2026-11-22T05:06:07.000Z',
  };
  const phone = {
    ...here,
    id: '6b1d0c1e-1a53-4c1b-9d0a-7c1b1f3e5a02',
    current: false,
    browser: 'Safari',
    system: 'iPhone',
  };
  const unknown = { ...phone, id: '6b1d0c1e-1a53-4c1b-9d0a-7c1b1f3e5a03', browser: null, system: null, network: null };
  const answerWith = (sessions: object[]) => server().answer(list, () => json(200, { success: true, sessions }));

  async function openDevices(): Promise<{ user: UserEvent; devices: HTMLElement }> {
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    const { user, dialog } = await openSettings(registered, 'セキュリティ');
    return { user, devices: await within(dialog).findByRole('list', { name: 'ログイン中の端末' }) };
  }

  it('are listed in plain words, this one marked', async () => {
    answerWith([here, phone, unknown]);
    const { devices } = await openDevices();
    const [first, second, third] = within(devices).getAllByRole('listitem');
    expect(first).toHaveTextContent(/^WindowsのChrome この端末最終利用：2026年11月22日 \d\d:06/);
    expect(first).toHaveTextContent('接続元：198.51.100.0付近');
    expect(second).toHaveTextContent(/^iPhoneのSafari ?最終利用：/);
    expect(third).toHaveTextContent(/^不明な端末 ?最終利用：/);
    expect(third).not.toHaveTextContent('ネットワーク');
  });

  it('can be signed out from here', async () => {
    answerWith([here, phone]);
    const end = `DELETE /functions/v1/sessions/${phone.id}`;
    server().answer(end, () => refusal(503, 'SERVICE_BUSY'));
    const { user, devices } = await openDevices();
    const button = within(devices).getByRole('button', { name: 'iPhoneのSafariを終了' });
    await user.click(button);
    expect(await within(devices).findByRole('alert')).toHaveTextContent('ログインを終了できませんでした');
    server().answer(end, () => json(200, { success: true }));
    answerWith([here]);
    await user.click(button);
    expect(await screen.findByText('iPhoneのSafariのログインを終了しました')).toBeVisible();
    await waitFor(() => expect(button).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { name: 'ログイン中の端末' })).toHaveFocus();
  });

  it('have no button for this one, which the header signs out', async () => {
    answerWith([here]);
    const { devices } = await openDevices();
    expect(within(devices).getByText('この端末')).toBeVisible();
    expect(within(devices).queryByRole('button')).not.toBeInTheDocument();
  });

  it('are not shown when they cannot be read', async () => {
    server().answer(list, () => refusal(503, 'SERVICE_BUSY'));
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    const { dialog } = await openSettings(registered, 'セキュリティ');
    expect(await within(dialog).findByText('ログイン中の端末を読み込めませんでした')).toBeVisible();
  });
});
