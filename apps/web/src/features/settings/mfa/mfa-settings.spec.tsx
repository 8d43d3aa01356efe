import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { authRefusal, factorOf, registered, sessionOf, userOf } from '../../../testing/server/fake-accounts.js';
import { json, recoveryCodes, refusal, useFakeServer } from '../../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../../testing/render-app.js';
import { setPhoneWidth } from '../../../testing/setup.js';

const factor = factorOf();
const secured = { ...registered, factors: [factor], level: 'aal2' as const };
const getUser = 'GET /auth/v1/user';
const enrol = 'POST /auth/v1/factors';
const one = `/auth/v1/factors/${factor.id}`;

async function openSecurity(account: typeof registered): Promise<{ user: UserEvent; dialog: HTMLElement }> {
  storeSession(account);
  const user = await renderApp();
  await user.click(await screen.findByRole('button', { name: account.email }));
  await user.click(screen.getByRole('button', { name: '設定' }));
  const dialog = await screen.findByRole('dialog', { name: '設定' });
  await user.click(within(dialog).getByRole('tab', { name: 'セキュリティ' }));
  return { user, dialog };
}

async function startSetUp(user: UserEvent, dialog: HTMLElement): Promise<void> {
  const add = await within(dialog).findByRole('button', { name: '認証アプリを追加' });
  await waitFor(() => expect(add).toBeEnabled());
  await user.click(add);
}

describe('mfa', () => {
  const server = useFakeServer();

  function answerSetUp(): void {
    server().answer(getUser, () => json(200, userOf(registered)));
    server().answer(enrol, () =>
      json(200, {
        id: factor.id,
        type: 'totp',
        friendly_name: '認証アプリ',
        totp: { qr_code: '<svg fill="#fff"/>', secret: 'ABCDEFGH234567', uri: 'otpauth://totp/x' },
      }),
    );
    server().answer(`POST ${one}/challenge`, () =>
      json(200, { id: 'a1b2c3d4-0000-4000-8000-000000000000', type: 'totp', expires_at: 2_000_000_000 }),
    );
  }

  it('is set up with a picture or a key, and the first code', async () => {
    answerSetUp();
    server().answer(`POST ${one}/verify`, () => json(200, sessionOf(secured)));
    const { user, dialog } = await openSecurity(registered);
    await within(dialog).findByText(/パスワードに加えて認証アプリのコードを求めます。/);
    await user.click(within(dialog).getByRole('button', { name: '認証アプリを追加' }));
    const picture = await within(dialog).findByRole('img', { name: '認証アプリ用のQRコード' });
    expect(picture).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent('<svg fill="#fff"/>')}`);
    expect(within(dialog).getByText('ABCD EFGH 2345 67')).toBeVisible();
    server().answer(getUser, () => json(200, userOf(secured)));
    await user.type(within(dialog).getByLabelText('認証コード'), '123456{Enter}');
    expect(await within(dialog).findByText('二段階認証を有効にしました。')).toBeVisible();
    expect(
      within(await within(dialog).findByRole('list', { name: '登録済みの認証アプリ' })).getByText('認証アプリ'),
    ).toBeVisible();
    expect(server().to(enrol)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'haru@example.jp' })).toBeVisible();
  });

  it('gives the key to the clipboard, and on a phone to the app that is there', async () => {
    answerSetUp();
    const { user, dialog } = await openSecurity(registered);
    const add = await within(dialog).findByRole('button', { name: '認証アプリを追加' });
    await waitFor(() => expect(add).toBeEnabled());
    setPhoneWidth(true);
    await user.click(add);
    expect(await within(dialog).findByRole('link', { name: '認証アプリで開く' })).toHaveAttribute(
      'href',
      'otpauth://totp/x',
    );
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(within(dialog).getByRole('button', { name: 'キーをコピー' }));
    expect(await screen.findByText('キーをコピーしました')).toBeVisible();
    expect(write).toHaveBeenCalledWith('ABCDEFGH234567');
  });

  it('offers the key to no app of a computer', async () => {
    answerSetUp();
    const { user, dialog } = await openSecurity(registered);
    await startSetUp(user, dialog);
    await within(dialog).findByRole('img', { name: '認証アプリ用のQRコード' });
    expect(within(dialog).queryByRole('link', { name: '認証アプリで開く' })).not.toBeInTheDocument();
  });

  it('comes with recovery codes, shown until they are kept', async () => {
    answerSetUp();
    server().answer(`POST ${one}/verify`, () => json(200, sessionOf(secured)));
    const { user, dialog } = await openSecurity(registered);
    await startSetUp(user, dialog);
    server().answer(getUser, () => json(200, userOf(secured)));
    await user.type(await within(dialog).findByLabelText('認証コード'), '123456{Enter}');
    const list = await within(dialog).findByRole('list', { name: 'リカバリーコード' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes);
    expect(server().to('POST /functions/v1/recovery-codes')).toHaveLength(1);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(within(dialog).getByRole('button', { name: 'コピー' }));
    expect(await screen.findByText('リカバリーコードをコピーしました')).toBeVisible();
    expect(write).toHaveBeenCalledWith(recoveryCodes.join('\n'));
    await user.keyboard('{Escape}');
    expect(list).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: '保管しました' }));
    expect(list).not.toBeInTheDocument();
    expect(within(dialog).getByText(/^残り10個（2026年11月22日/)).toBeVisible();
  });

  it('says how many recovery codes are left, and renews them after a second question', async () => {
    server().answer(getUser, () => json(200, userOf(secured)));
    server().answer('GET /functions/v1/recovery-codes', () =>
      json(200, { success: true, recovery_codes: { remaining: 2, created_at: '2026-11-20T05:06:07.000Z' } }),
    );
    const { user, dialog } = await openSecurity(secured);
    expect(await within(dialog).findByText(/^残り2個（2026年11月20日/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: '作り直す' }));
    expect(within(dialog).getByText(/^作り直すと、これまでのコードは使用できなくなります。/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'キャンセル' })).toHaveFocus();
    expect(server().to('POST /functions/v1/recovery-codes')).toHaveLength(0);
    await user.keyboard('{Enter}');
    expect(within(dialog).getByRole('button', { name: '作り直す' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(within(dialog).getByRole('button', { name: '作り直す' }));
    expect(await within(dialog).findByText(recoveryCodes[0] ?? '')).toBeVisible();
  });

  it('shows why recovery codes could not be made', async () => {
    server().answer(getUser, () => json(200, userOf(secured)));
    server().answer('POST /functions/v1/recovery-codes', () => refusal(429, 'RATE_LIMITED'));
    const { user, dialog } = await openSecurity(secured);
    await user.click(await within(dialog).findByRole('button', { name: 'リカバリーコードを作る' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('リカバリーコードを作れませんでした');
  });

  it('goes on with the same key after a look at another tab', async () => {
    answerSetUp();
    const { user, dialog } = await openSecurity(registered);
    await startSetUp(user, dialog);
    await user.type(await within(dialog).findByLabelText('認証コード'), '123');
    await user.click(within(dialog).getByRole('tab', { name: 'プロフィール' }));
    expect(within(dialog).getByRole('img', { hidden: true })).not.toBeVisible();
    await user.click(within(dialog).getByRole('tab', { name: 'セキュリティ' }));
    expect(within(dialog).getByText('ABCD EFGH 2345 67')).toBeVisible();
    expect(within(dialog).getByLabelText('認証コード')).toHaveValue('123');
    expect(server().to(enrol)).toHaveLength(1);
  });

  it('starts again after it was left unfinished, under the same name', async () => {
    answerSetUp();
    server().answer(getUser, () => json(200, userOf({ ...registered, factors: [factorOf({ status: 'unverified' })] })));
    server().answer(`DELETE ${one}`, () => authRefusal(404, 'mfa_factor_not_found'));
    const { user, dialog } = await openSecurity(registered);
    await startSetUp(user, dialog);
    await within(dialog).findByRole('img', { name: '認証アプリ用のQRコード' });
    expect(server().to(`DELETE ${one}`)).toHaveLength(1);
    expect(server().to(enrol)[0]?.body).toMatchObject({ friendly_name: '認証アプリ' });
  });

  it('takes another name beside an app in use', async () => {
    answerSetUp();
    server().answer(getUser, () => json(200, userOf(secured)));
    const { user, dialog } = await openSecurity(secured);
    await within(dialog).findByRole('button', { name: '認証アプリを解除する' });
    await user.click(within(dialog).getByRole('button', { name: '認証アプリを追加' }));
    await within(dialog).findByRole('img', { name: '認証アプリ用のQRコード' });
    expect(server().to(enrol)[0]?.body).toMatchObject({ friendly_name: '認証アプリ2' });
    expect(server().to(`DELETE ${one}`)).toHaveLength(0);
  });

  it('stays open on Esc while the picture is shown, and keeps the focus inside', async () => {
    answerSetUp();
    server().answer(`POST ${one}/verify`, () => json(200, sessionOf(secured)));
    const { user, dialog } = await openSecurity(registered);
    await startSetUp(user, dialog);
    expect(within(dialog).getByRole('heading', { name: '認証アプリを追加' })).toHaveFocus();
    await within(dialog).findByRole('img', { name: '認証アプリ用のQRコード' });
    await user.keyboard('{Escape}');
    expect(within(dialog).getByText(/^閉じると、内容が失われます。/)).toBeVisible();
    server().answer(getUser, () => json(200, userOf(secured)));
    await user.type(within(dialog).getByLabelText('認証コード'), '123456{Enter}');
    await within(dialog).findByText('二段階認証を有効にしました。');
    expect(within(dialog).getByRole('heading', { name: '二段階認証' })).toHaveFocus();
    await user.click(await within(dialog).findByRole('button', { name: '保管しました' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says beside the field that the first code is wrong', async () => {
    answerSetUp();
    server().answer(`POST ${one}/verify`, () => authRefusal(422, 'mfa_verification_failed'));
    const { user, dialog } = await openSecurity(registered);
    await startSetUp(user, dialog);
    const code = await within(dialog).findByLabelText('認証コード');
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^認証コードが正しくありません。/));
  });

  it('leaves no unfinished factor behind', async () => {
    answerSetUp();
    server().answer(`DELETE ${one}`, () => json(200, { id: factor.id }));
    const { user, dialog } = await openSecurity(registered);
    await startSetUp(user, dialog);
    await within(dialog).findByRole('img', { name: '認証アプリ用のQRコード' });
    await user.click(within(dialog).getByRole('button', { name: 'キャンセル' }));
    await waitFor(() => expect(server().to(`DELETE ${one}`)).toHaveLength(1));
    expect(within(dialog).getByRole('button', { name: '認証アプリを追加' })).toBeVisible();
  });

  it('is removed only after a second question', async () => {
    server().answer(getUser, () => json(200, userOf(secured)));
    server().answer(`DELETE ${one}`, () => json(200, { id: factor.id }));
    server().answer('POST /auth/v1/token', () => json(200, sessionOf(registered)));
    const { user, dialog } = await openSecurity(secured);
    await user.click(await within(dialog).findByRole('button', { name: '認証アプリを解除する' }));
    expect(within(dialog).queryByText('二段階認証を有効にしました。')).not.toBeInTheDocument();
    expect(dialog).toHaveTextContent('認証アプリを解除すると、そのアプリのコードではログインできなくなります。');
    expect(within(dialog).getByRole('button', { name: 'キャンセル' })).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'キャンセル' }));
    expect(within(dialog).getByRole('button', { name: '認証アプリを解除する' })).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: '認証アプリを解除する' }));
    server().answer(getUser, () => json(200, userOf(registered)));
    await user.click(within(dialog).getByRole('button', { name: '解除する' }));
    expect(await within(dialog).findByText('二段階認証の設定を解除しました。')).toBeVisible();
    await waitFor(() =>
      expect(within(dialog).queryByRole('list', { name: '登録済みの認証アプリ' })).not.toBeInTheDocument(),
    );
    expect(server().to(`DELETE ${one}`)).toHaveLength(1);
  });

  it('asks for the other app when the one of this session is removed', async () => {
    const other = factorOf({ id: '9d2b6c1e-1a53-4c1b-9d0a-7c1b1f3e5a90', friendly_name: '認証アプリ2' });
    const both = { ...secured, factors: [factor, other] };
    server().answer(getUser, () => json(200, userOf(both)));
    server().answer(`DELETE ${one}`, () => json(200, { id: factor.id }));
    server().answer('POST /auth/v1/token', () => json(200, sessionOf({ ...registered, factors: [other] })));
    const { user, dialog } = await openSecurity(both);
    await user.click(await within(dialog).findByRole('button', { name: '認証アプリを解除する' }));
    await user.click(within(dialog).getByRole('button', { name: '解除する' }));
    expect(await screen.findByRole('dialog', { name: '二段階認証' })).toBeVisible();
  });

  it('says when it cannot be read, set up or removed', async () => {
    server().answer(getUser, () => json(200, userOf(secured)));
    server().answer(`DELETE ${one}`, () => authRefusal(422, 'insufficient_aal'));
    server().answer(enrol, () => authRefusal(422, 'too_many_enrolled_mfa_factors'));
    const { user, dialog } = await openSecurity(secured);
    await user.click(await within(dialog).findByRole('button', { name: '認証アプリを解除する' }));
    await user.click(within(dialog).getByRole('button', { name: '解除する' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('二段階認証を解除できませんでした');
    await user.click(within(dialog).getByRole('button', { name: '認証アプリを追加' }));
    expect(await within(dialog).findByText(/登録数が上限に達しています。/)).toBeVisible();
  });

  it('that cannot be read says so', async () => {
    server().answer(getUser, () => authRefusal(503, 'unexpected_failure'));
    const { dialog } = await openSecurity(registered);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('二段階認証の設定を読み込めませんでした');
    expect(within(dialog).getByRole('button', { name: '認証アプリを追加' })).toBeDisabled();
  });
});
