import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { authRefusal, registered, sessionOf, temporary, userOf } from '../testing/server/fake-accounts.js';
import { json, noNetwork, useFakeServer } from '../testing/server/fake-server.js';
import { renderApp, storeSession } from '../testing/render-app.js';

const token = 'POST /auth/v1/token';
const typed = '<h1>まだ途中</h1>';

describe('a session', () => {
  const server = useFakeServer();
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is renewed before it expires', async () => {
    jest.useFakeTimers();
    server().answer(token, () => json(200, { ...sessionOf(registered), refresh_token: 'refresh-token-2' }));
    storeSession({ ...registered, expiresIn: 200 });
    await renderApp();
    await screen.findByRole('button', { name: 'haru@example.jp' });
    expect(server().to(token)).toHaveLength(0);
    await act(() => jest.advanceTimersByTimeAsync(125_000));
    await waitFor(() => expect(server().to(token)).toHaveLength(1));
    expect(server().to(token)[0]?.body).toEqual({ refresh_token: 'refresh-token-1' });
    expect(window.localStorage.getItem('haru-session')).toContain('refresh-token-2');
  });

  it('that ends during typing shows it and loses nothing', async () => {
    jest.useFakeTimers();
    server().answer(token, () => authRefusal(400, 'refresh_token_already_used'));
    storeSession({ ...registered, expiresIn: 200 });
    const user = await renderApp({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
    await screen.findByRole('button', { name: 'haru@example.jp' });
    const editor = screen.getByRole('textbox', { name: 'HTML' });
    await user.click(editor);
    await user.paste(typed);
    await act(() => jest.advanceTimersByTimeAsync(300_000));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      'ログインの有効期限が切れました。もう一度ログインしてください。入力した内容は残っています。',
    );
    expect(editor).toHaveValue(typed);
    await user.click(screen.getAllByRole('button', { name: 'ログイン' }).at(-1) ?? alert);
    expect(await screen.findByRole('dialog', { name: 'ログイン' })).toBeVisible();
    expect(editor).toHaveValue(typed);
  });

  it('of a temporary account that ends has its own text, once', async () => {
    server().answer(token, () => authRefusal(400, 'refresh_token_not_found'));
    storeSession({ ...temporary, expiresIn: -10 });
    await renderApp();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('一時アカウントの有効期限が切れました。');
    expect(screen.getByRole('button', { name: 'ログイン' })).toBeVisible();
  });

  it('that the server has ended is reported as such when the account is read', async () => {
    server().answer('GET /auth/v1/user', () => authRefusal(403, 'session_not_found'));
    storeSession({ ...registered, newEmail: 'natsu@example.jp' });
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^ログインの有効期限が切れました。/);
    expect(window.localStorage.getItem('haru-session')).toBeNull();
  });

  it('survives a network failure', async () => {
    server().answer(token, noNetwork);
    storeSession(registered);
    await renderApp();
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(window.localStorage.getItem('haru-session')).not.toBeNull();
  });

  it('learns while the tab is open that a pending address was confirmed elsewhere', async () => {
    jest.useFakeTimers();
    const pending = { ...temporary, newEmail: 'haru@example.jp' };
    server().answer('GET /auth/v1/user', () => json(200, userOf(pending)));
    server().answer(token, () => json(200, sessionOf(registered)));
    storeSession(pending);
    await renderApp();
    await screen.findByRole('button', { name: '一時アカウント' });
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(server().to(token)).toHaveLength(0);
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    const asked = server().to('GET /auth/v1/user').length;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(server().to('GET /auth/v1/user')).toHaveLength(asked);
  });

  it('learns on the next visit that a pending address was confirmed elsewhere', async () => {
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    server().answer(token, () => json(200, sessionOf(registered)));
    storeSession({ ...temporary, newEmail: 'haru@example.jp' });
    await renderApp();
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });
});
