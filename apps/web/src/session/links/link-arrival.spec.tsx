import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { SESSION_STORAGE_KEY } from '../client/stored-session.js';
import {
  authRefusal,
  factorOf,
  registered,
  sessionOf,
  temporary,
  userOf,
  type AccountOfTest,
} from '../../testing/server/fake-accounts.js';
import { callerOf, json, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeFlow, storeSession } from '../../testing/render-app.js';
import { addressWithoutArrival, readLinkArrival } from './link-arrival.js';

describe('what a link leaves in the address', () => {
  const read = (address: string) => readLinkArrival(new URL(address, 'https://haru.example'));

  it.each([
    ['/#access_token=a&refresh_token=r&type=signup', { kind: 'session', refreshToken: 'r', recovery: false }],
    ['/#access_token=a&refresh_token=r&type=recovery', { kind: 'session', refreshToken: 'r', recovery: true }],
    ['/#error=access_denied&error_code=otp_expired', { kind: 'fault', code: 'otp_expired' }],
    ['/?error=access_denied', { kind: 'fault', code: 'access_denied' }],
    ['/?code=c', { kind: 'code', code: 'c' }],
    ['/?sb_flow_id=f&code=c', { kind: 'code', code: 'c', flowId: 'f' }],
    ['/#message=Confirmation+link+accepted', { kind: 'halfway' }],
    ['/', undefined],
    ['/#access_token=a', undefined],
    ['/dashboard?code=c', { kind: 'code', code: 'c' }],
    [
      '/dashboard?view=dashboard#access_token=a&refresh_token=r',
      { kind: 'session', refreshToken: 'r', recovery: false },
    ],
    ['/auth/confirm?token=t&type=signup', undefined],
  ])('%s is %p', (address, arrival) => {
    expect(read(address)).toEqual(arrival);
  });
});

describe('the address after that', () => {
  it.each([
    ['/?code=c&sb_flow_id=f#x', '/'],
    ['/?sb_flow_id=f&message=half#message=half&sb=', '/'],
    ['/?view=dashboard&error=e&error_code=x&error_description=d&sb=', '/?view=dashboard'],
    ['/dashboard#access_token=a&refresh_token=r', '/dashboard'],
  ])('of %s is %s', (address, left) => {
    expect(addressWithoutArrival(new URL(address, 'https://haru.example'))).toBe(left);
  });
});

describe('arriving from a mail link', () => {
  const server = useFakeServer();
  const refresh = 'POST /auth/v1/token';

  function arrive(account: AccountOfTest, type: string, path = '/'): void {
    const { access_token: accessToken } = sessionOf(account);
    server().answer(refresh, () => json(200, sessionOf(account)));
    server().answer('GET /auth/v1/user', () => json(200, userOf(account)));
    window.history.replaceState(null, '', `${path}#access_token=${accessToken}&refresh_token=r-1&type=${type}`);
  }

  async function agree(user: UserEvent, email = 'haru@example.jp'): Promise<void> {
    const question = await screen.findByRole('dialog', { name: `${email} として続けますか？` });
    await user.click(within(question).getByRole('button', { name: 'ログインする' }));
  }

  const stored = () => window.localStorage.getItem(SESSION_STORAGE_KEY);

  it('takes the tokens out of the address, and signs in a visitor who agrees', async () => {
    arrive(registered, 'magiclink');
    const user = await renderApp();
    expect(window.location.hash).toBe('');
    await screen.findByRole('dialog', { name: 'haru@example.jp として続けますか？' });
    expect(stored()).toBeNull();
    await agree(user);
    expect(await screen.findByText('メールアドレスの確認が済み、ログインしました。')).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });

  it.each(['ログインしない', '閉じる'])('does not sign in at "%s", shows it, and ends the session', async (button) => {
    arrive(registered, 'magiclink');
    const user = await renderApp();
    const question = await screen.findByRole('dialog', { name: 'haru@example.jp として続けますか？' });
    await user.click(within(question).getByRole('button', { name: button }));
    expect(await screen.findByText(/^ログインしませんでした。/)).toBeVisible();
    expect(stored()).toBeNull();
    expect(callerOf(server().to('POST /auth/v1/logout')[0])).toBe(sessionOf(registered).user.id);
  });

  it('names the account that the server names, whatever the address says', async () => {
    const forged = sessionOf({ ...registered, email: 'boss@example.jp', expiresIn: -60 }).access_token;
    arrive({ ...registered, email: 'natsu@example.jp' }, 'magiclink');
    window.history.replaceState(null, '', `/#access_token=${forged}&refresh_token=r-1&type=magiclink`);
    await agree(await renderApp(), 'natsu@example.jp');
    expect(await screen.findByRole('button', { name: 'natsu@example.jp' })).toBeVisible();
    expect(server().to(refresh)[0]?.body).toEqual({ refresh_token: 'r-1' });
  });

  it('refuses tokens that the server does not know', async () => {
    server().answer(refresh, () => authRefusal(400, 'refresh_token_not_found'));
    window.history.replaceState(null, '', '/#access_token=a&refresh_token=r&type=magiclink');
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^メールのリンクを使用できませんでした。/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(stored()).toBeNull();
  });

  it('is noticed as well where the app is open in the tab', async () => {
    const user = await renderApp();
    arrive(registered, 'magiclink');
    fireEvent(window, new HashChangeEvent('hashchange'));
    expect(window.location.hash).toBe('');
    await agree(user);
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });

  it('takes the tokens out of the address of any screen, and stays there', async () => {
    arrive(registered, 'magiclink', '/dashboard?view=dashboard');
    server().answer('GET /rest/v1/sites', () => json(200, []));
    const user = await renderApp();
    expect(window.location.hash).toBe('');
    await agree(user);
    expect(await screen.findByRole('heading', { name: 'マイページ' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });

  describe('where an account is logged in', () => {
    const other = { ...registered, id: '11111111-52ad-4f1c-9d3e-1f0a5a0c6f11', email: 'natsu@example.jp' };

    async function openQuestion() {
      storeSession(registered);
      arrive(other, 'magiclink');
      const user = await renderApp();
      const question = await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
      expect(question).toHaveTextContent('ログイン後natsu@example.jp');
      expect(question).toHaveTextContent('現在haru@example.jp');
      expect(within(question).queryByRole('button', { name: /引き継ぐ/ })).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
      return { user, question };
    }

    it('asks before another account takes its place', async () => {
      const { user, question } = await openQuestion();
      await user.click(within(question).getByRole('button', { name: 'ログインする' }));
      expect(await screen.findByRole('button', { name: 'natsu@example.jp' })).toBeVisible();
    });

    it('stays with it otherwise, and says so', async () => {
      const { user, question } = await openQuestion();
      await user.click(within(question).getByRole('button', { name: 'キャンセル' }));
      expect(await screen.findByText(/^haru@example.jpのまま続けています。/)).toBeVisible();
      expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
      const ended = server().to('POST /auth/v1/logout');
      expect(callerOf(ended[0])).toBe(other.id);
    });

    it('asks as well while their second step is missing', async () => {
      storeSession({ ...registered, factors: [factorOf()] });
      arrive(other, 'magiclink');
      await renderApp();
      const question = await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
      expect(question).toHaveTextContent('現在haru@example.jp');
    });

    it('does not ask about the same account', async () => {
      storeSession(registered);
      arrive(registered, 'magiclink');
      await renderApp();
      expect(await screen.findByText('メールアドレスの確認が済み、ログインしました。')).toBeVisible();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  describe('where a temporary account is', () => {
    const other = { ...registered, id: '11111111-52ad-4f1c-9d3e-1f0a5a0c6f11' };

    it('asks before another account takes its place', async () => {
      storeSession(temporary);
      arrive(other, 'magiclink');
      const user = await renderApp();
      const question = await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
      // A stranger may have sent the link.
      const name = '公開したページをharu@example.jpに引き継ぐ';
      expect(within(question).getByRole('checkbox', { name, checked: false })).toHaveAccessibleDescription(
        /^引き継がないと、公開したページを/,
      );
      expect(screen.getByRole('button', { name: '一時アカウント' })).toBeVisible();
      await user.click(within(question).getByRole('button', { name: 'ログインする' }));
      expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
      expect(server().to('POST /functions/v1/adopt-sites')).toEqual([]);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });

    it('stays with it on Esc', async () => {
      storeSession(temporary);
      arrive(other, 'magiclink');
      const user = await renderApp();
      await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
      await user.keyboard('{Escape}');
      expect(await screen.findByText(/^一時アカウントのまま続けています。/)).toBeVisible();
      expect(screen.getByRole('button', { name: '一時アカウント' })).toBeVisible();
    });

    it('does not ask when it is the one that was confirmed', async () => {
      storeSession({ ...temporary, newEmail: 'haru@example.jp' });
      arrive(registered, 'email_change');
      await renderApp();
      expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('opens the password settings for who forgot it', async () => {
    arrive(registered, 'recovery');
    await agree(await renderApp());
    const dialog = await screen.findByRole('dialog', { name: '設定' });
    expect(within(dialog).getByLabelText('新しいパスワード')).toBeVisible();
  });

  it('asks for the second factor where there is one', async () => {
    arrive({ ...registered, factors: [factorOf()] }, 'magiclink');
    await agree(await renderApp());
    expect(await screen.findByRole('dialog', { name: '二段階認証' })).toBeVisible();
  });

  it('says what an expired link was', async () => {
    window.history.replaceState(null, '', '/#error=access_denied&error_code=otp_expired&error_description=x&sb=');
    const user = await renderApp();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('このメールのリンクは、期限が切れているか、使用済みです。');
    expect(window.location.hash).toBe('');
    await user.click(screen.getByRole('button', { name: 'お知らせを閉じる' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  describe('with a code', () => {
    const flowId = '0123456789abcdef0123456789abcdef';

    it.each([
      [undefined, /^メールのリンクを受け付けました。このブラウザではログインしていません。/],
      [registered, /^メールのリンクを受け付けました。このままお使いいただけます。/],
      [temporary, /^メールのリンクを受け付けました。このままお使いいただけます。/],
    ])('leaves it to the browser that asked for the mail', async (here, text) => {
      if (here) storeSession(here);
      const before = stored();
      window.history.replaceState(null, '', `/?code=abc&sb_flow_id=${flowId}`);
      await renderApp();
      expect(await screen.findByText(text)).toBeVisible();
      expect(window.location.search).toBe('');
      expect(server().to(refresh)).toHaveLength(0);
      expect(stored()).toBe(before);
    });

    it('signs in where this is that browser', async () => {
      storeFlow(flowId);
      server().answer(refresh, () => json(200, sessionOf(registered)));
      window.history.replaceState(null, '', `/?code=abc&sb_flow_id=${flowId}`);
      await renderApp();
      expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
      expect(server().to(refresh)[0]?.body).toEqual({ auth_code: 'abc', code_verifier: 'v'.repeat(112) });
    });

    it('shows that the awaited address is confirmed, and keeps the session', async () => {
      const moved = { ...registered, email: 'natsu@example.jp' };
      storeSession({ ...registered, newEmail: 'natsu@example.jp' });
      server().answer('GET /auth/v1/user', () => json(200, userOf(moved)));
      server().answer(refresh, () => json(200, sessionOf(moved)));
      window.history.replaceState(null, '', '/?code=abc');
      await renderApp();
      expect(await screen.findByText('メールアドレスの確認が済みました。')).toBeVisible();
      expect(screen.getByRole('button', { name: 'natsu@example.jp' })).toBeVisible();
      expect(
        server()
          .to(refresh)
          .map(({ query }) => query.get('grant_type')),
      ).toEqual(['refresh_token']);
    });
  });

  it('shows that the other address has a mail too', async () => {
    window.history.replaceState(null, '', '/#message=Confirmation+link+accepted');
    await renderApp();
    expect(await screen.findByText(/もう一方に届いたメールのリンクも開いてください。/)).toBeVisible();
  });
});
