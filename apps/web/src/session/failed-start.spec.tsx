import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { registered, sessionOf, userOf } from '../testing/server/fake-accounts.js';
import { serveAdmin } from '../testing/server/fake-admin.js';
import { json, useFakeServer } from '../testing/server/fake-server.js';
import { LIST, serveSites, siteRow } from '../testing/server/fake-sites.js';
import { renderApp, storeSession } from '../testing/render-app.js';
import { SESSION_STORAGE_KEY } from './client/stored-session.js';

const config = 'GET /config.json';

describe('a stored session without the settings at the start', () => {
  const server = useFakeServer();
  let backOnline: () => void;

  beforeEach(() => {
    // Each failed try is logged.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const answer = server().fetch;
    let online = false;
    globalThis.fetch = (input, init) =>
      online ? answer(input, init) : Promise.reject(new TypeError('Failed to fetch'));
    backOnline = () => void (online = true);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('says so on the dashboard, and goes on with another try', async () => {
    window.history.replaceState(null, '', '/?view=dashboard');
    serveSites(server(), [siteRow(1)]);
    storeSession(registered);
    const user = await renderApp();
    expect(await screen.findByText(/^ネットワークに接続できません。/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    backOnline();
    await user.click(screen.getByRole('button', { name: '再試行' }));
    expect(await screen.findByText('ページ1')).toBeVisible();
    expect(server().to(LIST)).toHaveLength(1);
  });

  it('says that signing out has failed, too', async () => {
    storeSession(registered);
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'haru@example.jp' }));
    await user.click(screen.getByRole('button', { name: 'ログアウト' }));
    expect(await screen.findByText('ネットワークに接続できません。接続を確認して再試行してください。')).toBeVisible();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });

  it('says so on the screens of those who run the product', async () => {
    window.history.replaceState(null, '', '/admin');
    serveAdmin(server(), 'moderator');
    storeSession(registered);
    const user = await renderApp();
    expect(await screen.findByText(/^ネットワークに接続できません。/)).toBeVisible();
    backOnline();
    await user.click(screen.getByRole('button', { name: '再試行' }));
    expect(await screen.findByRole('tab', { name: 'ページ' })).toBeVisible();
  });

  it('is completed without an action when the connection comes back', async () => {
    server().answer('POST /auth/v1/token', () =>
      json(200, { ...sessionOf(registered), refresh_token: 'refresh-token-2' }),
    );
    storeSession({ ...registered, expiresIn: -10 });
    await renderApp();
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    backOnline();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(window.localStorage.getItem(SESSION_STORAGE_KEY)).toContain('refresh-token-2'));
  });

  it('is completed before a mail link is followed, which is not lost', async () => {
    const { access_token: accessToken } = sessionOf(registered);
    window.history.replaceState(null, '', `/#access_token=${accessToken}&refresh_token=r-1&type=email_change`);
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    server().answer('POST /auth/v1/token', () => json(200, sessionOf(registered)));
    storeSession(registered);
    await renderApp();
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    backOnline();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('メールアドレスの確認が済み、ログインしました。')).toBeVisible();
  });

  it('is completed, too, when a session comes from another tab', async () => {
    await renderApp();
    expect(await screen.findByRole('button', { name: 'ログイン' })).toBeVisible();
    storeSession(registered);
    const newValue = JSON.stringify(sessionOf(registered));
    await act(
      async () => void window.dispatchEvent(new StorageEvent('storage', { key: SESSION_STORAGE_KEY, newValue })),
    );
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    backOnline();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(server().to(config).length).toBeGreaterThan(0));
  });
});
