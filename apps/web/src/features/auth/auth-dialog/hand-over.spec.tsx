import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { claimOf } from '../../../session/account.js';
import {
  authRefusal,
  factorOf,
  registered as account,
  sessionOf,
  temporary as temporaryAccount,
  userOf,
  type AccountOfTest,
} from '../../../testing/server/fake-accounts.js';
import { callerOf, json, noNetwork, refusal, useFakeServer } from '../../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../../testing/render-app.js';

const TOKEN = 'POST /auth/v1/token';
const ADOPT = 'POST /functions/v1/adopt-sites';
const KEPT = 'haru-hand-over';
const temporary = { ...temporaryAccount, id: '2f0c9a5e-76d1-4d0e-8f6f-0d9c3b1a7e55' };
const registered = { ...account, id: '7d4f9a52-52ad-4f1c-9d3e-1f0a5a0c6f11' };
const done = '2件のページをharu@example.jpに引き継ぎました。';

describe('the pages of a temporary account, when its owner signs in', () => {
  const server = useFakeServer();
  beforeEach(() => {
    storeSession(temporary);
    server().answer('GET /rest/v1/sites', () => json(200, [{}], { 'content-range': '0-0/2' }));
    server().answer('GET /auth/v1/user', () => json(200, userOf(temporary)));
    server().answer(TOKEN, () => json(200, sessionOf(registered)));
    server().answer(ADOPT, () => json(200, { success: true, moved: 2 }));
  });

  async function openLogin(): Promise<{ user: UserEvent; dialog: HTMLElement }> {
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: '一時アカウント' }));
    await user.click(screen.getByRole('button', { name: 'ログイン' }));
    const dialog = await screen.findByRole('dialog', { name: 'ログイン' });
    await user.type(screen.getByLabelText('メールアドレス'), 'Haru@example.jp');
    await user.type(screen.getByLabelText('パスワード'), 'secret-1');
    return { user, dialog };
  }
  const submit = (user: UserEvent, dialog: HTMLElement) =>
    user.click(within(dialog).getByRole('button', { name: 'ログイン' }));
  const tokenOwners = () =>
    server()
      .to(ADOPT)
      .map((request) => {
        const { temporary_access_token: token } = request.body as { temporary_access_token: string };
        return [callerOf(request), claimOf(token, 'sub')];
      });
  const keeps = () => window.localStorage.getItem(KEPT) !== null;

  it('go along, unless they say otherwise', async () => {
    const { user, dialog } = await openLogin();
    const name = '公開した2件のページをHaru@example.jpに引き継ぐ';
    expect(await within(dialog).findByRole('checkbox', { name, checked: true })).toBeVisible();
    await submit(user, dialog);
    expect(await screen.findByText(done)).toBeVisible();
    expect(tokenOwners()).toEqual([[registered.id, temporary.id]]);
    await waitFor(() => expect(keeps()).toBe(false));
    expect(callerOf(server().to('POST /auth/v1/logout')[0])).toBe(temporary.id);
  });

  it('stay behind where they say so, which is explained', async () => {
    const { user, dialog } = await openLogin();
    const choice = within(dialog).getByRole('checkbox', { name: /に引き継ぐ$/ });
    await user.click(choice);
    expect(choice).toHaveAccessibleDescription(/^引き継がないと、/);
    await submit(user, dialog);
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect([server().to(ADOPT), keeps()]).toEqual([[], false]);
  });

  it('are asked for without a number where there is one, or the number is not known', async () => {
    server().answer('GET /rest/v1/sites', noNetwork);
    const { dialog } = await openLogin();
    const name = '公開したページをHaru@example.jpに引き継ぐ';
    expect(within(dialog).getByRole('checkbox', { name })).toBeVisible();
  });

  it('stay with the temporary account where the password is wrong', async () => {
    server().answer(TOKEN, () => authRefusal(400, 'invalid_credentials'));
    const { user, dialog } = await openLogin();
    await submit(user, dialog);
    await within(dialog).findByRole('alert');
    expect([server().to(ADOPT), keeps()]).toEqual([[], false]);
    expect(window.localStorage.getItem('haru-session')).toContain(temporary.id);
  });

  it('are asked for again where the answer was lost, also after a reload', async () => {
    server().answer(ADOPT, noNetwork);
    const { user, dialog } = await openLogin();
    await submit(user, dialog);
    await waitFor(() => expect(server().to(ADOPT)).toHaveLength(1));
    expect(keeps()).toBe(true);
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    server().answer(ADOPT, () => json(200, { success: true, moved: 2 }));
    await renderApp();
    expect(await screen.findAllByText(done)).not.toEqual([]);
    expect(keeps()).toBe(false);
  });

  it('are asked for with a fresh token of the temporary account where the one before has expired', async () => {
    const asked: AccountOfTest[] = [registered, temporary];
    server().answer(TOKEN, () => json(200, sessionOf(asked.shift() ?? registered)));
    server().answer(ADOPT, () =>
      server().to(ADOPT).length === 1
        ? refusal(400, 'TEMPORARY_TOKEN_INVALID')
        : json(200, { success: true, moved: 2 }),
    );
    const { user, dialog } = await openLogin();
    await submit(user, dialog);
    expect(await screen.findByText(done)).toBeVisible();
    expect(tokenOwners()).toEqual([
      [registered.id, temporary.id],
      [registered.id, temporary.id],
    ]);
  });

  it('stay where they are, with the reason, where the temporary account has ended', async () => {
    const { user, dialog } = await openLogin();
    let isSignIn = true;
    server().answer(TOKEN, () => {
      const answer = isSignIn ? json(200, sessionOf(registered)) : authRefusal(400, 'refresh_token_not_found');
      isSignIn = false;
      return answer;
    });
    server().answer(ADOPT, () => refusal(400, 'TEMPORARY_TOKEN_INVALID'));
    await submit(user, dialog);
    expect(await screen.findByText(/^一時アカウントのセッションが終了したため、/)).toBeVisible();
    expect(keeps()).toBe(false);
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });

  it('come back with the temporary account where the second step is given up', async () => {
    const halfway = { ...registered, factors: [factorOf()] };
    server().answer(TOKEN, () => json(200, sessionOf(halfway)));
    const { user, dialog } = await openLogin();
    await submit(user, dialog);
    const step = await screen.findByRole('dialog', { name: '二段階認証' });
    expect([server().to(ADOPT), keeps()]).toEqual([[], true]);
    await user.click(within(step).getByRole('button', { name: '閉じる' }));
    expect(await screen.findByRole('button', { name: '一時アカウント' })).toBeVisible();
    expect(window.localStorage.getItem('haru-session')).toContain(temporary.id);
    await waitFor(() => expect(keeps()).toBe(false));
  });

  it('go along with the code that confirms the address, too', async () => {
    server().answer(TOKEN, () => authRefusal(400, 'email_not_confirmed', { message: 'Email not confirmed' }));
    server().answer('POST /auth/v1/resend', () => json(200, {}));
    server().answer('POST /auth/v1/verify', () => json(200, sessionOf(registered)));
    const { user, dialog } = await openLogin();
    await submit(user, dialog);
    await user.click(await within(dialog).findByRole('button', { name: '確認メールを再送信' }));
    await user.type(await screen.findByLabelText('確認コード'), '123456');
    const name = '公開した2件のページをHaru@example.jpに引き継ぐ';
    expect(await screen.findByRole('checkbox', { name, checked: true })).toBeVisible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(tokenOwners()).toEqual([[registered.id, temporary.id]]));
    await waitFor(() => expect(keeps()).toBe(false));
  });
});
