import { limits } from '@haru/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { SESSION_STORAGE_KEY } from '../../session/client/stored-session.js';
import {
  authRefusal,
  factorOf,
  registered,
  sessionOf,
  userOf,
  type AccountOfTest,
} from '../../testing/server/fake-accounts.js';
import { callerOf, json, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const verify = 'POST /auth/v1/verify';
const update = 'PUT /auth/v1/user';
const logout = 'POST /auth/v1/logout';
const question = { name: '別のアカウントでログインしますか？' };

const other: AccountOfTest = {
  email: 'natsu@example.jp',
  isAnonymous: false,
  id: '11111111-52ad-4f1c-9d3e-1f0a5a0c6f11',
};

const storedSession = () => window.localStorage.getItem(SESSION_STORAGE_KEY);

describe('a mail link where an account is logged in', () => {
  const server = useFakeServer();
  // The page leaves by itself after 3 s. A busy machine may need longer for these steps.
  beforeEach(() => {
    jest.replaceProperty<{ redirectAfterConfirmMs: number }, 'redirectAfterConfirmMs'>(
      limits,
      'redirectAfterConfirmMs',
      60_000,
    );
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Follows a link of the account `whose` while `here` is signed in. */
  async function follow(page: 'confirm' | 'reset-password', whose: AccountOfTest, here: AccountOfTest = registered) {
    server().answer(verify, () => json(200, sessionOf(whose)));
    server().answer('GET /auth/v1/user', () => json(200, userOf(whose)));
    server().answer(update, () => json(200, userOf(whose)));
    storeSession(here);
    const before = storedSession();
    const type = page === 'confirm' ? 'signup' : 'recovery';
    window.history.replaceState(null, '', `/auth/${page}?token=abc123&type=${type}`);
    const user = await renderApp();
    if (page === 'reset-password') {
      await user.type(await screen.findByLabelText('新しいパスワード'), 'secret-2');
      await user.type(screen.getByLabelText('新しいパスワード（確認）'), 'secret-2{Enter}');
    }
    return { user, before };
  }

  it('confirms another account and asks before it takes the place', async () => {
    const { user, before } = await follow('confirm', other);
    const asked = await screen.findByRole('dialog', question);
    expect(asked).toHaveTextContent('ログイン後natsu@example.jp');
    expect(asked).toHaveTextContent('現在haru@example.jp');
    expect(storedSession()).toBe(before);
    await user.click(within(asked).getByRole('button', { name: 'ログインする' }));
    expect(await screen.findByText('メールアドレスを確認しました')).toBeVisible();
    expect(screen.getByRole('button', { name: 'natsu@example.jp' })).toBeVisible();
    expect(server().to(logout)).toHaveLength(0);
  });

  it('stays with who was here when asked to, and ends the session that the link began', async () => {
    const { user, before } = await follow('confirm', other);
    const asked = await screen.findByRole('dialog', question);
    await user.click(within(asked).getByRole('button', { name: 'キャンセル' }));
    expect(await screen.findByText('メールアドレスを確認しました')).toBeVisible();
    expect(screen.getByText(/^haru@example.jpのまま続けています。/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(storedSession()).toBe(before);
    const ended = server().to(logout);
    expect(ended.map(({ query }) => query.get('scope'))).toEqual(['local']);
    expect(callerOf(ended[0])).toBe(other.id);
    expect(window.history.state).toMatchObject({ usr: { used: true } });
  });

  it('does not ask about their own account', async () => {
    await follow('confirm', registered);
    expect(await screen.findByText('メールアドレスを確認しました')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('asks as well while their second step is missing', async () => {
    const { user, before } = await follow('confirm', other, { ...registered, factors: [factorOf()] });
    const asked = await screen.findByRole('dialog', question);
    expect(asked).toHaveTextContent('現在haru@example.jp');
    await user.keyboard('{Escape}');
    expect(await screen.findByText(/^haru@example.jpのまま続けています。/)).toBeVisible();
    expect(storedSession()).toBe(before);
  });

  it('keeps them when the link has been used already', async () => {
    storeSession(registered);
    const before = storedSession();
    server().answer(verify, () => authRefusal(403, 'otp_expired'));
    window.history.replaceState(null, '', '/auth/confirm?token=abc123&type=signup');
    await renderApp();
    expect(await screen.findByText(/^haru@example.jpでログインしています/)).toBeVisible();
    expect(storedSession()).toBe(before);
  });

  it('sets the password of another account only once they agree to sign in to it', async () => {
    const { user, before } = await follow('reset-password', other);
    const asked = await screen.findByRole('dialog', question);
    expect(asked).toHaveTextContent('ログイン後natsu@example.jp');
    expect(server().to(update)).toHaveLength(0);
    expect(storedSession()).toBe(before);
    await user.click(within(asked).getByRole('button', { name: 'ログインする' }));
    expect(await screen.findByText('パスワードを設定しました')).toBeVisible();
    expect(callerOf(server().to(update)[0])).toBe(other.id);
    expect(screen.getByRole('button', { name: 'natsu@example.jp' })).toBeVisible();
  });

  it('changes no password otherwise, and offers another mail', async () => {
    const { user, before } = await follow('reset-password', other);
    const asked = await screen.findByRole('dialog', question);
    await user.click(within(asked).getByRole('button', { name: 'キャンセル' }));
    const refused = await screen.findByRole('alert');
    expect(refused).toHaveTextContent('パスワードを設定できませんでした');
    expect(refused).toHaveTextContent('これまでのアカウントのまま続けています。');
    expect(screen.getByRole('button', { name: '再設定メールをもう一度送る' })).toBeVisible();
    expect(server().to(update)).toHaveLength(0);
    expect(storedSession()).toBe(before);
    await waitFor(() => expect(server().to(logout)).toHaveLength(1));
  });

  it('sets their own password without a question', async () => {
    await follow('reset-password', registered);
    expect(await screen.findByText('パスワードを設定しました')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
