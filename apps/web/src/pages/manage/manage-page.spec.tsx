import { beforeEach, describe, expect, it } from '@jest/globals';
import { useManagementLinkAnswerSchema } from '@haru/contracts';
import { screen } from '@testing-library/react';
import { storedSession } from '../../session/client/stored-session.js';
import { forgetLinkSecret } from '../../session/links/link-secret.js';
import { ACCOUNT_ID, registered, sessionOf, temporary, userOf } from '../../testing/server/fake-accounts.js';
import { json, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const route = 'POST /functions/v1/use-management-link';
const secret = 'c2VjcmV0'.repeat(5);
const other = '11111111-52ad-4f1c-9d3e-1f0a5a0c6f11';

const submit = () => screen.findByRole('button', { name: 'このブラウザで管理する' });
const idHere = () => (JSON.parse(storedSession() || '{}') as { user?: { id: string } }).user?.id;

describe('a management link', () => {
  const server = useFakeServer();
  beforeEach(() => {
    forgetLinkSecret('manage');
    window.history.replaceState(null, '', `/manage#${secret}`);
    const session = sessionOf(temporary);
    server().answer(route, () => json(200, useManagementLinkAnswerSchema.parse({ success: true, session })));
    server().answer('GET /auth/v1/user', () => json(200, userOf(temporary)));
  });

  it('explains what it does, is out of the address, and signs in only after a press', async () => {
    const user = await renderApp();
    expect(window.location.href).not.toContain(secret);
    expect(await screen.findByText(/^一時アカウントで公開したページを、/)).toBeVisible();
    const button = await submit();
    expect(server().to(route)).toEqual([]);
    await user.click(button);
    expect(await screen.findByText('このブラウザで管理できるようになりました')).toBeVisible();
    expect(server().to(route)[0]?.body).toEqual({ secret });
    expect(idHere()).toBe(ACCOUNT_ID);
    await user.click(screen.getByRole('button', { name: 'マイページを開く' }));
    expect(window.location.search).toBe('?view=dashboard');
  });

  it('says when it is refused, and then offers no second try', async () => {
    server().answer(route, () => refusal(403, 'MANAGEMENT_LINK_INVALID'));
    const user = await renderApp();
    await user.click(await submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(/この管理リンクは使用できません。/);
    expect(screen.queryByRole('button', { name: 'このブラウザで管理する' })).not.toBeInTheDocument();
    expect(idHere()).toBeUndefined();
  });

  it('does not replace a registered account, which can sign out first', async () => {
    storeSession({ ...registered, id: other });
    const user = await renderApp();
    expect(await screen.findByText(/^現在はharu@example.jpでログインしています。/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'このブラウザで管理する' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'ログアウト' }));
    await user.click(await submit());
    expect(await screen.findByText('このブラウザで管理できるようになりました')).toBeVisible();
  });

  it('asks before it replaces another temporary account, which stays if that is declined', async () => {
    storeSession({ ...temporary, id: other });
    const user = await renderApp();
    await user.click(await submit());
    const question = await screen.findByRole('dialog', { name: '別のアカウントでログインしますか？' });
    expect(question).toHaveTextContent(/管理できなくなります/);
    await user.click(screen.getByRole('button', { name: 'キャンセル' }));
    expect(await screen.findByText(/^これまでのアカウントのまま続けています。/)).toBeVisible();
    expect(idHere()).toBe(other);
    await user.click(await submit());
    await user.click(await screen.findByRole('button', { name: 'ログインする' }));
    expect(await screen.findByText('このブラウザで管理できるようになりました')).toBeVisible();
    expect(idHere()).toBe(ACCOUNT_ID);
  });

  it('offers to register the other temporary account instead', async () => {
    storeSession({ ...temporary, id: other });
    const user = await renderApp();
    await user.click(await submit());
    await user.click(await screen.findByRole('button', { name: '登録してページを引き継ぐ' }));
    expect(await screen.findByRole('dialog', { name: '登録してページを引き継ぐ' })).toBeVisible();
    expect(idHere()).toBe(other);
  });

  it('does not ask where it is the account that is signed in', async () => {
    storeSession(temporary);
    const user = await renderApp();
    await user.click(await submit());
    expect(await screen.findByText('このブラウザで管理できるようになりました')).toBeVisible();
  });

  it('has to be opened again after a reload', async () => {
    window.history.replaceState(null, '', '/manage');
    await renderApp();
    expect(await screen.findByText('管理リンクを読み取れませんでした')).toBeVisible();
  });
});
