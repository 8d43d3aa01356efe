import { describe, expect, it, jest } from '@jest/globals';
import type { AuditEntry } from '@haru/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { SESSION_STORAGE_KEY } from '../../session/client/stored-session.js';
import { ACCOUNT_ID, registered, sessionOf, temporary } from '../../testing/server/fake-accounts.js';
import { REPORT_ID, serveAdmin, SITE_ID, siteOverview } from '../../testing/server/fake-admin.js';
import { json, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

describe('the admin screens', () => {
  const server = useFakeServer();

  async function open(tab: string, role: 'moderator' | 'admin' = 'admin'): Promise<UserEvent> {
    window.history.replaceState(null, '', `/admin?tab=${tab}`);
    storeSession(registered);
    serveAdmin(server(), role);
    return renderApp();
  }

  async function giveReason(user: UserEvent, reason: string, submit: string): Promise<void> {
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: submit })).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: '理由' }), reason);
    await user.click(dialog.getByRole('button', { name: submit }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }

  describe('for others', () => {
    it('asks visitors to log in', async () => {
      window.history.replaceState(null, '', '/admin');
      await renderApp();
      expect(await screen.findByText('運営の画面を見るには、ログインしてください。')).toBeVisible();
      expect(server().seen.filter(({ path }) => path.startsWith('/admin/'))).toEqual([]);
    });

    it.each([
      ['temporary', temporary],
      ['without a role', registered],
    ])('says 403 to accounts that are %s', async (_, account) => {
      window.history.replaceState(null, '', '/admin?tab=sites');
      storeSession(account);
      server().answer('GET /admin/v1/role', () => refusal(403, 'FORBIDDEN_ROLE'));
      await renderApp();
      expect(await screen.findByRole('heading', { name: 'この画面を表示する権限がありません' })).toHaveFocus();
      expect(screen.queryByRole('tab')).not.toBeInTheDocument();
    });
  });

  it('shows an account with a role and no second factor where to set one up, and goes on after that', async () => {
    window.history.replaceState(null, '', '/admin');
    storeSession({ email: 'admin@haru.invalid', isAnonymous: false, role: 'admin' });
    server().answer('GET /admin/v1/role', () => refusal(403, 'STAFF_SECOND_FACTOR_REQUIRED'));
    const user = await renderApp();
    expect(await screen.findByRole('heading', { name: '二段階認証を設定してください' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: '設定を開く' }));
    const settings = await screen.findByRole('dialog');
    expect(await within(settings).findByRole('tab', { name: 'セキュリティ', selected: true })).toBeVisible();
    serveAdmin(server(), 'admin');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('heading', { name: '運営' })).toBeVisible();
  });

  it('is in the menu of an account with a role, also with an address that gets no mail', async () => {
    storeSession({ email: 'admin@haru.invalid', isAnonymous: false, role: 'admin' });
    serveAdmin(server(), 'admin');
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'admin@haru.invalid' }));
    await user.click(screen.getByRole('button', { name: '運営' }));
    expect(await screen.findByRole('heading', { name: '運営' })).toBeVisible();
  });

  it('searches pages, opens them apart, stops and restores them with a reason', async () => {
    const user = await open('sites', 'moderator');
    const page = await screen.findByText('怪しいページ');
    expect(page).toHaveTextContent('公開中');
    const link = screen.getByRole('link', { name: '開く' });
    expect(link).toHaveAttribute('href', 'https://haru-pages.example/share/page-1');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link).toHaveAttribute('target', '_blank');

    await user.click(screen.getByRole('button', { name: '停止する' }));
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await giveReason(user, '釣りサイト', '停止する');
    expect(await screen.findByText('停止の理由：釣りサイト')).toBeVisible();
    expect(screen.getByText('/share/page-1を停止しました')).toBeVisible();
    expect(server().to(`POST /admin/v1/sites/${SITE_ID}/stop`)[0]?.body).toEqual({ reason: '釣りサイト' });

    await user.click(screen.getByRole('button', { name: '再開する' }));
    await giveReason(user, '誤り', '再開する');
    expect(await screen.findByRole('button', { name: '停止する' })).toBeVisible();

    await user.type(screen.getByRole('searchbox', { name: 'ページを検索' }), 'page-1{Enter}');
    expect(screen.getByRole('searchbox', { name: 'ページを検索' })).toHaveFocus();
    await user.selectOptions(screen.getByRole('combobox', { name: '状態' }), '停止中');
    await waitFor(() => {
      const query = server().to('GET /admin/v1/sites').at(-1)?.query;
      expect([query?.get('text'), query?.get('state')]).toEqual(['page-1', 'stopped']);
    });
    expect(window.location.search).toContain('q=page-1');
  });

  it('lets an admin, and no moderator, stop every page of a content', async () => {
    const user = await open('sites');
    await user.click(await screen.findByRole('button', { name: '停止する' }));
    await user.click(screen.getByRole('checkbox', { name: /^同じ内容のページもすべて停止し/ }));
    await giveReason(user, '釣りサイト', '停止する');
    expect(await screen.findByText('停止の理由：釣りサイト')).toBeVisible();
    const body = { reason: '釣りサイト', everywhere: true };
    expect(server().to(`POST /admin/v1/sites/${SITE_ID}/stop`)[0]?.body).toEqual(body);
  });

  it.each([
    ['password', '/open/page-1'],
    ['secret', '/share/page-1'],
  ] as const)('names a page with the visibility %s by %s', async (visibility, address) => {
    window.history.replaceState(null, '', '/admin?tab=sites');
    storeSession(registered);
    serveAdmin(server(), 'moderator', { site: siteOverview({ title: '', visibility }) });
    await renderApp();
    expect(await screen.findByText(address)).toBeVisible();
  });

  it('marks a stopped page that its owner deleted, and gives its path back', async () => {
    window.history.replaceState(null, '', '/admin?tab=sites');
    storeSession(registered);
    const stop = { stopped_at: '2026-11-20T05:06:07.000Z', stopped_reason: '釣りサイト', stopped_source: 'admin' };
    serveAdmin(server(), 'moderator', { site: siteOverview({ ...stop, is_active: false, is_deleted: true }) });
    const user = await renderApp();
    expect(await screen.findByText('怪しいページ')).toHaveTextContent(/停止中.*削除済み/);
    expect(screen.getByText(/作成者が削除しました。停止中は/)).toBeVisible();
    expect(screen.queryByRole('link', { name: '開く' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'URLを解放する' }));
    expect(
      await screen.findByText(/停止が終わり、.*削除から7日以内であれば、作成者もページを元に戻せます。/),
    ).toBeVisible();
    server().answer('GET /admin/v1/sites', () => json(200, { success: true, sites: [], next: null }));
    await giveReason(user, '誤り', 'URLを解放する');
    expect(await screen.findByText('/share/page-1を解放しました')).toBeVisible();
    expect(await screen.findByText('該当するものはありません。')).toBeVisible();
    expect(server().to(`POST /admin/v1/sites/${SITE_ID}/restore`)[0]?.body).toEqual({ reason: '誤り' });
  });

  it('marks a deleted page that its owner can restore, which can be stopped', async () => {
    window.history.replaceState(null, '', '/admin?tab=sites');
    storeSession(registered);
    serveAdmin(server(), 'moderator', { site: siteOverview({ is_active: false, is_deleted: true }) });
    const user = await renderApp();
    expect(await screen.findByText('怪しいページ')).toHaveTextContent(/^怪しいページ削除済み$/);
    expect(screen.getByText(/7日間は作成者が元に戻せます/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '停止する' }));
    expect(await screen.findByRole('dialog')).not.toHaveTextContent('パスの停止が終わります');
  });

  it('says that a page of one’s own is for another moderator', async () => {
    const user = await open('sites', 'moderator');
    server().answer(`POST /admin/v1/sites/${SITE_ID}/stop`, () => refusal(409, 'CASE_CONCERNS_CALLER'));
    expect(await screen.findByText(/^自分のページです。/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '停止する' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: '理由' }), '誤り');
    await user.click(dialog.getByRole('button', { name: '停止する' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/別の担当者が判断します/);
  });

  it('says why a page could not be stopped and keeps what was typed', async () => {
    const user = await open('sites');
    server().answer(`POST /admin/v1/sites/${SITE_ID}/stop`, () => refusal(404, 'SITE_NOT_FOUND'));
    await user.click(await screen.findByRole('button', { name: '停止する' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: '理由' }), '釣り');
    await user.click(dialog.getByRole('button', { name: '停止する' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('実行できませんでした');
    expect(dialog.getByRole('textbox', { name: '理由' })).toHaveValue('釣り');
  });

  it('works through a report: reads it, notes, answers by mail, closes it', async () => {
    const user = await open('reports', 'moderator');
    await user.click(await screen.findByRole('button', { name: '表示が崩れる' }));
    const dialog = within(await screen.findByRole('dialog', { name: '表示が崩れる' }));
    for (const text of ['reader@example.jp', '/?view=dashboard', 'Browser/1']) {
      expect(dialog.getByText(text)).toBeVisible();
    }
    await user.type(dialog.getByRole('textbox', { name: 'メモ（運営のみ）' }), '再現した');
    await user.click(dialog.getByRole('button', { name: 'メモを追加' }));
    expect(await dialog.findByText('再現した', { selector: 'p' })).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: '回答（メールで送信）' }), '直しました');
    await user.click(dialog.getByRole('button', { name: '回答を送信' }));
    expect(await dialog.findByText('直しました', { selector: 'p' })).toBeVisible();
    expect(dialog.getByRole('textbox', { name: '回答（メールで送信）' })).toHaveValue('');
    await user.selectOptions(dialog.getByRole('combobox', { name: '状態' }), '完了');
    await waitFor(() => expect(dialog.getByRole('combobox', { name: '状態' })).toHaveValue('closed'));
    expect(server().to(`PUT /admin/v1/reports/${REPORT_ID}/state`)[0]?.body).toEqual({ state: 'closed' });
  });

  it('keeps a note that is not sent when the answer beside it is', async () => {
    const user = await open('reports', 'moderator');
    await user.click(await screen.findByRole('button', { name: '表示が崩れる' }));
    const dialog = within(await screen.findByRole('dialog', { name: '表示が崩れる' }));
    const note = dialog.getByRole('textbox', { name: 'メモ（運営のみ）' });
    await user.type(note, '再現しない');
    await user.type(dialog.getByRole('textbox', { name: '回答（メールで送信）' }), '直しました');
    await user.click(dialog.getByRole('button', { name: '回答を送信' }));
    expect(await dialog.findByText('直しました', { selector: 'p' })).toBeVisible();
    await user.click(note);
    await user.keyboard('{Escape}');
    expect(dialog.getByText(/^閉じると、内容が失われます。/)).toBeVisible();
    expect(note).toHaveValue('再現しない');
    await user.clear(note);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('takes nothing more into an answer that is on its way', async () => {
    const user = await open('reports', 'moderator');
    let answer: (response: Response) => void = () => undefined;
    server().answer(`POST /admin/v1/reports/${REPORT_ID}/answers`, () => new Promise((resolve) => (answer = resolve)));
    await user.click(await screen.findByRole('button', { name: '表示が崩れる' }));
    const dialog = within(await screen.findByRole('dialog', { name: '表示が崩れる' }));
    const field = dialog.getByRole('textbox', { name: '回答（メールで送信）' });
    await user.type(field, '直し');
    await user.click(dialog.getByRole('button', { name: '回答を送信' }));
    await user.type(field, 'ました');
    await act(async () => answer(refusal(503, 'SERVICE_UNAVAILABLE')));
    expect(await dialog.findByRole('alert')).toHaveTextContent('サーバーが一時的に応答できません。');
    expect(field).toHaveValue('直し');
    await user.type(field, 'ました');
    expect(field).toHaveValue('直しました');
  });

  it('stays with a stop until it is known what came of it', async () => {
    const user = await open('sites', 'moderator');
    let answer: (response: Response) => void = () => undefined;
    server().answer(`POST /admin/v1/sites/${SITE_ID}/stop`, () => new Promise((resolve) => (answer = resolve)));
    await user.click(await screen.findByRole('button', { name: '停止する' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: '理由' }), '釣り');
    await user.click(dialog.getByRole('button', { name: '停止する' }));
    expect(dialog.getByRole('textbox', { name: '理由' })).toHaveAttribute('readonly');
    await user.keyboard('{Escape}');
    await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
    await user.click(dialog.getByRole('button', { name: '閉じる' }));
    await act(async () => answer(refusal(404, 'SITE_NOT_FOUND')));
    expect(await dialog.findByRole('alert')).toHaveTextContent('実行できませんでした');
    await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  describe('when the session has ended meanwhile', () => {
    const write = `POST /admin/v1/reports/${REPORT_ID}/answers`;

    async function loseSessionOnSend(user: UserEvent) {
      server().answer(write, () => refusal(401, 'SESSION_ENDED'));
      await user.click(await screen.findByRole('button', { name: '表示が崩れる' }));
      const report = within(await screen.findByRole('dialog', { name: '表示が崩れる' }));
      await user.type(report.getByRole('textbox', { name: '回答（メールで送信）' }), '長い回答');
      await user.click(report.getByRole('button', { name: '回答を送信' }));
      const login = await screen.findByRole('dialog', { name: 'ログイン' });
      expect(login).toHaveTextContent(
        'ログインの有効期限が切れました。もう一度ログインしてください。入力した内容は残っています。',
      );
      return { report, login };
    }

    it('asks to log in over what was typed, which can then be sent', async () => {
      const user = await open('reports', 'moderator');
      const { report, login } = await loseSessionOnSend(user);
      await user.keyboard('{Escape}');
      expect(login).toBeInTheDocument();
      server().answer('POST /auth/v1/token', () => json(200, sessionOf(registered)));
      await user.type(within(login).getByLabelText('メールアドレス'), 'haru@example.jp');
      await user.type(within(login).getByLabelText('パスワード'), 'secret-1{Enter}');
      await waitFor(() => expect(login).not.toBeInTheDocument());
      expect(report.getByRole('textbox', { name: '回答（メールで送信）' })).toHaveValue('長い回答');
      // The list and the report are unchanged.
      expect(screen.queryByText('読み込めませんでした')).not.toBeInTheDocument();
      serveAdmin(server(), 'moderator');
      await user.click(report.getByRole('button', { name: '回答を送信' }));
      expect(await report.findByText('長い回答', { selector: 'p' })).toBeVisible();
    });

    it('leaves nothing on the screen without another login', async () => {
      const user = await open('reports', 'moderator');
      const { login } = await loseSessionOnSend(user);
      await user.click(within(login).getByRole('button', { name: '閉じる' }));
      expect(screen.getByText('運営の画面を見るには、ログインしてください。')).toBeVisible();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(screen.getByText(/^ログインの有効期限が切れました。/)).toBeVisible();
    });

    it('asks once, also where the settings stand above', async () => {
      const user = await open('sites', 'moderator');
      await screen.findByText('怪しいページ');
      await user.click(screen.getByRole('button', { name: 'haru@example.jp' }));
      await user.click(screen.getByRole('button', { name: '設定' }));
      const settings = await screen.findByRole('dialog', { name: '設定' });
      window.localStorage.removeItem(SESSION_STORAGE_KEY);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SESSION_STORAGE_KEY, newValue: null })));
      const logins = await screen.findAllByRole('dialog', { name: 'ログイン' });
      expect(logins).toHaveLength(1);
      for (const login of logins) await user.click(within(login).getByRole('button', { name: '閉じる' }));
      expect(settings).not.toBeInTheDocument();
      expect(screen.getAllByRole('dialog', { name: 'ログイン' })).toHaveLength(1);
      expect(screen.getByText('怪しいページ')).toBeVisible();
    });

    it('shows another account nothing of what was there', async () => {
      const user = await open('reports', 'moderator');
      const { report, login } = await loseSessionOnSend(user);
      const natsu = { ...registered, id: 'a1b2c3d4-0000-4000-8000-00000000000b', email: 'natsu@example.jp' };
      server().answer('POST /auth/v1/token', () => json(200, sessionOf(natsu)));
      server().answer('GET /admin/v1/role', () => refusal(403, 'FORBIDDEN_ROLE'));
      await user.type(within(login).getByLabelText('メールアドレス'), 'natsu@example.jp');
      await user.type(within(login).getByLabelText('パスワード'), 'secret-1{Enter}');
      expect(await screen.findByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeVisible();
      expect(report.queryByRole('textbox')).not.toBeInTheDocument();
    });
  });

  it('shows an account that takes the place of another in this browser nothing of what that one was shown', async () => {
    await open('reports', 'admin');
    expect(await screen.findByText('表示が崩れる')).toBeVisible();
    for (const path of ['reports', 'numbers']) {
      server().answer(`GET /admin/v1/${path}`, () => refusal(403, 'FORBIDDEN_ROLE'));
    }
    server().answer('GET /admin/v1/role', () => refusal(403, 'FORBIDDEN_ROLE'));
    storeSession({ ...registered, id: 'a1b2c3d4-0000-4000-8000-00000000000b', email: 'natsu@example.jp' });
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await screen.findByRole('button', { name: 'natsu@example.jp' });
    expect(screen.queryByText('表示が崩れる')).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeVisible();
  });

  it('lets admins ban with a reason, lift the ban and give a role', async () => {
    const user = await open('accounts');
    await user.click(await screen.findByRole('button', { name: '停止する' }));
    await giveReason(user, '規約違反', '停止する');
    expect(await screen.findByText('停止の理由：規約違反')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '停止を解除' }));
    await giveReason(user, '和解', '停止を解除');
    expect(await screen.findByRole('button', { name: '停止する' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: '権限を変更' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: '権限' }), 'モデレーター');
    await giveReason(user, '手伝い', '権限を変更');
    expect(await screen.findByText('モデレーター')).toBeVisible();
    expect(server().to(`PUT /admin/v1/accounts/${ACCOUNT_ID}/role`)[0]?.body).toEqual({
      role: 'moderator',
      reason: '手伝い',
    });
  });

  it('leads moderators from an account to its pages, and offers them no ban', async () => {
    const user = await open('accounts', 'moderator');
    await user.click(await screen.findByRole('button', { name: 'ページを見る' }));
    expect(await screen.findByText('怪しいページ')).toBeVisible();
    expect(server().to('GET /admin/v1/sites').at(-1)?.query.get('text')).toBe(ACCOUNT_ID);
    await user.click(screen.getByRole('tab', { name: 'アカウント' }));
    await screen.findByText('bad@example.jp');
    expect(screen.queryByRole('button', { name: '停止する' })).not.toBeInTheDocument();
  });

  it('switches the attack mode with a reason, for admins only', async () => {
    const user = await open('numbers');
    const mode = within(await screen.findByRole('region', { name: '攻撃モード' }));
    expect(mode.getByRole('heading')).toHaveTextContent('攻撃モード オフ');
    await user.click(mode.getByRole('button', { name: 'オンにする' }));
    await giveReason(user, '大量の公開', 'オンにする');
    expect(await mode.findByText(/からオンです。/)).toBeVisible();
    expect(server().to('PUT /admin/v1/attack-mode')[0]?.body).toEqual({ on: true, reason: '大量の公開' });
    await user.click(mode.getByRole('button', { name: 'オフにする' }));
    await giveReason(user, '終わった', 'オフにする');
    expect(await mode.findByRole('button', { name: 'オンにする' })).toBeVisible();
  });

  it('shows moderators the attack mode without its switch', async () => {
    await open('numbers', 'moderator');
    const mode = within(await screen.findByRole('region', { name: '攻撃モード' }));
    expect(mode.queryByRole('button')).not.toBeInTheDocument();
  });

  it('requests a backup and shows its progress', async () => {
    const user = await open('backups');
    await user.click(await screen.findByRole('button', { name: 'バックアップを作成' }));
    expect(await screen.findByRole('progressbar', { name: 'バックアップ' })).toHaveAttribute('value', '1024');
    expect(screen.getByText('約2.0 KiBのうち1.0 KiB')).toBeVisible();
    expect(server().to('POST /admin/v1/backups')[0]?.body).toEqual({ kind: 'backup' });
  });

  it('shows numbers as charts and as a table', async () => {
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 320, 160));
    const user = await open('numbers', 'moderator');
    expect(await screen.findByRole('region', { name: '公開' })).toHaveTextContent('48時間の合計 1,128');
    expect(screen.getByText('いいね', { selector: 'dt' }).parentElement).toHaveTextContent('いいね12');
    await user.click(screen.getByText('表で見る'));
    const rows = within(screen.getByRole('table', { name: '1時間ごとの数字' })).getAllByRole('row');
    expect(rows).toHaveLength(49);
    expect(rows[1]).toHaveTextContent('47');
  });

  it('shows the audit log', async () => {
    window.history.replaceState(null, '', '/admin?tab=audit');
    storeSession(registered);
    const act = { at: '2026-11-20T05:06:07.000Z', subject: { kind: 'site' as const, id: SITE_ID } };
    const subject = { kind: 'account' as const, id: ACCOUNT_ID };
    const audit: AuditEntry[] = [
      { ...act, id: '2', action: 'stopSite', reason: '釣り', actor: null, details: { path: 'page-1' } },
      { ...act, id: '1', action: 'restoreSite', reason: null, actor: { id: ACCOUNT_ID, email: 'a@b.jp' }, details: {} },
      {
        ...act,
        id: '0',
        action: 'banAccount',
        reason: null,
        actor: null,
        details: {},
        subject: { ...subject, name: 'c@d.jp' },
      },
    ];
    serveAdmin(server(), 'moderator', { audit });
    const user = await renderApp();
    const [heading, first, second, third] = await screen.findAllByRole('listitem');
    expect(heading).toHaveTextContent(/^11月20日$/);
    expect(first).toHaveTextContent(/ページを停止しました.*\/share\/page-1.*コマンドライン.*理由：釣り/);
    expect(second).toHaveTextContent(/ページを再開しました.*a@b\.jp/);
    expect(third).toHaveTextContent(/アカウントを停止しました.*c@d\.jp/);
    await user.selectOptions(screen.getByRole('combobox', { name: '対象' }), 'ページ');
    await waitFor(() => expect(server().to('GET /admin/v1/audit').at(-1)?.query.get('subject')).toBe('site'));
    fireEvent.change(screen.getByLabelText('日付'), { target: { value: '2026-11-20' } });
    const day = { from: new Date(2026, 10, 20), until: new Date(2026, 10, 20, 23, 59, 59, 999) };
    await waitFor(() => {
      const query = server().to('GET /admin/v1/audit').at(-1)?.query;
      expect([query?.get('from'), query?.get('until')]).toEqual([day.from.toISOString(), day.until.toISOString()]);
    });
  });

  it('opens the queues only once the cookie is there', async () => {
    const user = await open('sites');
    server().answer('POST /admin/v1/queues/session', () => refusal(403, 'FORBIDDEN_ROLE'));
    await user.click(await screen.findByRole('button', { name: 'キューを開く' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('キューを開けませんでした');
  });
});
