import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { SESSION_STORAGE_KEY } from '../api/stored-session.js';
import { factorOf, registered, sessionOf, temporary, userOf, type AccountOfTest } from '../testing/fake-accounts.js';
import { callerOf, json, useFakeServer } from '../testing/fake-server.js';
import { renderApp, storeSession } from '../testing/render-app.js';
import { addressWithoutArrival, readLinkArrival } from './link-arrival.js';

describe('what a link leaves in the address', () => {
  const read = (address: string) => readLinkArrival(new URL(address, 'https://haru.example'));

  it.each([
    [
      '/#access_token=a&refresh_token=r&type=signup',
      { kind: 'session', accessToken: 'a', refreshToken: 'r', recovery: false },
    ],
    [
      '/#access_token=a&refresh_token=r&type=recovery',
      { kind: 'session', accessToken: 'a', refreshToken: 'r', recovery: true },
    ],
    ['/#error=access_denied&error_code=otp_expired', { kind: 'fault', code: 'otp_expired' }],
    ['/?error=access_denied', { kind: 'fault', code: 'access_denied' }],
    ['/?code=c', { kind: 'code', code: 'c' }],
    ['/#message=Confirmation+link+accepted', { kind: 'halfway' }],
    ['/', undefined],
    ['/#access_token=a', undefined],
    ['/dashboard?code=c', { kind: 'code', code: 'c' }],
    [
      '/dashboard?view=dashboard#access_token=a&refresh_token=r',
      { kind: 'session', accessToken: 'a', refreshToken: 'r', recovery: false },
    ],
    ['/auth/confirm?token=t&type=signup', undefined],
  ])('%s is %p', (address, arrival) => {
    expect(read(address)).toEqual(arrival);
  });
});

describe('the address after that', () => {
  it.each([
    ['/?code=c#x', '/'],
    ['/?view=dashboard&error=e&error_code=x&error_description=d&sb=', '/?view=dashboard'],
    ['/dashboard#access_token=a&refresh_token=r', '/dashboard'],
  ])('of %s is %s', (address, left) => {
    expect(addressWithoutArrival(new URL(address, 'https://haru.example'))).toBe(left);
  });
});

describe('arriving from a mail link', () => {
  const server = useFakeServer();

  function arrive(account: AccountOfTest, type: string, path = '/'): void {
    const { access_token: accessToken } = sessionOf(account);
    server().answer('GET /auth/v1/user', () => json(200, userOf(account)));
    window.history.replaceState(null, '', `${path}#access_token=${accessToken}&refresh_token=r-1&type=${type}`);
  }

  it('signs in and takes the tokens out of the address', async () => {
    arrive(registered, 'email_change');
    await renderApp();
    expect(window.location.hash).toBe('');
    expect(await screen.findByText('メールアドレスの確認が済み、ログインしました。')).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });

  it('takes the tokens out of the address of any screen, and stays there', async () => {
    arrive(registered, 'magiclink', '/dashboard?view=dashboard');
    server().answer('GET /rest/v1/sites', () => json(200, []));
    await renderApp();
    expect(window.location.hash).toBe('');
    expect(await screen.findByRole('heading', { name: 'マイサイト' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });

  describe('where somebody is logged in', () => {
    const other = { ...registered, id: '11111111-52ad-4f1c-9d3e-1f0a5a0c6f11', email: 'natsu@example.jp' };

    async function openQuestion() {
      storeSession(registered);
      arrive(other, 'magiclink');
      const user = await renderApp();
      const question = await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
      expect(question).toHaveTextContent('このリンクはnatsu@example.jpのものです。');
      expect(question).toHaveTextContent('現在はharu@example.jpでログインしています。');
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

    it('asks whoever comes with a token that names nobody', async () => {
      storeSession(registered);
      window.history.replaceState(null, '', '/#access_token=a&refresh_token=r&type=magiclink');
      const user = await renderApp();
      const question = await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
      expect(question).toHaveTextContent('ログインすると、別のアカウントに切り替わります。');
      await user.click(within(question).getByRole('button', { name: 'キャンセル' }));
      expect(await screen.findByText(/^haru@example.jpのまま続けています。/)).toBeVisible();
    });

    it('asks as well while their second step is missing', async () => {
      storeSession({ ...registered, factors: [factorOf()] });
      arrive(other, 'magiclink');
      await renderApp();
      const question = await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
      expect(question).toHaveTextContent('現在はharu@example.jpでログインしています。');
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
      expect(question).toHaveTextContent('この端末の一時アカウントで公開したページは');
      expect(screen.getByRole('button', { name: '一時アカウント' })).toBeVisible();
      await user.click(within(question).getByRole('button', { name: 'ログインする' }));
      expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
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

    it('registers it instead', async () => {
      storeSession(temporary);
      arrive(other, 'magiclink');
      const user = await renderApp();
      const question = await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
      await user.click(within(question).getByRole('button', { name: '登録してページを引き継ぐ' }));
      expect(await screen.findByRole('dialog', { name: '登録してページを引き継ぐ' })).toBeVisible();
    });

    it('does not ask when it is the one that was confirmed', async () => {
      storeSession({ ...temporary, newEmail: 'haru@example.jp' });
      server().answer('POST /auth/v1/token', () => json(200, sessionOf(registered)));
      arrive(registered, 'email_change');
      await renderApp();
      expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('opens the password settings for who forgot it', async () => {
    arrive(registered, 'recovery');
    await renderApp();
    const dialog = await screen.findByRole('dialog', { name: '設定' });
    expect(within(dialog).getByLabelText('新しいパスワード')).toBeVisible();
  });

  it('asks for the second factor where there is one', async () => {
    arrive({ ...registered, factors: [factorOf()] }, 'magiclink');
    await renderApp();
    expect(await screen.findByRole('dialog', { name: '二段階認証' })).toBeVisible();
  });

  it('says what an expired link was', async () => {
    window.history.replaceState(null, '', '/#error=access_denied&error_code=otp_expired&error_description=x&sb=');
    const user = await renderApp();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      'メールのリンクを使用できませんでした。リンクまたはコードが無効か、期限が切れています。',
    );
    expect(window.location.hash).toBe('');
    await user.click(screen.getByRole('button', { name: 'お知らせを閉じる' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([[undefined], [registered], [temporary]])('leaves a code to whoever began its flow', async (here) => {
    if (here) storeSession(here);
    const before = window.localStorage.getItem(SESSION_STORAGE_KEY);
    window.history.replaceState(null, '', '/?code=abc');
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent('別のブラウザで開かれました。');
    expect(window.location.search).toBe('');
    expect(server().to('POST /auth/v1/token')).toHaveLength(0);
    expect(window.localStorage.getItem(SESSION_STORAGE_KEY)).toBe(before);
  });

  it('tells that the other address has a mail too', async () => {
    window.history.replaceState(null, '', '/#message=Confirmation+link+accepted');
    await renderApp();
    expect(await screen.findByText(/もう一方に届いたメールのリンクも開いてください。/)).toBeVisible();
  });
});
