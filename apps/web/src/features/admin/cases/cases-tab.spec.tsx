import { describe, expect, it } from '@jest/globals';
import { caseDetailAnswerSchema, type CaseDetail } from '@haru/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ACCOUNT_ID, registered } from '../../../testing/server/fake-accounts.js';
import { serveAdmin, SITE_ID } from '../../../testing/server/fake-admin.js';
import { caseDetail, serveAdminCases } from '../../../testing/server/fake-cases.js';
import { json, refusal, useFakeServer } from '../../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../../testing/render-app.js';

const decisionOf = ({ id }: CaseDetail) => `POST /admin/v1/cases/${id}/decision`;
const opened = (title: string) => screen.findByRole('heading', { name: title });
const row = (title: string) => screen.findByRole('button', { name: title });

describe('the queue of cases', () => {
  const server = useFakeServer();

  async function open(cases: CaseDetail[], tab = 'cases'): Promise<UserEvent> {
    window.history.replaceState(null, '', `/admin?tab=${tab}`);
    storeSession(registered);
    serveAdmin(server(), 'moderator');
    serveAdminCases(server(), cases);
    return renderApp();
  }

  it('shows the page without scripts, the matched rules with their place, the reports and the other pages', async () => {
    const user = await open([caseDetail(1, { is_overdue: true })]);
    const list = within(await screen.findByRole('list', { name: '通報の一覧' }));
    expect(list.getByText('期限超過')).toBeVisible();
    await user.click(await row('ページ1'));
    expect(await opened('ページ1')).toHaveFocus();
    expect(screen.getByText('パスワードの入力欄')).toHaveTextContent('2行3文字目');
    expect(screen.getByText('<input type="password">', { selector: 'mark' })).toBeVisible();
    const reports = screen.getByRole('heading', { name: '通報の内容' }).closest('section');
    expect(reports).toHaveTextContent('銀行を装っています');
    expect(screen.getByText('別のページ')).toBeInTheDocument();
  });

  it('gives the preview of the page to its frame on the pages host as a page without scripts', async () => {
    const user = await open([caseDetail(1)]);
    await user.click(await row('ページ1'));
    const frame = await screen.findByTitle<HTMLIFrameElement>('ページのプレビュー');
    expect(frame.src).toBe('https://haru-pages.example/preview-frame');
    expect(frame.closest('[inert]')).not.toBeNull();
    const sent: unknown[] = [];
    const source = frame.contentWindow;
    if (!source) throw new Error('the frame has no window');
    source.postMessage = (message: unknown) => void sent.push(message);
    act(() => void window.dispatchEvent(new MessageEvent('message', { source, data: { haruPreview: 'ready' } })));
    expect(sent).toEqual([{ haruPreview: 'staticPage', html: caseDetail(1).source }]);
  });

  it('is decided by keyboard, one case after another', async () => {
    const cases = [caseDetail(1), caseDetail(2), caseDetail(3)];
    const user = await open(cases);
    (await row('ページ1')).focus();
    await user.keyboard('j');
    expect(await opened('ページ1')).toHaveFocus();
    await user.keyboard('j');
    expect(await opened('ページ2')).toHaveFocus();
    await user.keyboard('k');
    expect(await opened('ページ1')).toHaveFocus();

    // 2 is 停止する, after 確認を始める and before 問題なし: the owner of a phishing page is not asked first.
    await user.keyboard('2');
    expect(screen.getByRole('button', { name: '停止する', pressed: true })).toBeVisible();
    await user.keyboard('{Enter}');
    expect(await opened('ページ2')).toHaveFocus();
    expect(server().to(decisionOf(caseDetail(1)))[0]?.body).toEqual({
      decision: 'stop',
      reason: '他社や他人を装って情報を入力させるページと判断したため、公開を停止しました。',
    });
    await user.keyboard('3e');
    const reason = screen.getByRole('textbox', { name: '理由' });
    expect(reason).toHaveFocus();
    await user.clear(reason);
    await user.keyboard('問題2なし{Control>}{Enter}{/Control}');
    expect(await opened('ページ3')).toHaveFocus();
    expect(server().to(decisionOf(caseDetail(2)))[0]?.body).toEqual({ decision: 'dismiss', reason: '問題2なし' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'ページ1' })).not.toBeInTheDocument());
  });

  it('asks before the final decision on an objection', async () => {
    const user = await open([caseDetail(1, { state: 'objected' })]);
    await user.click(await row('ページ1'));
    await user.click(await screen.findByRole('button', { name: '停止を維持' }));
    await user.click(screen.getByRole('button', { name: '決定して次へ' }));
    const question = within(await screen.findByRole('dialog', { name: '停止を維持しますか？' }));
    expect(server().to(decisionOf(caseDetail(1)))).toEqual([]);
    await user.click(question.getByRole('button', { name: '停止を維持' }));
    await waitFor(() => expect(server().to(decisionOf(caseDetail(1)))).toHaveLength(1));
    expect(await screen.findByText('該当するものはありません。')).toBeVisible();
  });

  it('says why a decision was refused and keeps the reason', async () => {
    const user = await open([caseDetail(1, { state: 'objected' })]);
    server().answer(decisionOf(caseDetail(1)), () => refusal(409, 'CASE_NEEDS_ANOTHER_ADMIN'));
    await user.click(await row('ページ1'));
    await user.click(await screen.findByRole('button', { name: '公開を再開' }));
    await user.type(screen.getByRole('textbox', { name: '理由' }), '追記');
    await user.click(screen.getByRole('button', { name: '決定して次へ' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/停止を決めた担当者とは別の担当者/);
    expect(screen.getByRole('textbox', { name: '理由' })).toHaveValue(
      '内容を確認し直し、公開を再開することにしました。追記',
    );
  });

  it('offers no decision about a page of one’s own', async () => {
    const user = await open([caseDetail(1, { concerns_caller: true })]);
    await user.click(await row('ページ1'));
    expect(await screen.findByText(/^自分のページ、または自分が通報したページです。/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '停止する' })).not.toBeInTheDocument();
    await user.keyboard('2{Enter}');
    expect(server().to(decisionOf(caseDetail(1)))).toEqual([]);
  });

  it('shows what a reporter says about sexual images, and the moderator sets the owner’s time', async () => {
    const [report] = caseDetail(1).reports;
    if (!report) throw new Error('there is no report');
    const reports = [{ ...report, concerns_sexual_images: true }];
    const user = await open([caseDetail(1, { kind: 'rights', reported_sexual_images: true, reports })]);
    await user.click(await row('ページ1'));
    await opened('ページ1');
    expect(screen.getAllByText('性的な画像（通報者の申告）')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: '作成者に照会' }));
    const box = screen.getByRole('checkbox', { name: /^同意なく公開された性的な画像や動画が含まれる/ });
    expect(box).not.toBeChecked();
    await user.click(box);
    await user.click(screen.getByRole('button', { name: '決定して次へ' }));
    const body = expect.objectContaining({ decision: 'ask_owner', concerns_sexual_images: true });
    await waitFor(() => expect(server().to(decisionOf(caseDetail(1)))[0]?.body).toEqual(body));
  });

  it('filters by state, and says so where nothing can be decided', async () => {
    const user = await open([caseDetail(1, { state: 'dismissed', due_at: null })]);
    expect(await screen.findByText('該当するものはありません。')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: '状態' }), '問題なし');
    await user.click(await row('ページ1'));
    expect(await screen.findByText('この通報に、今できる判断はありません。')).toBeVisible();
    expect(server().to('GET /admin/v1/cases').at(-1)?.query.get('state')).toBe('dismissed');
  });

  it('leads to the account and to what can be done about the page', async () => {
    const user = await open([caseDetail(1)]);
    await user.click(await row('ページ1'));
    await user.click(await screen.findByRole('button', { name: 'アカウントを見る' }));
    expect(window.location.search).toBe(`?tab=accounts&q=${ACCOUNT_ID}`);
    await user.click(screen.getByRole('tab', { name: '通報' }));
    await user.click(await row('ページ1'));
    await user.click(await screen.findByRole('button', { name: 'ページを一覧で見る' }));
    expect(window.location.search).toBe('?tab=sites&q=page-1');
  });

  it('gets a page that an admin found, with a kind and a reason', async () => {
    const opened = caseDetail(1, { origin: 'admin', kind: 'malware' });
    const user = await open([opened], 'sites');
    server().answer('POST /admin/v1/cases', () =>
      json(200, caseDetailAnswerSchema.parse({ success: true, case: opened })),
    );
    await user.click(await screen.findByRole('button', { name: '通報として扱う' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByRole('combobox', { name: '種類' }), 'マルウェア');
    await user.type(dialog.getByRole('textbox', { name: '理由' }), '巡回で見つけました');
    await user.click(dialog.getByRole('button', { name: '通報として扱う' }));
    expect(await screen.findByRole('list', { name: '通報の一覧' })).toHaveTextContent('マルウェア');
    const body = { site: SITE_ID, kind: 'malware', reason: '巡回で見つけました' };
    expect(server().to('POST /admin/v1/cases')[0]?.body).toEqual(body);
  });

  it('gets one about sexual images, whose owner has less time', async () => {
    const user = await open([caseDetail(1)], 'sites');
    server().answer('POST /admin/v1/cases', () =>
      json(200, caseDetailAnswerSchema.parse({ success: true, case: caseDetail(1) })),
    );
    await user.click(await screen.findByRole('button', { name: '通報として扱う' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.selectOptions(dialog.getByRole('combobox', { name: '種類' }), '権利侵害');
    await user.click(dialog.getByRole('checkbox', { name: /^同意なく公開された性的な画像や動画が含まれる/ }));
    await user.type(dialog.getByRole('textbox', { name: '理由' }), '申告がありました');
    await user.click(dialog.getByRole('button', { name: '通報として扱う' }));
    const body = { site: SITE_ID, kind: 'rights', reason: '申告がありました', concerns_sexual_images: true };
    await waitFor(() => expect(server().to('POST /admin/v1/cases')[0]?.body).toEqual(body));
  });

  it('counts cases by kind and by rule, with hours and objections', async () => {
    await open([], 'numbers');
    const kinds = within(await screen.findByRole('table', { name: /^種類別の件数/ }));
    expect(kinds.getByRole('row', { name: 'フィッシング 12 3 7 2 5.3時間 30.0時間' })).toBeVisible();
    expect(kinds.getByRole('row', { name: '権利侵害 12 3 7 2 — —' })).toBeVisible();
    expect(screen.getByText('異議：全3件（停止を維持 2件、公開を再開 1件）')).toBeVisible();
    const rules = within(screen.getByRole('table', { name: 'ルール別の一致と誤検知' }));
    expect(rules.getByRole('row', { name: 'パスワードの入力欄 8 1' })).toBeVisible();
  });
});
