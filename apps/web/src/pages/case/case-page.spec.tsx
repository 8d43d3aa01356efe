import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { forgetLinkSecret } from '../../session/links/link-secret.js';
import { registered } from '../../testing/server/fake-accounts.js';
import { ANSWER_CASE, CASE_TOKEN, caseView, OBJECT, READ_CASE, serveCase } from '../../testing/server/fake-cases.js';
import { callerOf, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';
import { ACCOUNT_ID } from '../../testing/server/fake-accounts.js';

const stopped = {
  state: 'stopped' as const,
  by: 'admin' as const,
  reason: '他社を装ったログイン画面のため',
  at: '2026-11-21T05:06:07.000Z',
};
const ownerView = caseView({ role: 'owner' });
const stoppedForOwner = () =>
  caseView({
    role: 'owner',
    state: 'stopped',
    can_object: true,
    answer_due_at: null,
    steps: [...ownerView.steps, stopped],
  });

describe('the page of a case', () => {
  const server = useFakeServer();
  beforeEach(() => {
    forgetLinkSecret('case');
    window.history.replaceState(null, '', `/case#${CASE_TOKEN}`);
  });

  it('shows a reporter what happened and what is due, with the secret out of the address', async () => {
    serveCase(server(), caseView());
    await renderApp();
    expect(window.location.href).not.toContain(CASE_TOKEN);
    expect(await screen.findByText('通報を受け付けました。運営が内容を確認します。')).toBeVisible();
    expect(screen.getByText(/までに結果をお知らせします。$/)).toBeVisible();
    const [step] = within(screen.getByRole('list', { name: '経過' })).getAllByRole('listitem');
    expect(step).toHaveTextContent(/2026年11月20日 \d\d:\d\dあなた通報しました銀行を装っています$/);
    expect(server().to(READ_CASE)[0]?.body).toEqual({ token: CASE_TOKEN });
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('reads the case again when its link is opened once more', async () => {
    const shown = caseView();
    serveCase(server(), shown);
    await renderApp();
    await screen.findByText('通報を受け付けました。運営が内容を確認します。');
    shown.state = 'reviewing';
    act(() => window.location.assign(`#${CASE_TOKEN}`));
    expect(await screen.findByText('運営が内容を確認しています。')).toBeVisible();
    expect(window.location.href).not.toContain(CASE_TOKEN);
  });

  it('lets the owner object once', async () => {
    serveCase(server(), stoppedForOwner());
    const user = await renderApp();
    expect(await screen.findByText(/納得できない場合は、1回だけ異議を申し立てられます。$/)).toBeVisible();
    expect(screen.getByText('他社を装ったログイン画面のため')).toBeVisible();
    const submit = () => screen.queryByRole('button', { name: '異議を申し立てる' });
    await user.click(await screen.findByRole('button', { name: '異議を申し立てる' }));
    expect(screen.getByRole('textbox', { name: '異議の理由' })).toHaveFocus();
    expect(server().to(OBJECT)).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: '異議の理由' }), '自社のページです');
    await user.click(await screen.findByRole('button', { name: '異議を申し立てる' }));
    expect(await screen.findByText('異議を受け付けました。運営がもう一度確認しています。')).toBeVisible();
    expect(server().to(OBJECT)[0]?.body).toEqual({ token: CASE_TOKEN, reason: '自社のページです' });
    expect(submit()).not.toBeInTheDocument();
    expect(screen.getByText('自社のページです')).toBeVisible();
  });

  it('lets the owner answer an inquiry, and says until when', async () => {
    const inquiry = { ...stopped, state: 'inquiry' as const, reason: '写真の権利についてお知らせください' };
    const owner_due_at = '2026-11-28T05:06:07.000Z';
    serveCase(
      server(),
      caseView({ role: 'owner', kind: 'rights', state: 'inquiry', can_answer: true, owner_due_at, steps: [inquiry] }),
    );
    const user = await renderApp();
    expect(await screen.findByText(/までに回答してください。回答がない場合、公開を停止します。$/)).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: '回答' }), '自分で撮りました');
    await user.click(screen.getByRole('button', { name: '回答を送信' }));
    expect(await screen.findByText('作成者が回答しました')).toBeVisible();
    expect(server().to(ANSWER_CASE)[0]?.body).toEqual({ token: CASE_TOKEN, text: '自分で撮りました' });
  });

  it.each([
    [true, '異議を確認した結果、公開の停止を続けます。'],
    [false, '異議を確認した結果、公開を再開しました。'],
  ])('says how it was decided: stopped %s', async (is_stopped, text) => {
    serveCase(server(), caseView({ state: 'decided', is_stopped }));
    await renderApp();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('says when the link is wrong', async () => {
    serveCase(server(), caseView());
    window.history.replaceState(null, '', '/case#wrong');
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent('リンクを読み取れませんでした');
  });

  it('asks to open the link again after a reload', async () => {
    window.history.replaceState(null, '', '/case');
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent(/もう一度開いてください。$/);
    expect(server().to(READ_CASE)).toEqual([]);
  });

  describe('of one’s own page', () => {
    beforeEach(() => window.history.replaceState(null, '', `/case?id=${caseView().id}`));

    it('shows it to the owner who is signed in, who can object', async () => {
      storeSession(registered);
      serveCase(server(), stoppedForOwner());
      const user = await renderApp();
      await user.type(await screen.findByRole('textbox', { name: '異議の理由' }), '自社のページです');
      await user.click(screen.getByRole('button', { name: '異議を申し立てる' }));
      expect(await screen.findByText('異議を受け付けました。運営がもう一度確認しています。')).toBeVisible();
      const [objection] = server().to(OBJECT);
      expect(objection?.body).toEqual({ id: caseView().id, reason: '自社のページです' });
      expect(callerOf(objection)).toBe(ACCOUNT_ID);
    });

    it('asks visitors to log in', async () => {
      await renderApp();
      expect(await screen.findByText('作成者としてこの通報を確認するには、ログインしてください。')).toBeVisible();
    });

    it('says when it is none of the account’s', async () => {
      storeSession(registered);
      serveCase(server(), { ...stoppedForOwner(), id: 'b8f8f3a0-91d5-4a6c-8f0e-6a57f1d8c102' });
      await renderApp();
      expect(await screen.findByRole('alert')).toHaveTextContent('この通報は見つかりません');
    });

    it('says when it could not be loaded', async () => {
      storeSession(registered);
      serveCase(server(), stoppedForOwner());
      server().answer('GET /functions/v1/own-cases', () => refusal(503, 'SERVICE_UNAVAILABLE'));
      await renderApp();
      expect(await screen.findByRole('alert')).toHaveTextContent('通報の内容を読み込めませんでした');
    });
  });
});
