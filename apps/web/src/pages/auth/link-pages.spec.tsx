import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { SESSION_STORAGE_KEY } from '../../session/client/stored-session.js';
import { authRefusal, factorOf, registered, sessionOf, temporary, userOf } from '../../testing/server/fake-accounts.js';
import { json, noNetwork, redirectedTo, useFakeServer, type FakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeFlow, storeSession } from '../../testing/render-app.js';

const verify = 'POST /auth/v1/verify';
const follow = 'GET /auth/v1/verify';
const exchange = 'POST /auth/v1/token';
const update = 'PUT /auth/v1/user';

const storedSession = () => window.localStorage.getItem(SESSION_STORAGE_KEY);

function visit(address: string): void {
  window.history.replaceState(null, '', address);
}

const flowId = '0123456789abcdef0123456789abcdef';

/** This browser asked for the mail; following its link brings the code of the flow. */
function visitOwnLink(server: FakeServer, page: 'confirm' | 'reset-password', account = registered): void {
  storeFlow(flowId);
  server.answer(follow, () => redirectedTo('/?code=code-1'));
  server.answer(exchange, () => json(200, sessionOf(account)));
  visit(`/auth/${page}?token=pkce_abc&type=${page === 'confirm' ? 'signup' : 'recovery'}&sb_flow_id=${flowId}`);
}

/** Answers the question about a link that may come from another person. */
async function answerQuestion(user: UserEvent, button: 'ログインする' | 'ログインしない'): Promise<void> {
  const question = await screen.findByRole('dialog', { name: 'haru@example.jp として続けますか？' });
  await user.click(within(question).getByRole('button', { name: button }));
}

const withTimers = { advanceTimers: (ms: number) => jest.advanceTimersByTime(ms) };

async function homeAfterThreeSeconds(search = ''): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(2_900));
  expect(window.location.pathname).toMatch(/^\/auth\//);
  await act(() => jest.advanceTimersByTimeAsync(200));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(window.location.search).toBe(search);
}

describe('/auth/confirm', () => {
  const server = useFakeServer();
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each(['', '?token=abc', '?type=signup', '?token=&type=signup', '?token=abc&type=recovery'])(
    'with %p is no confirmation link',
    async (query) => {
      visit(`/auth/confirm${query}`);
      await renderApp();
      expect(await screen.findByRole('alert')).toHaveTextContent('無効な確認リンクです');
      expect(screen.getByRole('link', { name: 'ホームへ戻る' })).toHaveAttribute('href', '/');
      expect(server().to(verify)).toHaveLength(0);
    },
  );

  it('confirms, goes home after three seconds, and signs in on agreement', async () => {
    jest.useFakeTimers();
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    let finish = (_response: Response): void => undefined;
    server().answer(verify, () => new Promise((resolve) => (finish = resolve)));
    visit('/auth/confirm?token=abc123&type=signup');
    const user = await renderApp(withTimers);
    expect(await screen.findByText('メールアドレスを確認しています…')).toBeVisible();
    await waitFor(() => expect(server().to(verify)).toHaveLength(1));
    expect(window.location.search).toBe('');
    expect(server().to(verify)[0]?.body).toMatchObject({ type: 'signup', token_hash: 'abc123' });
    finish(json(200, sessionOf(registered)));
    expect(await screen.findByText('メールアドレスを確認しました')).toBeVisible();
    await homeAfterThreeSeconds();
    expect(storedSession()).toBeNull();
    await answerQuestion(user, 'ログインする');
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'HTML' })).toBeVisible();
  });

  it('confirms, and does not sign in after a refusal', async () => {
    server().answer(verify, () => json(200, sessionOf(registered)));
    visit('/auth/confirm?token=abc123&type=signup');
    const user = await renderApp();
    await answerQuestion(user, 'ログインしない');
    expect(await screen.findByText(/^ログインしませんでした。/)).toBeVisible();
    expect(screen.getByText('メールアドレスを確認しました')).toBeVisible();
    expect(storedSession()).toBeNull();
    expect(server().to('POST /auth/v1/logout')).toHaveLength(1);
  });

  it('leads to the pages of the account where it is signed in', async () => {
    jest.useFakeTimers();
    visitOwnLink(server(), 'confirm');
    await renderApp(withTimers);
    expect(await screen.findByRole('button', { name: 'マイページを開く' })).toBeVisible();
    await homeAfterThreeSeconds('?view=dashboard');
  });

  it('does not ask the browser that asked for the mail', async () => {
    visitOwnLink(server(), 'confirm');
    await renderApp();
    expect(await screen.findByText('メールアドレスを確認しました')).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(server().to(follow)[0]?.query.get('token')).toBe('pkce_abc');
    expect(server().to(exchange)[0]?.body).toEqual({ auth_code: 'code-1', code_verifier: 'v'.repeat(112) });
    expect(server().to(verify)).toHaveLength(0);
  });

  it('asks about the link of a flow that began in another browser', async () => {
    server().answer(verify, () => json(200, sessionOf(registered)));
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    visit(`/auth/confirm?token=pkce_abc&type=signup&sb_flow_id=${flowId}`);
    const user = await renderApp();
    expect(window.location.search).toBe('');
    await answerQuestion(user, 'ログインする');
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(server().to(verify)[0]?.body).toMatchObject({ token_hash: 'pkce_abc' });
  });

  it('says that the own link is used up', async () => {
    visitOwnLink(server(), 'confirm');
    server().answer(follow, () => redirectedTo('/?error=access_denied&error_code=otp_expired'));
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent('リンクまたはコードが無効か、期限が切れています。');
  });

  it.each([
    [() => authRefusal(403, 'otp_expired'), 'リンクまたはコードが無効か、期限が切れています。'],
    [() => authRefusal(403, 'user_banned'), 'このアカウントは利用を停止されています。'],
    [noNetwork, 'ネットワークに接続できません。'],
    [() => authRefusal(500, 'unexpected_failure'), 'メールアドレスの確認中にエラーが発生しました。'],
  ])('says why it did not work', async (answer, text) => {
    server().answer(verify, answer);
    visit('/auth/confirm?token=abc123&type=signup');
    const user = await renderApp();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('メールアドレスを確認できませんでした');
    expect(alert).toHaveTextContent(text);
    await user.click(screen.getByRole('button', { name: 'ログインへ' }));
    expect(await screen.findByRole('dialog', { name: 'ログイン' })).toBeVisible();
  });
});

describe('/auth/confirm once more', () => {
  const server = useFakeServer();
  const visitAgain = () => window.history.replaceState({ usr: { used: true } }, '', '/auth/confirm');

  it('after a reload says what to do', async () => {
    visitAgain();
    const user = await renderApp();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('このリンクは使用済みか、期限が切れています');
    expect(alert).toHaveTextContent('確認が済んでいる場合は、そのままログインできます。');
    await user.click(screen.getByRole('button', { name: 'ログインへ' }));
    expect(await screen.findByRole('dialog', { name: 'ログイン' })).toBeVisible();
    expect(server().to(verify)).toHaveLength(0);
  });

  it('has the mail sent again', async () => {
    server().answer('POST /auth/v1/resend', () => json(200, {}));
    visitAgain();
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: '確認メールを再送信' }));
    const question = await screen.findByRole('dialog', { name: '確認メールの再送信' });
    await user.type(within(question).getByLabelText('メールアドレス'), 'haru@example.jp{Enter}');
    expect(await screen.findByRole('dialog', { name: 'メールを確認してください' })).toBeVisible();
    expect(server().to('POST /auth/v1/resend')[0]?.body).toMatchObject({ type: 'signup', email: 'haru@example.jp' });
  });

  it('shows a signed-in account that nothing is left to do', async () => {
    server().answer(verify, () => authRefusal(403, 'otp_expired'));
    storeSession(registered);
    visit('/auth/confirm?token=abc123&type=signup');
    await renderApp();
    expect(await screen.findByText(/^haru@example.jpでログインしています。/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'マイページを開く' })).toBeVisible();
  });

  it('is tried again with the same link after a fault on the way', async () => {
    server().answer(verify, noNetwork);
    visit('/auth/confirm?token=abc123&type=signup');
    const user = await renderApp();
    const again = await screen.findByRole('button', { name: '再試行' });
    server().answer(verify, () => json(200, sessionOf(registered)));
    await user.click(again);
    expect(await screen.findByText('メールアドレスを確認しました')).toBeVisible();
    expect(server().to(verify).at(-1)?.body).toMatchObject({ token_hash: 'abc123' });
  });
});

describe('/auth/confirm beside a temporary account', () => {
  const server = useFakeServer();

  async function openQuestion() {
    storeSession(temporary);
    visitOwnLink(server(), 'confirm', { ...registered, id: '11111111-52ad-4f1c-9d3e-1f0a5a0c6f11' });
    const user = await renderApp();
    await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
    expect(server().to(follow)).toHaveLength(0);
    return user;
  }

  it('leaves it only when asked to, and takes its pages along', async () => {
    const user = await openQuestion();
    expect(screen.getByRole('checkbox', { name: /に引き継ぐ$/, checked: true })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'ログインする' }));
    expect(await screen.findByText('メールアドレスを確認しました')).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    await waitFor(() => expect(server().to('POST /functions/v1/adopt-sites')).toHaveLength(1));
    await waitFor(() => expect(window.localStorage.getItem('haru-hand-over')).toBeNull());
  });

  it('keeps it, and the link, otherwise', async () => {
    const user = await openQuestion();
    await user.click(screen.getByRole('button', { name: 'キャンセル' }));
    expect(await screen.findByText('メールアドレスはまだ確認していません')).toBeVisible();
    expect(screen.getByRole('button', { name: '一時アカウント' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: '確認してログイン' }));
    await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
    expect(server().to(follow)).toHaveLength(0);
  });

  it('names the account of a link that began elsewhere', async () => {
    const other = { ...registered, id: '11111111-52ad-4f1c-9d3e-1f0a5a0c6f11' };
    server().answer(verify, () => json(200, sessionOf(other)));
    storeSession(temporary);
    visit('/auth/confirm?token=abc123&type=signup');
    const user = await renderApp();
    const question = await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
    expect(question).toHaveTextContent('ログイン後haru@example.jp');
    await user.click(within(question).getByRole('button', { name: 'キャンセル' }));
    expect(await screen.findByText(/^一時アカウントのまま続けています。/)).toBeVisible();
    expect(screen.getByText('メールアドレスを確認しました')).toBeVisible();
  });
});

describe('/auth/reset-password', () => {
  const server = useFakeServer();
  afterEach(() => {
    jest.useRealTimers();
  });

  const fields = () => ({
    password: screen.getByLabelText('新しいパスワード'),
    again: screen.getByLabelText('新しいパスワード（確認）'),
  });

  async function openReset(account = registered) {
    visitOwnLink(server(), 'reset-password', account);
    const user = await renderApp();
    await screen.findByRole('button', { name: 'パスワードを設定' });
    return user;
  }

  it.each(['', '?token=abc', '?type=recovery', '?token=abc&type=signup'])('with %p is no reset link', async (query) => {
    visit(`/auth/reset-password${query}`);
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent('無効なパスワードリセットリンクです');
    expect(screen.getByRole('link', { name: 'ホームへ戻る' })).toHaveAttribute('href', '/');
  });

  it('sets the password and goes home after three seconds', async () => {
    jest.useFakeTimers();
    server().answer(verify, () => json(200, sessionOf(registered)));
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    server().answer(update, () => json(200, userOf(registered)));
    visit('/auth/reset-password?token=abc123&type=recovery');
    const user = await renderApp(withTimers);
    await screen.findByRole('button', { name: 'パスワードを設定' });
    expect(server().to(verify)).toHaveLength(0);
    expect(fields().password).toHaveAttribute('autocomplete', 'new-password');
    await user.type(fields().password, 'secret-2');
    await user.type(fields().again, 'secret-2{Enter}');
    await answerQuestion(user, 'ログインする');
    expect(await screen.findByText('パスワードを設定しました')).toBeVisible();
    expect(server().to(verify)[0]?.body).toMatchObject({ type: 'recovery', token_hash: 'abc123' });
    expect(server().to(update)[0]?.body).toMatchObject({ password: 'secret-2' });
    await homeAfterThreeSeconds();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('does not ask the browser that asked for the mail', async () => {
    server().answer(update, () => json(200, userOf(registered)));
    const user = await openReset();
    expect(server().to(follow)).toHaveLength(0);
    await user.type(fields().password, 'secret-2');
    await user.type(fields().again, 'secret-2{Enter}');
    expect(await screen.findByText('パスワードを設定しました')).toBeVisible();
    expect(server().to(follow)[0]?.query.get('type')).toBe('recovery');
    expect(server().to(verify)).toHaveLength(0);
  });

  it('sets no password for who declines, says so, and offers another mail', async () => {
    server().answer(verify, () => json(200, sessionOf(registered)));
    visit('/auth/reset-password?token=abc123&type=recovery');
    const user = await renderApp();
    await user.type(await screen.findByLabelText('新しいパスワード'), 'secret-2');
    await user.type(fields().again, 'secret-2{Enter}');
    await answerQuestion(user, 'ログインしない');
    expect(await screen.findByRole('alert')).toHaveTextContent('ログインしませんでした。');
    expect(screen.getByRole('button', { name: '再設定メールをもう一度送る' })).toBeVisible();
    expect(server().to(update)).toHaveLength(0);
    expect(storedSession()).toBeNull();
  });

  it('checks length and equality before the link is used up', async () => {
    const user = await openReset();
    await user.type(fields().password, '12345');
    await user.type(fields().again, '12345{Enter}');
    expect(fields().password).toHaveAccessibleDescription('パスワードは6文字以上である必要があります');
    await user.type(fields().password, '6');
    await user.type(fields().again, '7{Enter}');
    expect(fields().again).toHaveAccessibleDescription('パスワードが一致しません');
    expect(fields().again).toHaveFocus();
    expect(server().to(follow)).toHaveLength(0);
  });

  it('of a link that is over says so before anything is typed, and offers another mail', async () => {
    server().answer('POST /functions/v1/check-reset-link', () => json(200, { success: true, is_valid: false }));
    visit('/auth/reset-password?token=abc123&type=recovery');
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent('このリンクは使用済みか、期限が切れています');
    expect(screen.queryByLabelText('新しいパスワード')).toBeNull();
    expect(screen.getByRole('button', { name: '再設定メールをもう一度送る' })).toBeVisible();
    expect(server().to('POST /functions/v1/check-reset-link')[0]?.body).toEqual({ token: 'abc123' });
  });

  it('of a used link offers another mail', async () => {
    const user = await openReset();
    server().answer(follow, () => redirectedTo('/?error=access_denied&error_code=otp_expired'));
    await user.type(fields().password, 'secret-2');
    await user.type(fields().again, 'secret-2{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('パスワードを設定できませんでした');
    expect(alert).toHaveTextContent('リンクまたはコードが無効か、期限が切れています。');
    await user.click(screen.getByRole('button', { name: '再設定メールをもう一度送る' }));
    expect(await screen.findByRole('dialog', { name: 'パスワードの再設定' })).toBeVisible();
  });

  it('after a reload goes on while the link is unused, and offers another mail after that', async () => {
    window.history.replaceState({ usr: { token: 'abc123' } }, '', '/auth/reset-password');
    server().answer(verify, () => authRefusal(403, 'otp_expired'));
    const user = await renderApp();
    await screen.findByRole('button', { name: 'パスワードを設定' });
    await user.type(fields().password, 'secret-2');
    await user.type(fields().again, 'secret-2{Enter}');
    await screen.findByRole('alert');
    expect(server().to(verify)[0]?.body).toMatchObject({ token_hash: 'abc123' });
    expect(window.history.state).toMatchObject({ usr: { used: true } });
    cleanup();
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent('このリンクは使用済みか、期限が切れています');
    expect(screen.getByRole('button', { name: '再設定メールをもう一度送る' })).toBeVisible();
  });

  it('uses the link once, also when the password is refused at first', async () => {
    server().answer(update, () => authRefusal(422, 'same_password'));
    const user = await openReset();
    await user.type(fields().password, 'secret-1');
    await user.type(fields().again, 'secret-1{Enter}');
    await waitFor(() => expect(fields().password).toHaveAccessibleDescription(/現在のパスワードと異なるもの/));
    server().answer(update, () => json(200, userOf(registered)));
    await user.type(fields().password, '2');
    await user.type(fields().again, '2{Enter}');
    expect(await screen.findByText('パスワードを設定しました')).toBeVisible();
    expect(server().to(exchange)).toHaveLength(1);
  });

  it('asks for the second factor where there is one', async () => {
    const factor = factorOf();
    const secured = { ...registered, factors: [factor] };
    server().answer(update, () => authRefusal(401, 'insufficient_aal'));
    server().answer('GET /auth/v1/user', () => json(200, userOf(secured)));
    server().answer(`POST /auth/v1/factors/${factor.id}/challenge`, () =>
      json(200, { id: 'a1b2c3d4-0000-4000-8000-000000000000', type: 'totp', expires_at: 2_000_000_000 }),
    );
    server().answer(`POST /auth/v1/factors/${factor.id}/verify`, () => {
      server().answer(update, () => json(200, userOf(secured)));
      return json(200, sessionOf({ ...secured, level: 'aal2' }));
    });
    const user = await openReset(secured);
    await user.type(fields().password, 'secret-2');
    await user.type(fields().again, 'secret-2{Enter}');
    const code = await screen.findByLabelText('認証コード');
    expect(code).toHaveAccessibleDescription(/^この操作には二段階認証が必要です。/);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(code).toHaveFocus();
    expect(window.location.search).toBe('');
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText('パスワードを設定しました')).toBeVisible();
  });

  it('goes on after a wrong code, and asks for none twice', async () => {
    const factor = factorOf();
    const secured = { ...registered, factors: [factor] };
    const verifyFactor = `POST /auth/v1/factors/${factor.id}/verify`;
    server().answer(update, () => authRefusal(401, 'insufficient_aal'));
    server().answer('GET /auth/v1/user', () => json(200, userOf(secured)));
    server().answer(`POST /auth/v1/factors/${factor.id}/challenge`, () =>
      json(200, { id: 'a1b2c3d4-0000-4000-8000-000000000000', type: 'totp', expires_at: 2_000_000_000 }),
    );
    server().answer(verifyFactor, () => authRefusal(422, 'mfa_verification_failed'));
    const user = await openReset(secured);
    await user.type(fields().password, 'secret-1');
    await user.type(fields().again, 'secret-1{Enter}');
    const code = await screen.findByLabelText('認証コード');
    await user.type(code, '000000{Enter}');
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^認証コードが正しくありません。/));
    expect(code).toHaveFocus();

    server().answer(verifyFactor, () => json(200, sessionOf({ ...secured, level: 'aal2' })));
    server().answer(update, () => authRefusal(422, 'same_password'));
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(fields().password).toHaveAccessibleDescription(/現在のパスワードと異なるもの/));
    expect(fields().password).toHaveFocus();
    expect(screen.queryByLabelText('認証コード')).not.toBeInTheDocument();

    server().answer(update, () => json(200, userOf(secured)));
    await user.type(fields().password, '2');
    await user.type(fields().again, '2{Enter}');
    expect(await screen.findByText('パスワードを設定しました')).toBeVisible();
    expect(server().to(verifyFactor)).toHaveLength(2);
  });

  it('offers another mail when the session of the link has ended', async () => {
    server().answer(update, () => authRefusal(403, 'session_not_found'));
    const user = await openReset();
    await user.type(fields().password, 'secret-2');
    await user.type(fields().again, 'secret-2{Enter}');
    expect(await screen.findByRole('button', { name: '再設定メールをもう一度送る' })).toBeVisible();
  });
});
