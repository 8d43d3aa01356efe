import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { SiteRow } from '@haru/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { storeHandOver } from '../../session/client/stored-session.js';
import { registered, sessionOf, temporary } from '../../testing/server/fake-accounts.js';
import { json, publishedSite, useFakeServer } from '../../testing/server/fake-server.js';
import { dataRefusal, LIST, serveSites, siteRow, UPDATE } from '../../testing/server/fake-sites.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const otherId = '11111111-52ad-4f1c-9d3e-1f0a5a0c6f11';
const url = 'https://haru-pages.example/share/k7m2x9pq';

async function publish(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('textbox', { name: 'HTML' }));
  await user.paste('<h1>やあ</h1>');
  await user.click(screen.getByRole('button', { name: '公開する' }));
  await screen.findByText('公開しました');
}

/** The address of a result that cannot be shown. */
interface NotShown {
  search?: string;
  change?: Partial<SiteRow>;
}

describe('a published page', () => {
  const server = useFakeServer();
  afterEach(() => {
    jest.useRealTimers();
  });

  it('shows address, expiry, count, and the way to the page', async () => {
    server().answer('POST /functions/v1/create-site', () => {
      server().activeSites = 1235;
      return new Response(JSON.stringify(publishedSite()));
    });
    await publish(await renderApp());
    expect(screen.getByRole('link', { name: url })).toHaveAttribute('href', url);
    const open = screen.getByRole('link', { name: '新しいタブで開く' });
    expect(open).toHaveAttribute('target', '_blank');
    expect(open).toHaveAttribute('rel', 'noopener noreferrer');
    const expiry = screen.getByText(/^\d{1,2}月\d{1,2}日まで公開（あと10日）$/);
    expect(expiry).toHaveAttribute('title', expect.stringMatching(/^\d{4}年\d{1,2}月\d{1,2}日 \d{2}:\d{2}$/));
    expect(screen.getByText('無料で登録すると、無期限に公開することもできます。')).toBeVisible();
    expect(await screen.findByText('1,235サイトが公開中')).toBeVisible();
  });

  it('says コピーしました for two seconds', async () => {
    jest.useFakeTimers();
    const user = await renderApp({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
    await publish(user);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'コピー' }));
    expect(write).toHaveBeenCalledWith(url);
    expect(await screen.findByText('コピーしました')).toBeVisible();
    act(() => jest.advanceTimersByTime(1_900));
    expect(screen.getByText('コピーしました')).toBeVisible();
    act(() => jest.advanceTimersByTime(101));
    expect(screen.queryByText('コピーしました')).not.toBeInTheDocument();
  });

  it('copies by the older command where the clipboard refuses, and else selects the address', async () => {
    const user = await renderApp();
    await publish(user);
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    const command = jest.fn((_name: string) => true);
    Object.assign(document, { execCommand: command });
    await user.click(screen.getByRole('button', { name: 'コピー' }));
    expect(await screen.findByText('コピーしました')).toBeVisible();
    expect(command).toHaveBeenCalledWith('copy');

    command.mockReturnValue(false);
    await user.click(screen.getByRole('button', { name: 'コピー' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('コピーできませんでした。');
    expect(window.getSelection()?.toString()).toBe(url);
  });

  it('shows the new address once only those with the link see it', async () => {
    const key = 'a'.repeat(22);
    const row = siteRow(1, { ...publishedSite().site, visibility: 'secret', access_key: key });
    server().answer(UPDATE, () => json(200, row));
    const user = await renderApp();
    await publish(user);
    await user.selectOptions(await screen.findByRole('combobox', { name: '公開範囲' }), 'リンクを知っている人だけ');
    expect(await screen.findByRole('link', { name: `https://k7m2x9pq.pages.example/~${key}` })).toBeVisible();
    expect(screen.getByText(/^このリンクを知っている人だけが見られます。/)).toBeVisible();
    expect(server().to(UPDATE)[0]?.body).toEqual({ visibility: 'secret' });
  });

  it('invites people without an account', async () => {
    await publish(await renderApp());
    const invitation = await screen.findByRole('region', { name: '無料登録でできること' });
    expect(within(invitation).getAllByRole('listitem')).toHaveLength(4);
    expect(within(invitation).getByRole('button', { name: '無料で登録' })).toBeVisible();
  });

  it('does not invite the registered', async () => {
    storeSession({ email: 'haru@example.jp', isAnonymous: false });
    const user = await renderApp();
    await screen.findByRole('button', { name: 'haru@example.jp' });
    await publish(user);
    expect(screen.queryByRole('region', { name: '無料登録でできること' })).not.toBeInTheDocument();
    expect(screen.getByText('マイページで無期限にすることもできます。')).toBeVisible();
  });

  it('is off the screen once its account is deleted', async () => {
    server().answer('POST /functions/v1/delete-account', () => json(200, { success: true }));
    const user = await renderApp();
    await publish(user);
    await user.click(screen.getByRole('button', { name: '一時アカウント' }));
    await user.click(screen.getByRole('button', { name: '設定' }));
    await user.click(await screen.findByRole('tab', { name: '退会' }));
    await user.type(screen.getByLabelText('確認（半角の大文字で「DELETE」）'), 'DELETE{Enter}');
    expect(await screen.findByText(/^アカウントを削除しました。/)).toBeVisible();
    expect(screen.queryByRole('link', { name: url })).not.toBeInTheDocument();
    expect(await screen.findByRole('textbox', { name: 'HTML' })).toHaveValue('');
  });

  it.each([
    ['promises nothing to another account', false],
    ['is extended by the account that got it', true],
  ])('%s', async (_title, handsOver) => {
    const other = { ...registered, id: otherId };
    server().answer('POST /auth/v1/token', () => json(200, sessionOf(other)));
    const user = await renderApp();
    await publish(user);
    await user.click(screen.getByRole('button', { name: '一時アカウント' }));
    await user.click(screen.getByRole('button', { name: 'ログイン' }));
    await user.type(await screen.findByLabelText('メールアドレス'), 'haru@example.jp');
    if (!handsOver) await user.click(screen.getByRole('checkbox', { name: /に引き継ぐ$/ }));
    await user.type(screen.getByLabelText('パスワード'), 'secret-1{Enter}');
    await screen.findByRole('button', { name: 'haru@example.jp' });
    expect(screen.getByRole('link', { name: url })).toBeVisible();
    expect(screen.getByText(/まで公開（あと10日）$/)).toBeVisible();
    if (handsOver) expect(await screen.findByText('マイページで無期限にすることもできます。')).toBeVisible();
    else expect(screen.queryByText('マイページで無期限にすることもできます。')).not.toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: '延長' })).toHaveLength(handsOver ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: '内容を編集' })).toHaveLength(handsOver ? 1 : 0);
  });

  it('is followed by another, from an empty sheet and under another key', async () => {
    const user = await renderApp();
    await publish(user);
    document.documentElement.scrollTop = 600;
    await user.click(screen.getByRole('button', { name: 'もう一つ公開' }));
    expect(await screen.findByRole('textbox', { name: 'HTML' })).toHaveValue('');
    expect(document.documentElement.scrollTop).toBe(0);
    await publish(user);
    const keys = server()
      .to('POST /functions/v1/create-site')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(server().to('POST /auth/v1/signup')).toHaveLength(1);
  });
});

describe('the address of the result', () => {
  const server = useFakeServer();
  const site = siteRow(1, { title: '春のおしらせ', path: 'k7m2x9pq' });
  const address = `/?published=${site.id}`;
  const editor = () => screen.findByRole('textbox', { name: 'HTML' });
  const notFound = /^公開したページの画面を表示できません。/;

  it('is there after publishing, and Back and Forward go to the editor and to the result', async () => {
    server().answer('POST /functions/v1/create-site', () => json(200, publishedSite({ id: site.id })));
    await publish(await renderApp());
    expect(window.location.search).toBe(`?published=${site.id}`);
    act(() => window.history.back());
    expect(await editor()).toHaveValue('');
    act(() => window.history.forward());
    expect(await screen.findByRole('link', { name: url })).toBeVisible();
    // This visit knows it, so it is not read again.
    expect(server().to(LIST)).toEqual([]);
  });

  it('has its changes and its password after Back and Forward, too', async () => {
    const { site: made } = publishedSite({ id: site.id, visibility: 'password' });
    const until = '2027-01-08T03:00:00.000Z';
    server().answer('POST /functions/v1/create-site', () => json(200, publishedSite(made)));
    server().answer(UPDATE, () => json(200, { ...site, visibility: 'password', expires_at: until }));
    const user = await renderApp();
    await user.selectOptions(await screen.findByRole('combobox', { name: '公開範囲' }), 'password');
    await user.type(screen.getByRole('textbox', { name: '合言葉' }), 'ひみつのことば');
    await publish(user);
    await user.click(screen.getByRole('button', { name: '延長' }));
    const extended = /^1月8日まで公開/;
    expect(await screen.findByText(extended)).toBeVisible();
    expect(screen.getByText('ひみつのことば')).toBeInTheDocument();
    act(() => window.history.back());
    await editor();
    act(() => window.history.forward());
    expect(await screen.findByText(extended)).toBeVisible();
    expect(screen.getByText('ひみつのことば')).toBeInTheDocument();
  });

  it('warns of secret keys in the page, with their lines', async () => {
    const secrets = [
      { rule: 'github', line: 3 },
      { rule: 'slack', line: 3 },
      { rule: 'aws', line: 12 },
    ];
    server().answer('POST /functions/v1/create-site', () => json(200, publishedSite({ secrets })));
    await publish(await renderApp());
    expect(await screen.findByRole('alert')).toHaveTextContent('秘密のキーのような文字があります（3、12行目）');
  });

  it('says that visitors see a notice first', async () => {
    server().answer('POST /functions/v1/create-site', () => json(200, publishedSite({ under_review: true })));
    await publish(await renderApp());
    expect(await screen.findByText(/「このページは確認中です」と表示されます/)).toBeVisible();
  });

  it.each([temporary, registered])('shows the page after a reload, too (%o)', async (account) => {
    serveSites(server(), [site]);
    storeSession(account);
    window.history.replaceState(null, '', address);
    await renderApp();
    expect(await screen.findByRole('heading', { name: '春のおしらせ' })).toBeVisible();
    expect(screen.getByRole('link', { name: url })).toHaveAttribute('href', url);
    expect(server().to(LIST)[0]?.query.get('user_id')).toBe(`eq.${site.user_id}`);
  });

  it.each([
    ['a visitor', null, {}, notFound],
    ['an account that has no such page', registered, {}, notFound],
    ['an id that is none', registered, { search: '?published=1' }, notFound],
    [
      'a page that has expired',
      temporary,
      { change: { expires_at: '2026-11-01T00:00:00.000Z' } },
      /公開は終了しました/,
    ],
    ['a page that is stopped', temporary, { change: { stopped_reason: '規約違反' } }, /運営により停止されています/],
  ])('leads %s to the publish screen, with the reason', async (_who, account, { search, change }: NotShown, reason) => {
    serveSites(server(), change ? [{ ...site, ...change }] : []);
    if (account) storeSession(account);
    window.history.replaceState(null, '', search ?? address);
    await renderApp();
    expect(await screen.findByText(reason)).toBeVisible();
    expect(await editor()).toBeVisible();
    expect(window.location.search).toBe('');
  });

  it('offers another try where the page could not be read', async () => {
    server().answer(LIST, () => dataRefusal(500, 'XX000'));
    storeSession(temporary);
    window.history.replaceState(null, '', address);
    const user = await renderApp();
    expect(await screen.findByText('公開したページを読み込めませんでした')).toBeVisible();
    serveSites(server(), [site]);
    await user.click(screen.getByRole('button', { name: '再試行' }));
    expect(await screen.findByRole('link', { name: url })).toBeVisible();
  });

  it('waits for pages that are being moved to the account', async () => {
    let answer: (response: Response) => void = () => undefined;
    server().answer('POST /functions/v1/adopt-sites', () => new Promise((resolve) => (answer = resolve)));
    serveSites(server(), [site]);
    const { user, access_token: accessToken, refresh_token: refreshToken } = sessionOf({ ...temporary, id: otherId });
    storeHandOver({ temporaryId: user.id, email: '', accessToken, refreshToken });
    storeSession(registered);
    window.history.replaceState(null, '', address);
    await renderApp();
    await waitFor(() => expect(server().to('POST /functions/v1/adopt-sites')).toHaveLength(1));
    expect(server().to(LIST)).toEqual([]);
    answer(json(200, { success: true, moved: 1 }));
    expect(await screen.findByRole('link', { name: url })).toBeVisible();
  });
});

describe('the page published last', () => {
  const server = useFakeServer();

  it('is offered to a temporary account that comes back, with link, copy and edit', async () => {
    serveSites(server(), [siteRow(1, { title: '春のおしらせ', path: 'k7m2x9pq' })]);
    storeSession(temporary);
    const user = await renderApp();
    const last = await screen.findByRole('region', { name: '前回のページ' });
    expect(within(last).getByRole('link', { name: '春のおしらせ' })).toHaveAttribute('href', url);
    expect(within(last).getByRole('link', { name: '内容を編集' })).toHaveAttribute('href', `/edit/${siteRow(1).id}`);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(within(last).getByRole('button', { name: 'コピー' }));
    expect(write).toHaveBeenCalledWith(url);
    expect(await screen.findByText('コピーしました')).toBeVisible();
  });

  it.each([['a registered account', registered] as const, ['a visitor', null] as const])(
    'is not offered to %s',
    async (_who, account) => {
      serveSites(server(), [siteRow(1)]);
      if (account) storeSession(account);
      await renderApp();
      await screen.findByRole('textbox', { name: 'HTML' });
      if (account) await screen.findByRole('button', { name: account.email });
      expect(screen.queryByRole('region', { name: '前回のページ' })).not.toBeInTheDocument();
      expect(server().to(LIST)).toEqual([]);
    },
  );
});
