import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS, extendedExpiry, isShownAsPermanent, ownCasesAnswerSchema } from '@haru/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ACCOUNT_ID, factorOf, registered, sessionOf, temporary, userOf } from '../../testing/server/fake-accounts.js';
import { caseView, OWN_CASES, serveCase } from '../../testing/server/fake-cases.js';
import { json, noNetwork, useFakeServer } from '../../testing/server/fake-server.js';
import {
  dataRefusal,
  DELETE,
  LIST,
  REMOVE_FILE,
  RESTORE,
  serveSites,
  siteRow,
  UPDATE,
} from '../../testing/server/fake-sites.js';
import { FakeVersions } from '../../testing/server/fake-versions.js';
import { formatDateTime, formatDay } from '../../texts/formats.js';
import { renderApp, storeSession } from '../../testing/render-app.js';
import { moveWatched } from '../../testing/watched-elements.js';

describe('the dashboard', () => {
  const server = useFakeServer();

  beforeEach(() => window.history.replaceState(null, '', '/?view=dashboard'));

  const card = (title: string) => screen.findByRole('article', { name: title });
  /** Opens the menu of a page's card. */
  const openMenu = async (user: UserEvent, title: string) => {
    const shown = within(await card(title));
    await user.click(shown.getByRole('button', { name: 'その他の操作' }));
    return shown;
  };
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

  describe('the list', () => {
    it("asks for the account's own rows without their pages, newest first", async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1), siteRow(2)]);
      await renderApp();
      await card('ページ1');
      expect(screen.getAllByRole('article')).toHaveLength(2);
      const asked = server().to(LIST)[0];
      expect(asked?.query.get('user_id')).toBe(`eq.${ACCOUNT_ID}`);
      expect(asked?.query.get('order')).toBe('created_at.desc');
      expect(asked?.query.get('select')).not.toMatch(/html_content|\*/);
      expect(asked?.headers.get('authorization')).not.toBe('Bearer public-key');
    });

    it('asks for the code of an app that was added on another device', async () => {
      const secured = { ...registered, factors: [factorOf()] };
      storeSession(registered);
      server().answer(LIST, () => dataRefusal(403, 'insufficient_aal'));
      server().answer('POST /auth/v1/token', () => json(200, sessionOf(secured)));
      server().answer('GET /auth/v1/user', () => json(200, userOf(secured)));
      const factor = `POST /auth/v1/factors/${factorOf().id}`;
      server().answer(`${factor}/challenge`, () =>
        json(200, { id: 'a1b2c3d4-0000-4000-8000-000000000000', type: 'totp', expires_at: 2_000_000_000 }),
      );
      server().answer(`${factor}/verify`, () => {
        serveSites(server(), [siteRow(1)]);
        return json(200, sessionOf({ ...secured, level: 'aal2' }));
      });
      const user = await renderApp();
      const dialog = await screen.findByRole('dialog', { name: '二段階認証' });
      await waitFor(() => expect(screen.queryByRole('button', { name: 'haru@example.jp' })).not.toBeInTheDocument());
      await user.type(within(dialog).getByLabelText('認証コード'), '123456');
      expect(await card('ページ1')).toBeVisible();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    });

    it('shows why a page is stopped and offers its deletion only', async () => {
      storeSession(registered);
      const expiry = new Date(inDays(9));
      serveSites(server(), [
        siteRow(1, { is_active: false, stopped_reason: '釣りサイトのため', expires_at: expiry.toISOString() }),
      ]);
      await renderApp();
      const stopped = within(await card('ページ1'));
      expect(stopped.getByText('停止中')).toBeInTheDocument();
      expect(stopped.getByText('理由：釣りサイトのため')).toBeInTheDocument();
      expect(stopped.queryByText(new RegExp(formatDay(expiry)))).not.toBeInTheDocument();
      expect(stopped.queryByText(/まで公開/)).not.toBeInTheDocument();
      expect(stopped.queryByRole('link', { name: 'ページを表示' })).not.toBeInTheDocument();
      for (const name of ['URLを変更', '期限を延長', '検索結果に表示しない', '共有', '編集', 'その他の操作']) {
        expect(stopped.queryByRole('button', { name })).not.toBeInTheDocument();
      }
      expect(stopped.getByRole('button', { name: '削除' })).toBeEnabled();
      expect(stopped.queryByRole('button', { name: 'URLをコピー' })).not.toBeInTheDocument();
      expect(stopped.getByText('停止中のため、検索結果には表示されません')).toBeInTheDocument();
    });

    it('leads from a stopped page to its case, where its owner can object', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1, { is_active: false, stopped_reason: '釣りサイトのため' })]);
      const { path, title } = siteRow(1);
      const page = { path, title, state: 'stopped' as const };
      serveCase(server(), caseView({ role: 'owner', page, state: 'stopped', can_object: true }));
      const user = await renderApp();
      await user.click(await screen.findByRole('link', { name: '詳しく見る・異議を申し立てる' }));
      expect(await screen.findByRole('textbox', { name: '異議の理由' })).toBeVisible();
    });

    it('finds a case beyond the first page of cases', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
      const closed = caseView({ role: 'owner', state: 'decided', is_stopped: true });
      const inquiry = caseView({ role: 'owner', state: 'inquiry', can_answer: true });
      const success = true as const;
      server().answer(OWN_CASES, ({ query }) =>
        json(
          200,
          ownCasesAnswerSchema.parse(
            query.get('cursor') === 'older'
              ? { success, cases: [inquiry], next: null }
              : { success, cases: [closed], next: 'older' },
          ),
        ),
      );
      await renderApp();
      expect(await screen.findByRole('link', { name: '確認して回答' })).toBeVisible();
    });

    it('says which page its owner is asked about, and until when', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
      const owner_due_at = inDays(7);
      serveCase(server(), caseView({ role: 'owner', state: 'inquiry', can_answer: true, owner_due_at }));
      const user = await renderApp();
      const until = formatDateTime(new Date(owner_due_at));
      expect(
        await screen.findByText(`「ページ1」について通報がありました。${until}までに回答してください。`),
      ).toBeVisible();
      await user.click(screen.getByRole('link', { name: '確認して回答' }));
      expect(await screen.findByRole('textbox', { name: '回答' })).toBeVisible();
    });

    it('shows badges, ages, expiry with full dates, the link and a preview that takes no focus', async () => {
      storeSession(registered);
      const rows = [
        siteRow(1, { title: '普通' }),
        siteRow(2, { title: '永久', expires_at: inDays(36_500) }),
        siteRow(3, { title: 'もうすぐ', expires_at: inDays(2.5) }),
        siteRow(4, { title: '終了', expires_at: inDays(-1), noindex: true }),
        siteRow(5, { title: '終了した公開', expires_at: inDays(-1) }),
      ];
      serveSites(server(), rows);
      // Pages can end while the list is open.
      server().answer(LIST, () => json(200, rows, { 'content-range': '*/5' }));
      const user = await renderApp();
      const plain = await card('普通');
      await openMenu(user, '普通');
      expect(within(plain).getByText('1時間前')).toHaveAttribute('title', expect.stringMatching(/年.*月.*日/));
      expect(within(plain).getByText('あと9日')).toBeVisible();
      expect(within(plain).queryByText(/無期限|期限切れ/)).not.toBeInTheDocument();
      const link = within(plain).getByRole('link', { name: 'ページを表示' });
      expect(link).toHaveAttribute('href', 'https://haru-pages.example/share/page-1');
      const title = within(plain).getByRole('link', { name: '普通' });
      expect(title).toHaveAttribute('href', 'https://haru-pages.example/share/page-1');
      expect(title).toHaveAttribute('rel', 'noopener noreferrer');
      expect(within(plain).getByText('検索結果への表示を許可しています')).toBeVisible();
      await user.click(within(plain).getByRole('button', { name: '共有' }));
      expect(within(plain).getByRole('link', { name: 'Xでポスト' })).toHaveAttribute('target', '_blank');
      await user.click(within(plain).getByRole('button', { name: 'QRコード' }));
      await user.click(
        within(await screen.findByRole('dialog', { name: 'QRコード' })).getByRole('button', { name: '閉じる' }),
      );
      moveWatched(true);
      const frame = await waitFor(() => {
        const shown = plain.querySelector('iframe');
        expect(shown).not.toBeNull();
        return shown;
      });
      const thumbnail = plain.querySelector('a[aria-hidden="true"]');
      expect(thumbnail).toHaveAttribute('href', 'https://haru-pages.example/share/page-1');
      expect(thumbnail).toHaveAttribute('tabindex', '-1');
      expect(frame).toHaveAttribute('sandbox', '');
      expect(frame).toHaveAttribute('loading', 'lazy');
      expect(frame?.closest('[aria-hidden="true"][inert]')).not.toBeNull();
      moveWatched(false);
      expect(plain.querySelector('iframe')).toBeNull();

      expect(within(await card('永久')).getByText('無期限')).toBeVisible();
      expect((await openMenu(user, '永久')).queryByRole('button', { name: '期限を延長' })).not.toBeInTheDocument();
      expect(within(await card('もうすぐ')).getByText('まもなく期限切れ')).toBeVisible();
      const over = await card('終了');
      await openMenu(user, '終了');
      expect(within(over).getByText('期限切れ')).toBeVisible();
      expect(within(over).queryByRole('link')).not.toBeInTheDocument();
      expect(over.querySelector('iframe')).toBeNull();
      for (const name of ['終了', '終了した公開']) {
        const line = within(await card(name)).getByText(/検索結果/, { selector: 'p' });
        expect(line).toHaveTextContent('公開が終了しているため、検索結果には表示されません');
      }
      expect(within(over).getByRole('button', { name: '検索結果に表示しない' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    });

    it('copies the address of a page, and shows it where the browser refuses', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
      const user = await renderApp();
      const copy = within(await card('ページ1')).getByRole('button', { name: 'URLをコピー' });
      const write = jest.spyOn(navigator.clipboard, 'writeText');
      await user.click(copy);
      expect(await screen.findByText('コピーしました')).toBeVisible();
      expect(write).toHaveBeenCalledWith('https://haru-pages.example/share/page-1');
      write.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
      await user.click(copy);
      expect(await within(await card('ページ1')).findByRole('alert')).toHaveTextContent(
        'https://haru-pages.example/share/page-1',
      );
    });

    it('shows a temporary account nothing of the one before it in this browser', async () => {
      storeSession(temporary);
      serveSites(server(), [siteRow(1)]);
      await renderApp();
      await card('ページ1');
      serveSites(server(), [siteRow(2)]);
      storeSession({ ...temporary, id: 'a1b2c3d4-0000-4000-8000-00000000000b' });
      act(() => void window.dispatchEvent(new Event('visibilitychange')));
      await card('ページ2');
      expect(screen.getAllByRole('article')).toHaveLength(1);
    });

    it('offers examples where there is nothing yet', async () => {
      storeSession(registered);
      serveSites(server(), []);
      const user = await renderApp();
      expect(await screen.findByRole('link', { name: '案内状' })).toBeVisible();
      await user.click(screen.getByRole('link', { name: '自己紹介' }));
      expect(await screen.findByText('例「自己紹介」を読み込みました。')).toBeVisible();
      expect(screen.getByRole('textbox', { name: 'HTML' })).toHaveDisplayValue(/^<!doctype html>/);
      expect(window.location.search).toBe('');
    });

    it('says that there is nothing yet and leads back to publishing', async () => {
      storeSession(registered);
      serveSites(server(), []);
      const user = await renderApp();
      await user.click(await screen.findByRole('button', { name: 'ページを公開する' }));
      expect(await screen.findByRole('textbox', { name: 'HTML' })).toBeVisible();
    });

    it('shows a failure and tries again', async () => {
      storeSession(registered);
      server().answer(LIST, noNetwork);
      const user = await renderApp();
      const fault = await screen.findByRole('alert');
      expect(fault).toHaveTextContent('ページを読み込めませんでした');
      expect(fault).toHaveTextContent('接続を確認して再試行してください。');
      expect(fault).not.toHaveTextContent('入力した内容は残っています。');
      serveSites(server(), [siteRow(1)]);
      await user.click(screen.getByRole('button', { name: '再試行' }));
      await card('ページ1');
    });

    it('asks a visitor to log in', async () => {
      const user = await renderApp();
      const main = screen.getByRole('main');
      await user.click(await within(main).findByRole('button', { name: 'ログイン' }));
      expect(await screen.findByRole('dialog')).toBeVisible();
      expect(server().to(LIST)).toHaveLength(0);
    });

    it('loads more when the end comes into sight, and all of it for a search', async () => {
      storeSession(registered);
      serveSites(
        server(),
        [...Array(40).keys()].map((place) => siteRow(place)),
      );
      const user = await renderApp();
      await card('ページ1');
      expect(screen.getAllByRole('article')).toHaveLength(24);
      moveWatched(true);
      await screen.findByText('ページ39');
      expect(screen.getAllByRole('article')).toHaveLength(40);
      const next = server().to(LIST)[1]?.query;
      expect(next?.get('limit')).toBe('100');
      expect(next?.get('or')).toContain(`id.gt.${siteRow(23).id}`);
      await user.click(screen.getByRole('searchbox', { name: 'ページを検索' }));
      await user.paste('PAGE-39');
      await waitFor(() => expect(screen.queryByText('ページ1')).not.toBeInTheDocument());
      await card('ページ39');
      expect(screen.getAllByRole('article')).toHaveLength(1);
      expect(server().to(LIST)).toHaveLength(3);
      await user.type(screen.getByRole('searchbox'), 'x');
      expect(await screen.findByText('「PAGE-39x」に一致するページはありません。')).toBeVisible();
    }, 60_000);

    it('sorts on the server', async () => {
      storeSession(registered);
      serveSites(
        server(),
        [...Array(7).keys()].map((place) => siteRow(place)),
      );
      const user = await renderApp();
      await card('ページ1');
      await user.selectOptions(screen.getByRole('combobox', { name: '並べ替え' }), '期限が近い順');
      await waitFor(() => expect(server().to(LIST).at(-1)?.query.get('order')).toBe('expires_at.asc'));
      await card('ページ1');
    });
  });

  describe('switching views', () => {
    it('goes there and back with the button and the history', async () => {
      window.history.replaceState(null, '', '/');
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
      const user = await renderApp();
      await user.type(screen.getByRole('textbox', { name: 'HTML' }), 'draft');
      const button = screen.getByRole('button', { name: 'マイページ' });
      await user.click(button);
      await card('ページ1');
      expect(button).toHaveAttribute('aria-pressed', 'true');
      expect(window.location.search).toBe('?view=dashboard');
      act(() => window.history.back());
      expect(await screen.findByRole('textbox', { name: 'HTML' })).toHaveValue('draft');
    });
  });

  describe('changing the path', () => {
    it('cleans what is typed, saves it and shows the link', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
      const user = await renderApp();
      await user.click(within(await card('ページ1')).getByRole('button', { name: 'URLを変更' }));
      const dialog = await screen.findByRole('dialog', { name: 'URLを変更' });
      const field = within(dialog).getByRole('textbox', { name: '新しいURL' });
      const save = within(dialog).getByRole('button', { name: '変更する' });
      expect(save).toBeDisabled();
      await user.clear(field);
      await user.type(field, 'My_');
      expect(field).toHaveValue('my');
      expect(within(dialog).getByText('3-20文字の英数字とハイフンのみ使用可能です')).toBeVisible();
      expect(save).toBeDisabled();
      await user.type(field, '-Shop');
      // Enter does not wait for the check.
      expect(save).toHaveAttribute('aria-disabled', 'true');
      await user.keyboard('{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(server().to(UPDATE)[0]?.body).toEqual({ path: 'my-shop' });
      const link = (await openMenu(user, 'ページ1')).getByRole('link', { name: 'ページを表示' });
      expect(link).toHaveAttribute('href', 'https://haru-pages.example/share/my-shop');
    });

    it('says beside the field that a path is taken', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
      server().answer(UPDATE, () => dataRefusal(409, '23505'));
      const user = await renderApp();
      await user.click(within(await card('ページ1')).getByRole('button', { name: 'URLを変更' }));
      const dialog = await screen.findByRole('dialog');
      await user.type(within(dialog).getByRole('textbox'), 'x{Enter}');
      expect(await within(dialog).findByText('このパスは既に使用されています')).toBeVisible();
      expect(within(dialog).getByRole('textbox')).toBeInvalid();
      expect(screen.getByText('/share/page-1')).toBeInTheDocument();
    });

    it('does not say /share/ of a page that has a secret address of its own', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1, { visibility: 'secret', access_key: 'a'.repeat(22) })]);
      const user = await renderApp();
      await user.click(within(await card('ページ1')).getByRole('button', { name: 'URLを変更' }));
      const dialog = await screen.findByRole('dialog', { name: 'URLを変更' });
      expect(within(dialog).queryByText('/share/')).not.toBeInTheDocument();
    });

    it('invites a temporary account to register', async () => {
      storeSession(temporary);
      serveSites(server(), [siteRow(1)]);
      const user = await renderApp();
      await user.click(within(await card('ページ1')).getByRole('button', { name: 'URLを変更' }));
      const dialog = await screen.findByRole('dialog', { name: '無料の登録が必要です' });
      await user.click(within(dialog).getByRole('button', { name: '無料で登録' }));
      expect(await screen.findByRole('button', { name: '登録する' })).toBeVisible();
      expect(server().to(UPDATE)).toHaveLength(0);
    });
  });

  describe('extending', () => {
    async function openExtension() {
      const user = await renderApp();
      await user.click((await openMenu(user, 'ページ1')).getByRole('button', { name: '期限を延長' }));
      return { user, dialog: await screen.findByRole('dialog', { name: '期限を延長' }) };
    }

    it('adds thirty days to the present expiry', async () => {
      storeSession(registered);
      const row = siteRow(1);
      const wanted = extendedExpiry(new Date(row.expires_at)).toISOString();
      serveSites(server(), [row]);
      const { user, dialog } = await openExtension();
      await user.click(within(dialog).getByRole('button', { name: '延長する' }));
      expect(within(await card('ページ1')).getByText('あと39日')).toBeVisible();
      await waitFor(() => expect(server().to(UPDATE)).toHaveLength(1));
      expect(server().to(UPDATE)[0]?.body).toEqual({ expires_at: wanted, last_modified: expect.any(String) });
    });

    it('makes permanent', async () => {
      storeSession(registered);
      const row = siteRow(1);
      serveSites(server(), [row]);
      const { user, dialog } = await openExtension();
      await user.click(within(dialog).getByRole('radio', { name: '無期限' }));
      await user.click(within(dialog).getByRole('button', { name: '延長する' }));
      expect(within(await card('ページ1')).getByText('無期限')).toBeVisible();
      await waitFor(() => expect(isShownAsPermanent(new Date(row.expires_at), new Date())).toBe(true));
    });

    it('fetches what was changed in another tab when refused, so that the next try succeeds', async () => {
      storeSession(registered);
      const row = siteRow(1);
      serveSites(server(), [row]);
      const { user, dialog } = await openExtension();
      const elsewhere = extendedExpiry(new Date(row.expires_at));
      Object.assign(row, { expires_at: elsewhere.toISOString() });
      const wanted = extendedExpiry(elsewhere).toISOString();
      server().answer(UPDATE, ({ body }) => {
        if ((body as { expires_at: string }).expires_at !== wanted) return dataRefusal(400, 'EXPIRY_NOT_ALLOWED');
        return json(200, Object.assign(row, body));
      });
      await user.click(within(dialog).getByRole('button', { name: '延長する' }));
      expect(await within(await card('ページ1')).findByRole('alert')).toHaveTextContent('もう一度お試しください');
      await waitFor(() => expect(server().to(LIST)).toHaveLength(2));
      expect(await within(await card('ページ1')).findByText('あと39日')).toBeVisible();
      await user.click((await openMenu(user, 'ページ1')).getByRole('button', { name: '期限を延長' }));
      await user.click(await screen.findByRole('button', { name: '延長する' }));
      expect(await screen.findByText(`${formatDay(new Date(wanted))}まで延長しました`)).toBeVisible();
      expect(row.expires_at).toBe(wanted);
    });

    it('offers a temporary account thirty days, and permanence after registration', async () => {
      storeSession(temporary);
      serveSites(server(), [siteRow(1)]);
      const { user, dialog } = await openExtension();
      expect(within(dialog).getByRole('button', { name: '延長する' })).toBeEnabled();
      await user.click(within(dialog).getByRole('radio', { name: '無期限' }));
      expect(within(dialog).getByText('無料の登録が必要です')).toBeVisible();
      await user.click(within(dialog).getByRole('button', { name: '無料で登録' }));
      expect(await screen.findByRole('button', { name: '登録する' })).toBeVisible();
    });
  });

  it('makes a secret page public only after a question', async () => {
    storeSession(registered);
    const row = siteRow(1, { visibility: 'secret', access_key: 'a'.repeat(22) });
    serveSites(server(), [row]);
    const user = await renderApp();
    await card('ページ1');
    const menu = await openMenu(user, 'ページ1');
    expect(menu.getByRole('button', { name: 'リンクを知っている人だけ', pressed: true })).toBeVisible();
    await user.click(menu.getByRole('button', { name: 'だれでも見られる' }));
    expect(server().to(UPDATE)).toEqual([]);
    server().answer(UPDATE, () => json(200, { ...row, visibility: 'public', access_key: null }));
    await user.click(await screen.findByRole('button', { name: '公開する' }));
    await waitFor(() => expect(server().to(UPDATE)[0]?.body).toEqual({ visibility: 'public' }));
  });

  it('gives a page a password, and another one', async () => {
    storeSession(registered);
    const row = siteRow(1, { visibility: 'public', access_key: null });
    serveSites(server(), [row]);
    const user = await renderApp();
    const site = await card('ページ1');
    const closed = { ...row, visibility: 'password' };
    server().answer(UPDATE, () => json(200, closed));
    await user.click((await openMenu(user, 'ページ1')).getByRole('button', { name: '合言葉を知っている人だけ' }));
    const password = await screen.findByRole('textbox', { name: '合言葉' });
    expect(screen.getByRole('button', { name: '設定する' })).toBeDisabled();
    await user.type(password, 'ひみつ');
    await user.click(screen.getByRole('button', { name: '設定する' }));
    expect(await screen.findByText('合言葉は6文字以上で入力してください。')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: '合言葉' }), 'のことば');
    await user.click(screen.getByRole('button', { name: '設定する' }));
    expect(await within(site).findByText('合言葉')).toBeVisible();
    expect(within(site).getByText(/^\/open\//)).toBeVisible();
    const change = { visibility: 'password', password: 'ひみつのことば' };
    expect(server().to(UPDATE)[0]?.body).toEqual(change);
    expect(within(site).getByRole('link', { name: 'ページ1' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/open\/[a-z0-9-]+$/),
    );
    await user.click((await openMenu(user, 'ページ1')).getByRole('button', { name: '合言葉を変更' }));
    expect(await screen.findByRole('button', { name: '変更する' })).toBeVisible();
  });

  it('renews the link of a secret page only after a question', async () => {
    storeSession(registered);
    const row = siteRow(1, { visibility: 'secret', access_key: 'a'.repeat(22) });
    serveSites(server(), [row]);
    const user = await renderApp();
    const site = await card('ページ1');
    expect(within(site).getByText('リンク限定')).toBeVisible();
    expect(within(site).queryByTitle('プレビュー')).not.toBeInTheDocument();
    await user.click((await openMenu(user, 'ページ1')).getByRole('button', { name: 'リンクを作り直す' }));
    expect(server().to(UPDATE)).toEqual([]);
    server().answer(UPDATE, () => json(200, { ...row, access_key: 'b'.repeat(22) }));
    await user.click(await screen.findByRole('button', { name: '作り直す' }));
    expect(await screen.findByText('リンクを作り直しました')).toBeVisible();
    expect(server().to(UPDATE)[0]?.body).toEqual({ access_key: null });
    const link = within(site).getByRole('link', { name: 'ページ1' });
    await waitFor(() => expect(link).toHaveAttribute('href', expect.stringContaining('~bbb')));
  });

  describe('noindex', () => {
    it('shows immediately and goes back with a message when refused', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
      let refuse: (answer: Response) => void = () => undefined;
      server().answer(UPDATE, () => new Promise((resolve) => (refuse = resolve)));
      const user = await renderApp();
      const site = await card('ページ1');
      const toggle = async () =>
        (await openMenu(user, 'ページ1')).getByRole('button', { name: '検索結果に表示しない' });
      await user.click(await toggle());
      expect(within(site).queryByRole('button', { name: '検索結果に表示しない' })).not.toBeInTheDocument();
      expect(await toggle()).toHaveAttribute('aria-pressed', 'true');
      expect(within(site).getByText('検索結果には表示されません')).toBeVisible();
      await waitFor(() => expect(server().to(UPDATE)).toHaveLength(1));
      refuse(dataRefusal(503, 'SERVICE_UNAVAILABLE'));
      expect(await within(site).findByRole('alert')).toHaveTextContent('変更できませんでした');
      const shown = within(site).getByRole('button', { name: '検索結果に表示しない' });
      await waitFor(() => expect(shown).toHaveAttribute('aria-pressed', 'false'));
    });

    it('is kept once the server agrees', async () => {
      storeSession(registered);
      const row = siteRow(1);
      serveSites(server(), [row]);
      const user = await renderApp();
      await user.click((await openMenu(user, 'ページ1')).getByRole('button', { name: '検索結果に表示しない' }));
      expect(await screen.findByText('検索結果に表示しない設定にしました')).toBeVisible();
      expect(row.noindex).toBe(true);
    });

    it('waits for the registration of a temporary account, and keeps what its owner wants for then', async () => {
      storeSession(temporary);
      const row = siteRow(1, { owner_unconfirmed: true });
      serveSites(server(), [row]);
      const user = await renderApp();
      const site = await card('ページ1');
      expect(within(site).getByText('登録が完了するまで、検索結果には表示されません')).toBeVisible();
      await openMenu(user, 'ページ1');
      const toggle = within(site).getByRole('button', { name: '検索結果に表示しない' });
      expect(toggle).toHaveAttribute('aria-pressed', 'false');
      await user.click(toggle);
      expect(await within(site).findByText('検索結果には表示されません')).toBeVisible();
      await waitFor(() => expect(row.noindex).toBe(true));
    });

    it('does not matter while the page is under review', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1, { under_review: true })]);
      await renderApp();
      expect(within(await card('ページ1')).getByText(/^自動の確認、または運営による確認の途中です/)).toBeVisible();
    });

    it('says what happened to a page with a long title, too', async () => {
      storeSession(registered);
      const title = 'とても長い題名の'.repeat(20);
      serveSites(server(), [{ ...siteRow(1), title }]);
      const user = await renderApp();
      await user.click((await openMenu(user, title)).getByRole('button', { name: '削除' }));
      await user.click(await screen.findByRole('button', { name: '削除する' }));
      expect(await screen.findByText('「とても長い題名のとて…」を削除しました')).toBeVisible();
    });
  });

  describe('deleting', () => {
    async function confirmDeletion() {
      const user = await renderApp();
      await user.click((await openMenu(user, 'ページ2')).getByRole('button', { name: '削除' }));
      const dialog = await screen.findByRole('dialog', { name: 'ページを削除しますか？' });
      await user.click(within(dialog).getByRole('button', { name: '削除する' }));
      return user;
    }

    it('takes the card, the row and the file', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1), siteRow(2), siteRow(3)]);
      await confirmDeletion();
      expect(await screen.findByText('「ページ2」を削除しました')).toBeVisible();
      expect(screen.queryByRole('article', { name: 'ページ2' })).not.toBeInTheDocument();
      expect(server().to(REMOVE_FILE)[0]?.body).toEqual({ prefixes: ['files/page-2.html'] });
      expect(screen.getByRole('region', { name: 'ページの管理' })).toHaveFocus();
    });

    it('can be undone from the notice', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1), siteRow(2)]);
      const user = await confirmDeletion();
      // Finding the button by its role takes seconds on a busy machine, and the notice closes after ten.
      await user.click(await screen.findByText('元に戻す', { selector: 'button' }));
      expect(await screen.findByText('「ページ2」を元に戻しました')).toBeVisible();
      expect(await card('ページ2')).toBeVisible();
      expect(server().to(RESTORE)[0]?.body).toEqual({ id: siteRow(2).id });
    });

    it('puts the card back in its place when the server refuses', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1), siteRow(2), siteRow(3)]);
      server().answer(DELETE, () => dataRefusal(503, 'SERVICE_UNAVAILABLE'));
      await confirmDeletion();
      expect(await within(await card('ページ2')).findByRole('alert')).toHaveTextContent('削除できませんでした');
      const titles = screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent);
      expect(titles).toEqual(['ページ1', 'ページ2', 'ページ3']);
      expect(server().to(REMOVE_FILE)).toHaveLength(0);
    });

    it('puts back the only card too, and says why', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(2)]);
      server().answer(DELETE, () => dataRefusal(503, 'SERVICE_UNAVAILABLE'));
      await confirmDeletion();
      expect(await within(await card('ページ2')).findByRole('alert')).toHaveTextContent('削除できませんでした');
    });

    it('counts the site as deleted when only its file was left over', async () => {
      const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
      storeSession(registered);
      serveSites(server(), [siteRow(2)]);
      server().answer(REMOVE_FILE, () => dataRefusal(503, 'SERVICE_UNAVAILABLE'));
      await confirmDeletion();
      expect(await screen.findByText('公開中のページはありません。')).toBeVisible();
      await waitFor(() => expect(warn).toHaveBeenCalled());
      warn.mockRestore();
    });
  });

  it('leads to the editor of a page, unless it is expired or stopped', async () => {
    storeSession(registered);
    const rows = [siteRow(1), siteRow(2, { expires_at: inDays(-1) }), siteRow(3, { stopped_reason: '規約違反' })];
    serveSites(server(), rows);
    server().answer(LIST, () => json(200, rows, { 'content-range': '*/3' }));
    new FakeVersions(server(), '<title>春のページ</title>');
    const user = await renderApp();
    for (const title of ['ページ2', 'ページ3']) {
      expect(within(await card(title)).queryByRole('button', { name: '編集' })).not.toBeInTheDocument();
    }
    await user.click(within(await card('ページ1')).getByRole('button', { name: '編集' }));
    expect(await screen.findByRole('heading', { name: '春のページ' })).toBeVisible();
    expect(window.location.pathname).toBe(`/edit/${siteRow(1).id}`);
  });
});
