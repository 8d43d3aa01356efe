import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { authRefusal, registered, sessionOf, temporary, userOf } from '../../../testing/server/fake-accounts.js';
import { json, useFakeServer, type FakeServer } from '../../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../../testing/render-app.js';

const signUp = 'POST /auth/v1/signup';

async function openRegister(user: UserEvent, name = '無料で登録'): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: /好きなURLを選ぶ/ }));
  return screen.findByRole('dialog', { name });
}

async function fill(user: UserEvent, email: string, password: string): Promise<void> {
  if (email) await user.type(screen.getByLabelText('メールアドレス'), email);
  if (password) await user.type(screen.getByLabelText('パスワード'), password);
  await user.click(screen.getByRole('button', { name: '登録する' }));
}

describe('registering', () => {
  const server = useFakeServer();

  it('waits for the confirmation of the address, and sends the mail again', async () => {
    server().answer(signUp, () => json(200, userOf(registered)));
    server().answer('POST /auth/v1/resend', () => json(200, {}));
    const user = await renderApp();
    await openRegister(user);
    expect(screen.getByLabelText('パスワード')).toHaveAttribute('autocomplete', 'new-password');
    await fill(user, 'haru@example.jp', 'secret-1');
    const dialog = await screen.findByRole('dialog', { name: 'メールを確認してください' });
    expect(dialog).toHaveTextContent('haru@example.jp確認メールをお送りしました。');
    await user.click(within(dialog).getByRole('button', { name: '確認メールを再送信' }));
    expect(await within(dialog).findByText('確認メールを再送信しました')).toBeVisible();
    expect(server().to(signUp)[0]?.body).toMatchObject({ email: 'haru@example.jp', password: 'secret-1' });
  });

  it('counts down until the mail can be sent again', async () => {
    server().answer(signUp, () => json(200, userOf(registered)));
    server().answer('POST /auth/v1/resend', () =>
      authRefusal(429, 'over_email_send_rate_limit', { headers: { 'retry-after': '42' } }),
    );
    const user = await renderApp();
    await openRegister(user);
    await fill(user, 'haru@example.jp', 'secret-1');
    const dialog = await screen.findByRole('dialog', { name: 'メールを確認してください' });
    await user.click(within(dialog).getByRole('button', { name: '確認メールを再送信' }));
    expect(await within(dialog).findByText(/^メールは先ほど送信しました。.*あと4[12]秒/)).toBeVisible();
    expect(await within(dialog).findByText(/あと40秒/)).toBeVisible();
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is complete with the code of the mail, pasted as it stands there', async () => {
    server().answer(signUp, () => json(200, userOf(registered)));
    server().answer('POST /auth/v1/verify', () => json(200, sessionOf(registered)));
    const user = await renderApp();
    await openRegister(user);
    await fill(user, 'haru@example.jp', 'secret-1');
    const code = await screen.findByLabelText('確認コード');
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    await user.paste('１２３ 456');
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(screen.getByText('登録が完了し、ログインしました。')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const [sent] = server().to('POST /auth/v1/verify');
    expect(sent?.body).toMatchObject({ type: 'signup', email: 'haru@example.jp', token: '123456' });
  });

  it('says beside the code what is wrong with it, and what to do', async () => {
    server().answer(signUp, () => json(200, userOf(registered)));
    server().answer('POST /auth/v1/verify', () => authRefusal(403, 'otp_expired'));
    const user = await renderApp();
    await openRegister(user);
    await fill(user, 'haru@example.jp', 'secret-1');
    const code = await screen.findByLabelText('確認コード');
    await user.type(code, '12345{Enter}');
    expect(code).toHaveAccessibleDescription('6桁の数字を入力してください。');
    await user.type(code, '6');
    await waitFor(() =>
      expect(code).toHaveAccessibleDescription(
        /^コードが違うか、期限が切れています。最新のメールのコードを入力するか、確認メールを再送信してください。/,
      ),
    );
    expect(code).toHaveFocus();
    server().answer('POST /auth/v1/verify', () => authRefusal(429, 'over_request_rate_limit'));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('登録を完了できませんでした');
    expect(server().to('POST /auth/v1/verify')).toHaveLength(2);
  });

  it('half filled in is not lost to Esc, but closes with its button', async () => {
    const user = await renderApp();
    const dialog = await openRegister(user);
    await user.type(screen.getByLabelText('メールアドレス'), 'haru@example.jp');
    await user.keyboard('{Escape}');
    expect(within(dialog).getByText(/^閉じると、内容が失われます。/)).toBeVisible();
    await user.click(dialog);
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('haru@example.jp');
    await user.click(within(dialog).getByRole('button', { name: '閉じる' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('emptied again closes on Esc', async () => {
    const user = await renderApp();
    await openRegister(user);
    await user.type(screen.getByLabelText('メールアドレス'), 'h{Backspace}');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is complete immediately where no confirmation is required', async () => {
    server().answer(signUp, () => json(200, sessionOf(registered)));
    const user = await renderApp();
    await openRegister(user);
    await fill(user, 'haru@example.jp', 'secret-1');
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    ['', 'secret-1', 'メールアドレス', 'メールアドレスを入力してください。'],
    ['haru@', 'secret-1', 'メールアドレス', /^メールアドレスの形式が正しくありません。/],
    ['haru@example.jp', '12345', 'パスワード', 'パスワードは6文字以上である必要があります'],
    ['haru@example.jp', 'あ'.repeat(25), 'パスワード', /^パスワードが長すぎます。/],
  ])('with %p and %p sends nothing and points to the field', async (email, password, label, text) => {
    const user = await renderApp();
    await openRegister(user);
    await fill(user, email, password);
    const field = screen.getByLabelText(label);
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(text);
    expect(server().to(signUp)).toHaveLength(0);
  });

  it.each([
    [
      'known',
      () => authRefusal(422, 'user_already_exists', { message: 'User already registered' }),
      'メールアドレス',
      'このメールアドレスは既に登録されています。ログインしてください。',
    ],
    [
      'no address',
      () => authRefusal(400, 'validation_failed', { message: 'Unable to validate email address: invalid format' }),
      'メールアドレス',
      'このメールアドレスは利用できません。入力内容を確認してください。',
    ],
    [
      'too weak',
      () => authRefusal(422, 'weak_password', { message: 'Password should be at least 6 characters.' }),
      'パスワード',
      'パスワードは6文字以上である必要があります',
    ],
  ])('says beside the field that it is %s', async (_name, answer, label, text) => {
    server().answer(signUp, answer);
    const user = await renderApp();
    await openRegister(user);
    await fill(user, 'haru@example.jp', 'secret-1');
    const field = screen.getByLabelText(label);
    await waitFor(() => expect(field).toHaveAccessibleDescription(text));
    expect(field).toHaveFocus();
  });

  it('shows that registration is unavailable', async () => {
    server().answer(signUp, () => authRefusal(422, 'email_provider_disabled'));
    const user = await renderApp();
    await openRegister(user);
    await fill(user, 'haru@example.jp', 'secret-1');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('登録できませんでした');
    expect(alert).toHaveTextContent('メールアドレスでの登録は現在利用できません。');
  });
});

describe('registering a temporary account', () => {
  const server = useFakeServer();
  const update = 'PUT /auth/v1/user';

  async function upgrade(answer: Parameters<FakeServer['answer']>[1]): Promise<UserEvent> {
    server().answer(update, answer);
    storeSession(temporary);
    const user = await renderApp();
    await screen.findByRole('button', { name: '一時アカウント' });
    await openRegister(user, '登録してページを引き継ぐ');
    await fill(user, 'haru@example.jp', 'secret-1');
    return user;
  }

  it('keeps the account, which stays temporary until the address is confirmed', async () => {
    server().answer('POST /auth/v1/resend', () => json(200, {}));
    const user = await upgrade(() => json(200, userOf({ ...temporary, newEmail: 'haru@example.jp' })));
    const dialog = await screen.findByRole('dialog', { name: 'メールを確認してください' });
    expect(server().to(update)[0]?.body).toMatchObject({ email: 'haru@example.jp', password: 'secret-1' });
    expect(server().to(signUp)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: '確認メールを再送信' }));
    await within(dialog).findByText('確認メールを再送信しました');
    const [resent] = server().to('POST /auth/v1/resend');
    expect(resent?.body).toMatchObject({ type: 'email_change' });
    expect(resent?.headers.get('authorization')).toMatch(/^Bearer ey/);
    const [close] = within(dialog).getAllByRole('button', { name: '閉じる' });
    if (close) await user.click(close);
    expect(screen.getByRole('button', { name: '一時アカウント' })).toBeVisible();
    expect(screen.queryByText('haru@example.jp')).not.toBeInTheDocument();
  });

  it('is complete with the code of the mail', async () => {
    server().answer('POST /auth/v1/verify', () => json(200, sessionOf(registered)));
    const user = await upgrade(() => json(200, userOf({ ...temporary, newEmail: 'haru@example.jp' })));
    await user.type(await screen.findByLabelText('確認コード'), '123456');
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const [sent] = server().to('POST /auth/v1/verify');
    expect(sent?.body).toMatchObject({ type: 'email_change', email: 'haru@example.jp', token: '123456' });
  });

  it('is over by itself once the mail is followed on another device', async () => {
    await upgrade(() => json(200, userOf({ ...temporary, newEmail: 'haru@example.jp' })));
    await screen.findByRole('dialog', { name: 'メールを確認してください' });
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    server().answer('POST /auth/v1/token', () => json(200, sessionOf(registered)));
    fireEvent.focus(window);
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText(/^登録が完了しました。/)).toBeVisible();
  });

  describe('whose address another account confirmed first', () => {
    const lost = /^haru@example.jpは登録できませんでした。/;

    function loseAddress(): void {
      server().answer('GET /auth/v1/user', () => json(200, userOf(temporary)));
      server().answer('POST /auth/v1/token', () => json(200, sessionOf(temporary)));
    }

    it('shows it and goes back to the form', async () => {
      const user = await upgrade(() => json(200, userOf({ ...temporary, newEmail: 'haru@example.jp' })));
      await screen.findByRole('dialog', { name: 'メールを確認してください' });
      loseAddress();
      fireEvent.focus(window);
      const dialog = await screen.findByRole('dialog', { name: '登録してページを引き継ぐ' });
      expect(within(dialog).getByText(lost)).toBeVisible();
      expect(screen.getAllByText(lost)).toHaveLength(1);
      expect(within(dialog).getByLabelText('メールアドレス')).toHaveFocus();
      server().answer(update, () => json(200, userOf({ ...temporary, newEmail: 'natsu@example.jp' })));
      await user.clear(within(dialog).getByLabelText('メールアドレス'));
      await fill(user, 'natsu@example.jp', 'secret-1');
      const sent = await screen.findByRole('dialog', { name: 'メールを確認してください' });
      expect(sent).toHaveTextContent('natsu@example.jp確認メールをお送りしました。');
    });

    it('hears it instead of a mail sent again', async () => {
      server().answer('POST /auth/v1/resend', () => json(200, {}));
      const user = await upgrade(() => json(200, userOf({ ...temporary, newEmail: 'haru@example.jp' })));
      await screen.findByRole('dialog', { name: 'メールを確認してください' });
      loseAddress();
      await user.click(screen.getByRole('button', { name: '確認メールを再送信' }));
      expect(await screen.findByText(lost)).toBeVisible();
      expect(screen.queryByText('確認メールを再送信しました')).not.toBeInTheDocument();
    });

    it('is shown without a dialog too', async () => {
      loseAddress();
      storeSession({ ...temporary, newEmail: 'haru@example.jp' });
      const user = await renderApp();
      const alert = await screen.findByRole('alert');
      expect(within(alert).getByText(lost)).toBeVisible();
      await user.click(within(alert).getByRole('button', { name: '無料で登録' }));
      expect(await screen.findByRole('dialog', { name: '登録してページを引き継ぐ' })).toBeVisible();
    });
  });

  it('is complete immediately where no confirmation is required', async () => {
    await upgrade(() => json(200, userOf(registered)));
    expect(await screen.findByRole('button', { name: 'haru@example.jp' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says beside the field that the address is taken', async () => {
    await upgrade(() => authRefusal(422, 'email_exists'));
    await waitFor(() =>
      expect(screen.getByLabelText('メールアドレス')).toHaveAccessibleDescription(/既に使用されています。/),
    );
  });
});

describe('a forgotten password', () => {
  const server = useFakeServer();
  const recover = 'POST /auth/v1/recover';

  async function openForgotten(user: UserEvent): Promise<HTMLElement> {
    await user.click(await screen.findByRole('button', { name: 'ログイン' }));
    await user.click(await screen.findByRole('button', { name: 'パスワードを忘れた方' }));
    return screen.findByRole('dialog', { name: 'パスワードの再設定' });
  }

  it('is answered by a mail, in the same words for every address', async () => {
    server().answer(recover, () => json(200, {}));
    const user = await renderApp();
    await openForgotten(user);
    await user.type(screen.getByLabelText('メールアドレス'), 'haru@example.jp{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'メールを確認してください' });
    expect(within(dialog).getByText('haru@example.jp')).toBeVisible();
    expect(dialog).toHaveTextContent('登録されていれば、再設定用のリンクをお送りしました。');
    expect(server().to(recover)[0]?.body).toMatchObject({ email: 'haru@example.jp' });
    await user.click(within(dialog).getByRole('button', { name: '別のメールアドレスで送信' }));
    expect(await screen.findByRole('dialog', { name: 'パスワードの再設定' })).toBeVisible();
    expect(screen.getByLabelText('メールアドレス')).toHaveValue('haru@example.jp');
  });

  it('needs an address', async () => {
    const user = await renderApp();
    const dialog = await openForgotten(user);
    await user.click(within(dialog).getByRole('button', { name: '再設定メールを送信' }));
    expect(screen.getByLabelText('メールアドレス')).toHaveAccessibleDescription('メールアドレスを入力してください。');
    expect(server().to(recover)).toHaveLength(0);
  });

  it.each([
    [() => authRefusal(422, 'email_provider_disabled'), 'パスワードの再設定は現在ご利用いただけません。'],
    [() => authRefusal(429, 'over_email_send_rate_limit'), 'メールは先ほど送信しました。'],
    [() => authRefusal(500, 'unexpected_failure'), 'メールの送信中にエラーが発生しました。'],
  ])('says what happened when no mail can be sent', async (answer, text) => {
    server().answer(recover, answer);
    const user = await renderApp();
    await openForgotten(user);
    await user.type(screen.getByLabelText('メールアドレス'), 'haru@example.jp{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('メールを送信できませんでした');
    expect(alert).toHaveTextContent(text);
  });
});
