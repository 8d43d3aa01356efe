import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS, extendedExpiry, isShownAsPermanent } from '@haru/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ACCOUNT_ID, factorOf, registered, sessionOf, temporary, userOf } from '../../testing/fake-accounts.js';
import { json, noNetwork, useFakeServer } from '../../testing/fake-server.js';
import { dataRefusal, DELETE, LIST, REMOVE_FILE, serveSites, siteRow, UPDATE } from '../../testing/fake-sites.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

describe('the dashboard', () => {
  let reachEnd: () => void = () => undefined;

  const server = useFakeServer();

  beforeEach(() => {
    window.history.replaceState(null, '', '/?view=dashboard');
    reachEnd = () => undefined;
    // jsdom lays nothing out; the test says when the end of the list comes into sight.
    window.IntersectionObserver = class implements IntersectionObserver {
      readonly root = null;
      readonly rootMargin = '';
      readonly scrollMargin = '';
      readonly thresholds = [];
      constructor(callback: IntersectionObserverCallback) {
        const entry = { isIntersecting: true } as IntersectionObserverEntry;
        reachEnd = () => act(() => callback([entry], this));
      }
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
      takeRecords = () => [];
    };
  });

  const card = (title: string) => screen.findByRole('article', { name: title });
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
      await user.type(within(dialog).getByLabelText('認証コード'), '123456{Enter}');
      expect(await card('ページ1')).toBeVisible();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    });

    it('shows why a page is stopped and offers its deletion only', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1, { is_active: false, stopped_reason: '釣りサイトのため' })]);
      await renderApp();
      const stopped = within(await card('ページ1'));
      expect(stopped.getByText('停止中')).toBeInTheDocument();
      expect(stopped.getByText('理由：釣りサイトのため')).toBeInTheDocument();
      expect(stopped.queryByRole('link', { name: 'ページを表示' })).not.toBeInTheDocument();
      for (const name of ['パスを変更', '期限を延長', '検索エンジンに載せない']) {
        expect(stopped.queryByRole('button', { name })).not.toBeInTheDocument();
      }
      expect(stopped.getByRole('button', { name: '削除' })).toBeEnabled();
    });

    it('shows badges, ages, expiry with full dates, the link and a preview that takes no focus', async () => {
      storeSession(registered);
      serveSites(server(), [
        siteRow(1, { title: '普通' }),
        siteRow(2, { title: '永久', expires_at: inDays(36_500) }),
        siteRow(3, { title: 'もうすぐ', expires_at: inDays(2.5) }),
        siteRow(4, { title: '終了', expires_at: inDays(-1), noindex: true }),
      ]);
      await renderApp();
      const plain = await card('普通');
      expect(within(plain).getByText('1時間前')).toHaveAttribute('title', expect.stringMatching(/年.*月.*日/));
      expect(within(plain).getByText('あと9日')).toBeVisible();
      expect(within(plain).queryByText(/無期限|期限切れ/)).not.toBeInTheDocument();
      const link = within(plain).getByRole('link', { name: 'ページを表示' });
      expect(link).toHaveAttribute('href', 'https://haru-pages.example/share/page-1');
      const frame = plain.querySelector('iframe');
      expect(frame).toHaveAttribute('sandbox', '');
      expect(frame).toHaveAttribute('loading', 'lazy');
      expect(frame?.closest('[aria-hidden="true"][inert]')).not.toBeNull();

      expect(within(await card('永久')).getByText('無期限')).toBeVisible();
      expect(within(await card('永久')).queryByRole('button', { name: '期限を延長' })).not.toBeInTheDocument();
      expect(within(await card('もうすぐ')).getByText('まもなく期限切れ')).toBeVisible();
      const over = await card('終了');
      expect(within(over).getByText('期限切れ')).toBeVisible();
      expect(within(over).queryByRole('link')).not.toBeInTheDocument();
      expect(over.querySelector('iframe')).toBeNull();
      expect(within(over).getByRole('button', { name: '検索エンジンに載せない' })).toHaveAttribute(
        'aria-pressed',
        'true',
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

    it('says that there is nothing yet and leads back to publishing', async () => {
      storeSession(registered);
      serveSites(server(), []);
      const user = await renderApp();
      await user.click(await screen.findByRole('button', { name: 'HTMLを公開する' }));
      expect(await screen.findByRole('textbox', { name: 'HTML' })).toBeVisible();
    });

    it('shows a failure and tries again', async () => {
      storeSession(registered);
      server().answer(LIST, noNetwork);
      const user = await renderApp();
      expect(await screen.findByRole('alert')).toHaveTextContent('サイトを読み込めませんでした');
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
        [...Array(130).keys()].map((place) => siteRow(place)),
      );
      const user = await renderApp();
      await card('ページ1');
      expect(screen.getAllByRole('article')).toHaveLength(24);
      reachEnd();
      await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(124));
      await user.type(screen.getByRole('searchbox', { name: 'サイトを検索' }), 'PAGE-129');
      await card('ページ129');
      expect(screen.getAllByRole('article')).toHaveLength(1);
      expect(server().to(LIST)).toHaveLength(3);
      await user.type(screen.getByRole('searchbox'), 'x');
      expect(await screen.findByText('「PAGE-129x」に一致するサイトはありません。')).toBeVisible();
    }, 60_000);

    it('sorts on the server', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
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
      const button = screen.getByRole('button', { name: 'ダッシュボード' });
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
      await user.click(within(await card('ページ1')).getByRole('button', { name: 'パスを変更' }));
      const dialog = await screen.findByRole('dialog', { name: 'パスを変更' });
      const field = within(dialog).getByRole('textbox', { name: '新しいパス' });
      const save = within(dialog).getByRole('button', { name: '変更する' });
      expect(save).toBeDisabled();
      await user.clear(field);
      await user.type(field, 'My_');
      expect(field).toHaveValue('my');
      expect(within(dialog).getByText('3-20文字の英数字とハイフンのみ使用可能です')).toBeVisible();
      expect(save).toBeDisabled();
      await user.type(field, '-Shop{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(server().to(UPDATE)[0]?.body).toEqual({ path: 'my-shop' });
      const link = within(await card('ページ1')).getByRole('link');
      expect(link).toHaveAttribute('href', 'https://haru-pages.example/share/my-shop');
    });

    it('says beside the field that a path is taken', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
      server().answer(UPDATE, () => dataRefusal(409, '23505'));
      const user = await renderApp();
      await user.click(within(await card('ページ1')).getByRole('button', { name: 'パスを変更' }));
      const dialog = await screen.findByRole('dialog');
      await user.type(within(dialog).getByRole('textbox'), 'x{Enter}');
      expect(await within(dialog).findByText('このパスは既に使用されています')).toBeVisible();
      expect(within(dialog).getByRole('textbox')).toBeInvalid();
      expect(screen.getByText('/share/page-1')).toBeInTheDocument();
    });

    it('invites a temporary account to register', async () => {
      storeSession(temporary);
      serveSites(server(), [siteRow(1)]);
      const user = await renderApp();
      await user.click(within(await card('ページ1')).getByRole('button', { name: 'パスを変更' }));
      const dialog = await screen.findByRole('dialog', { name: '無料の登録が必要です' });
      await user.click(within(dialog).getByRole('button', { name: '無料で登録' }));
      expect(await screen.findByRole('button', { name: '登録する' })).toBeVisible();
      expect(server().to(UPDATE)).toHaveLength(0);
    });
  });

  describe('extending', () => {
    async function openExtension() {
      const user = await renderApp();
      await user.click(within(await card('ページ1')).getByRole('button', { name: '期限を延長' }));
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
      await user.click(within(await card('ページ1')).getByRole('button', { name: '期限を延長' }));
      await user.click(await screen.findByRole('button', { name: '延長する' }));
      expect(await screen.findByText('「ページ1」を変更しました')).toBeVisible();
      expect(row.expires_at).toBe(wanted);
    });

    it('offers a temporary account thirty days, and registration for ever', async () => {
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

  describe('noindex', () => {
    it('shows immediately and goes back with a message when refused', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1)]);
      let refuse: (answer: Response) => void = () => undefined;
      server().answer(UPDATE, () => new Promise((resolve) => (refuse = resolve)));
      const user = await renderApp();
      const site = await card('ページ1');
      const toggle = within(site).getByRole('button', { name: '検索エンジンに載せない' });
      await user.click(toggle);
      await waitFor(() => expect(toggle).toHaveAttribute('aria-pressed', 'true'));
      expect(within(site).getByText(/noindex/)).toBeVisible();
      await waitFor(() => expect(server().to(UPDATE)).toHaveLength(1));
      refuse(dataRefusal(503, 'SERVICE_UNAVAILABLE'));
      expect(await within(site).findByRole('alert')).toHaveTextContent('変更できませんでした');
      expect(toggle).toHaveAttribute('aria-pressed', 'false');
    });

    it('is kept once the server agrees', async () => {
      storeSession(registered);
      const row = siteRow(1);
      serveSites(server(), [row]);
      const user = await renderApp();
      await user.click(within(await card('ページ1')).getByRole('button', { name: '検索エンジンに載せない' }));
      expect(await screen.findByText('「ページ1」を変更しました')).toBeVisible();
      expect(row.noindex).toBe(true);
    });

    it('waits for the registration of a temporary account, and keeps what its owner wants for then', async () => {
      storeSession(temporary);
      const row = siteRow(1, { owner_unconfirmed: true });
      serveSites(server(), [row]);
      const user = await renderApp();
      const site = await card('ページ1');
      expect(within(site).getByText('登録が完了するまで、検索エンジンには掲載されません')).toBeVisible();
      const toggle = within(site).getByRole('button', { name: '検索エンジンに載せない' });
      expect(toggle).toHaveAttribute('aria-pressed', 'false');
      await user.click(toggle);
      expect(await within(site).findByText('検索エンジンに載せていません（noindex）')).toBeVisible();
      await waitFor(() => expect(row.noindex).toBe(true));
    });

    it('says what happened to a page with a long title, too', async () => {
      storeSession(registered);
      const title = 'とても長い題名の'.repeat(20);
      serveSites(server(), [{ ...siteRow(1), title }]);
      const user = await renderApp();
      await user.click(within(await card(title)).getByRole('button', { name: '検索エンジンに載せない' }));
      expect(await screen.findByText('「とても長い題名のとて…」を変更しました')).toBeVisible();
    });
  });

  describe('deleting', () => {
    async function confirmDeletion() {
      const user = await renderApp();
      await user.click(within(await card('ページ2')).getByRole('button', { name: '削除' }));
      const dialog = await screen.findByRole('dialog', { name: 'サイトを削除しますか？' });
      await user.click(within(dialog).getByRole('button', { name: '削除する' }));
    }

    it('takes the card, the row and the file', async () => {
      storeSession(registered);
      serveSites(server(), [siteRow(1), siteRow(2), siteRow(3)]);
      await confirmDeletion();
      expect(await screen.findByText('「ページ2」を削除しました')).toBeVisible();
      expect(screen.queryByRole('article', { name: 'ページ2' })).not.toBeInTheDocument();
      expect(server().to(REMOVE_FILE)[0]?.body).toEqual({ prefixes: ['files/page-2.html'] });
      expect(screen.getByRole('region', { name: 'サイトの管理' })).toHaveFocus();
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
      expect(await screen.findByText('公開したサイトはまだありません。')).toBeVisible();
      await waitFor(() => expect(warn).toHaveBeenCalled());
      warn.mockRestore();
    });
  });
});
