import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { authRefusal, registered, sessionOf, temporary, userOf } from '../testing/server/fake-accounts.js';
import { json, publishedSite, refusal, useFakeServer, type SeenRequest } from '../testing/server/fake-server.js';
import { dataRefusal, LIST, siteRow } from '../testing/server/fake-sites.js';
import { renderApp, storeSession } from '../testing/render-app.js';
import { SESSION_STORAGE_KEY } from './client/stored-session.js';

const refresh = 'POST /auth/v1/token';
const createSite = 'POST /functions/v1/create-site';
const removeAccount = 'POST /functions/v1/delete-account';
const logout = 'POST /auth/v1/logout';
const bearerOf = ({ headers }: SeenRequest) => headers.get('authorization')?.replace('Bearer ', '');
const storedText = () => window.localStorage.getItem(SESSION_STORAGE_KEY);

describe('a token that the server refuses while the clock here takes it for good', () => {
  const server = useFakeServer();

  /** Refuses every token except the one that a refresh gives. */
  function refuseUntilRenewed(account: typeof registered, refuse: () => Response) {
    const renewed = { ...sessionOf({ ...account, expiresIn: 7200 }), refresh_token: 'refresh-token-2' };
    server().answer(refresh, () => json(200, renewed));
    return (answer: () => Response) => (request: SeenRequest) =>
      bearerOf(request) === renewed.access_token ? answer() : refuse();
  }

  it('is renewed, and the publication made once more as the same one, by the same temporary account', async () => {
    storeSession(temporary);
    const unlessStale = refuseUntilRenewed(temporary, () => refusal(401, 'TOKEN_INVALID'));
    server().answer(
      createSite,
      unlessStale(() => json(200, publishedSite())),
    );
    const user = await renderApp();
    await screen.findByRole('button', { name: '一時アカウント' });
    await user.click(screen.getByRole('textbox', { name: 'HTML' }));
    await user.paste('<h1>春</h1>');
    await user.click(screen.getByRole('button', { name: '公開する' }));
    expect(await screen.findByText('公開しました')).toBeVisible();
    const [first, second, ...more] = server().to(createSite);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(more).toEqual([]);
    expect(server().to(refresh)).toHaveLength(1);
    expect(server().to('POST /auth/v1/signup')).toHaveLength(0);
    expect(storedText()).toContain('refresh-token-2');
  });

  it.each(['PGRST301', 'PGRST303'])('is renewed for the list of sites (%s)', async (code) => {
    window.history.replaceState(null, '', '/?view=dashboard');
    storeSession(registered);
    const unlessStale = refuseUntilRenewed(registered, () => dataRefusal(401, code));
    server().answer(
      LIST,
      unlessStale(() => json(200, [siteRow(1)])),
    );
    await renderApp();
    expect(await screen.findByText('ページ1')).toBeVisible();
    expect(server().to(LIST)).toHaveLength(2);
    expect(server().to(refresh)).toHaveLength(1);
    expect(server().to(logout)).toHaveLength(0);
  });

  it('is renewed for the auth API', async () => {
    storeSession(registered);
    const unlessStale = refuseUntilRenewed(registered, () => authRefusal(403, 'bad_jwt'));
    server().answer(
      'PUT /auth/v1/user',
      unlessStale(() => json(200, userOf({ ...registered, newEmail: 'natsu@example.jp' }))),
    );
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'haru@example.jp' }));
    await user.click(screen.getByRole('button', { name: '設定' }));
    const dialog = within(await screen.findByRole('dialog', { name: '設定' }));
    const field = dialog.getByLabelText('メールアドレス');
    await user.clear(field);
    await user.type(field, 'natsu@example.jp{Enter}');
    expect(await dialog.findByText(/^新旧両方のメールアドレスに確認メールをお送りしました。/)).toBeVisible();
    expect(server().to(refresh)).toHaveLength(1);
    expect(server().to(logout)).toHaveLength(0);
  });

  it('is renewed for deleting the account', async () => {
    storeSession(registered);
    const unlessStale = refuseUntilRenewed(registered, () => refusal(401, 'TOKEN_INVALID'));
    server().answer(
      removeAccount,
      unlessStale(() => json(200, { success: true })),
    );
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'haru@example.jp' }));
    await user.click(screen.getByRole('button', { name: '設定' }));
    await user.click(await screen.findByRole('tab', { name: '退会' }));
    await user.type(screen.getByLabelText('確認（半角の大文字で「DELETE」）'), 'DELETE{Enter}');
    expect(await screen.findByText(/^アカウントを削除しました。/)).toBeVisible();
    expect(server().to(removeAccount)).toHaveLength(2);
  });

  it('ends the session when it cannot be renewed', async () => {
    window.history.replaceState(null, '', '/?view=dashboard');
    storeSession(registered);
    server().answer(LIST, () => dataRefusal(401, 'PGRST303'));
    server().answer(refresh, () => authRefusal(400, 'refresh_token_not_found'));
    await renderApp();
    expect(await screen.findByText(/^ログインの有効期限が切れました。/)).toBeVisible();
    expect(await screen.findByText(/^ここで、公開したページを管理できます。/)).toBeVisible();
    expect(storedText()).toBeNull();
  });

  it('leaves the session alone when it is unknown whether it can be renewed', async () => {
    window.history.replaceState(null, '', '/?view=dashboard');
    storeSession(registered);
    server().answer(LIST, () => dataRefusal(401, 'PGRST303'));
    server().answer(refresh, () => authRefusal(429, 'over_request_rate_limit', { headers: { 'retry-after': '17' } }));
    await renderApp();
    expect(await screen.findByText('短時間に操作が多すぎます。あと17秒お待ちください。')).toBeVisible();
    expect(storedText()).not.toBeNull();
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });
});

describe('the end of a session', () => {
  const server = useFakeServer();
  const other = { ...registered, id: 'a1b2c3d4-0000-4000-8000-00000000000b', email: 'natsu@example.jp' };

  it.each([
    ['ended', () => dataRefusal(401, 'SESSION_ENDED')],
    ['its token is stale', () => dataRefusal(401, 'PGRST303')],
  ])('that a late answer reports (%s) leaves the account alone that is signed in by then', async (_what, answer) => {
    window.history.replaceState(null, '', '/?view=dashboard');
    storeSession(registered);
    let answerFirst: (response: Response) => void = () => undefined;
    server().answer(LIST, ({ query }) =>
      query.get('user_id') === `eq.${other.id}`
        ? json(200, [siteRow(2)])
        : new Promise((resolve) => (answerFirst = resolve)),
    );
    await renderApp();
    await waitFor(() => expect(server().to(LIST)).toHaveLength(1));
    // Another tab signs in to another account; returning to this tab finds it.
    storeSession(other);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('ページ2')).toBeVisible();
    await act(async () => answerFirst(answer()));
    expect(await screen.findByRole('button', { name: 'natsu@example.jp' })).toBeVisible();
    expect(storedText()).toContain('natsu@example.jp');
    expect(server().to(logout)).toHaveLength(0);
    expect(server().to(refresh)).toHaveLength(0);
  });
});
