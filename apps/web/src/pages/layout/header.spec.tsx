import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const logout = 'POST /auth/v1/logout';

describe('the count of live sites', () => {
  const server = useFakeServer();
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is asked for again every 30 s', async () => {
    jest.useFakeTimers();
    await renderApp({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
    expect(await screen.findByText('1,234')).toBeVisible();
    const [request] = server().to('HEAD /rest/v1/sites');
    expect(request?.headers.get('prefer')).toBe('count=exact');
    server().activeSites = 1300;
    await act(() => jest.advanceTimersByTimeAsync(29_000));
    expect(server().to('HEAD /rest/v1/sites')).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(1_500));
    expect(server().to('HEAD /rest/v1/sites')).toHaveLength(2);
    expect(await screen.findByText('1,300')).toBeVisible();
  });

  it('draws the eye to a change, and not to the first number', async () => {
    jest.useFakeTimers();
    await renderApp();
    const dot = (await screen.findByText('1,234')).parentElement?.firstElementChild;
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(dot).not.toHaveClass('pulsing');
    server().activeSites = 1300;
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(dot).toHaveClass('pulsing');
  });

  it('keeps the last number when an answer fails', async () => {
    jest.useFakeTimers();
    await renderApp();
    await screen.findByText('1,234');
    server().answer('HEAD /rest/v1/sites', () => new Response(null, { status: 503 }));
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(server().to('HEAD /rest/v1/sites')).toHaveLength(2);
    expect(screen.getByText('1,234')).toBeVisible();
  });
});

describe('the account in the header', () => {
  const server = useFakeServer();

  it('is a login button for a visitor', async () => {
    await renderApp();
    expect(await screen.findByRole('button', { name: 'ログイン' })).toBeVisible();
    expect(screen.queryByText('一時アカウント')).not.toBeInTheDocument();
  });

  it('warns before leaving a temporary account', async () => {
    storeSession({ email: '', isAnonymous: true });
    const user = await renderApp();
    const menu = await screen.findByRole('button', { name: '一時アカウント' });
    await user.click(menu);
    await user.click(screen.getByRole('button', { name: 'ログアウト' }));
    const dialog = await screen.findByRole('dialog', { name: 'ログアウトしますか？' });
    expect(dialog).toHaveTextContent('管理できなくなります');
    await user.click(within(dialog).getByRole('button', { name: 'キャンセル' }));
    expect(menu).toHaveFocus();
    expect(server().to(logout)).toHaveLength(0);

    await user.click(menu);
    await user.click(screen.getByRole('button', { name: 'ログアウト' }));
    const again = await screen.findByRole('dialog', { name: 'ログアウトしますか？' });
    await user.click(within(again).getByRole('button', { name: 'ログアウト' }));
    expect(await screen.findByRole('button', { name: 'ログイン' })).toBeVisible();
    expect(server().to(logout)).toHaveLength(1);
    expect(window.localStorage.getItem('haru-session')).toBeNull();
  });

  it('offers to register before leaving a temporary account', async () => {
    storeSession({ email: '', isAnonymous: true });
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: '一時アカウント' }));
    await user.click(screen.getByRole('button', { name: 'ログアウト' }));
    const warning = await screen.findByRole('dialog', { name: 'ログアウトしますか？' });
    await user.click(within(warning).getByRole('button', { name: '登録してページを引き継ぐ' }));
    expect(await screen.findByRole('dialog', { name: '登録してページを引き継ぐ' })).toBeVisible();
    expect(warning).not.toBeInTheDocument();
    expect(server().to(logout)).toHaveLength(0);
  });

  it('is the address of a registered account, which logs out immediately', async () => {
    storeSession({ email: 'haru@example.jp', isAnonymous: false });
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'haru@example.jp' }));
    await user.click(screen.getByRole('button', { name: 'ログアウト' }));
    expect(await screen.findByRole('button', { name: 'ログイン' })).toBeVisible();
  });

  it('counts a synthetic address as temporary', async () => {
    storeSession({ email: 'a1b2@temp.invalid', isAnonymous: false });
    await renderApp();
    expect(await screen.findByRole('button', { name: '一時アカウント' })).toBeVisible();
  });

  it('closes its menu on Esc and from outside', async () => {
    storeSession({ email: '', isAnonymous: true });
    const user = await renderApp();
    const menu = await screen.findByRole('button', { name: '一時アカウント' });
    await user.click(menu);
    expect(menu).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(menu).toHaveAttribute('aria-expanded', 'false');
    expect(menu).toHaveFocus();
    await user.click(menu);
    await user.click(screen.getByRole('textbox', { name: 'HTML' }));
    expect(menu).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('going to another screen', () => {
  useFakeServer();

  it('has a way past the header for the keyboard, which leaves the address alone', async () => {
    window.history.replaceState(null, '', '/terms');
    const user = await renderApp();
    await user.tab();
    const skip = screen.getByRole('link', { name: '本文へ移動' });
    expect(skip).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(window.location.hash).toBe('');
  });

  it('shows the heading of the next one while its code is loading', async () => {
    const user = await renderApp();
    await user.click(screen.getByRole('button', { name: 'マイページ' }));
    // It is not awaited: the press itself shows it.
    expect(screen.getByRole('heading', { level: 1, name: 'マイページ' })).toBeVisible();
  });

  it('names it in the title and moves the focus there', async () => {
    const user = await renderApp();
    const button = screen.getByRole('button', { name: 'マイページ' });
    await user.click(button);
    await waitFor(() => expect(document.title).toBe('貼る｜マイページ'));
    expect(screen.getByRole('main')).toHaveFocus();
    await user.click(button);
    await waitFor(() => expect(document.title).toBe('貼る｜貼って、すぐ公開'));
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it.each([
    ['/auth/confirm', '貼る｜メールアドレスの確認'],
    ['/auth/reset-password', '貼る｜新しいパスワードの設定'],
    ['/admin', '貼る｜運営'],
    ['/?view=dashboard', '貼る｜マイページ'],
  ])('by its address %s has the title too', async (address, title) => {
    window.history.replaceState(null, '', address);
    await renderApp();
    await waitFor(() => expect(document.title).toBe(title));
  });
});

describe('every other address', () => {
  useFakeServer();

  it('shows the main app, with the product in the title', async () => {
    window.history.replaceState(null, '', '/no/such/place');
    await renderApp();
    expect(screen.getByRole('heading', { name: '貼って、すぐ公開' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('貼る｜貼って、すぐ公開'));
    expect(screen.getByRole('contentinfo')).toHaveTextContent('貼って、すぐ公開');
    expect(screen.getByRole('contentinfo')).toHaveTextContent('Built with');
  });
});
