import { beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, extendedExpiry } from '@haru/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { registered } from '../../testing/server/fake-accounts.js';
import { EXPIRING, json, useFakeServer } from '../../testing/server/fake-server.js';
import {
  dataRefusal,
  DELETE,
  endedSite,
  LIST,
  REMOVE_FILE,
  RESTORE,
  serveSites,
  siteRow,
  UPDATE,
} from '../../testing/server/fake-sites.js';
import { FakeVersions } from '../../testing/server/fake-versions.js';
import { renderApp, storeSession } from '../../testing/render-app.js';
import { setPhoneWidth } from '../../testing/setup.js';

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const seven = [1, 2, 3, 4, 5, 6, 7].map((place) => siteRow(place));
const titles = () => screen.queryAllByRole('article').map((each) => within(each).getByRole('heading').textContent);

describe('a dashboard of many pages', () => {
  const server = useFakeServer();

  beforeEach(() => {
    window.history.replaceState(null, '', '/?view=dashboard');
    storeSession(registered);
  });

  async function openList() {
    window.localStorage.setItem('haru-dashboard-view', 'list');
    const user = await renderApp();
    await screen.findByRole('button', { name: 'リスト' });
    return user;
  }

  it('counts the pages in the heading, and one less after a deletion', async () => {
    serveSites(
      server(),
      [...Array(30).keys()].map((place) => siteRow(place)),
    );
    const user = await openList();
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading).toHaveTextContent('マイページ 30件');
    await user.click(screen.getByRole('checkbox', { name: '「ページ1」を選択' }));
    await user.click(screen.getByRole('button', { name: '削除' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '削除する' }));
    await waitFor(() => expect(heading).toHaveTextContent('マイページ 29件'));
  });

  it('counts one less after a search has found and removed a page that the whole list has not loaded yet', async () => {
    serveSites(
      server(),
      [...Array(30).keys()].map((place) => siteRow(place)),
    );
    const user = await openList();
    expect(screen.queryByText('ページ29')).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'ページを検索' }), 'ページ29');
    // In a list of this length a search for a role or a label can last a second. A search for a text is fast.
    await screen.findByText('ページ29');
    await user.click(screen.getByLabelText('「ページ29」を選択'));
    await user.click(screen.getByRole('button', { name: '削除' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '削除する' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('マイページ 29件'));
  });

  it('has a tab for the pages that end soon, and one for those that have ended', async () => {
    serveSites(
      server(),
      [
        ...seven,
        siteRow(8, { title: 'もうすぐ', expires_at: inDays(2) }),
        siteRow(9, { title: '期限切れ', expires_at: inDays(-1) }),
        siteRow(10, { title: '停止', is_active: false, stopped_reason: '規約違反' }),
      ],
      [endedSite(siteRow(11, { title: '削除した' }))],
    );
    const user = await renderApp();
    await screen.findByRole('article', { name: 'ページ1' });
    expect(titles()).toHaveLength(9);
    expect(titles()).not.toContain('期限切れ');
    expect(screen.queryByText('削除した')).not.toBeInTheDocument();
    const soon = screen.getByRole('button', { name: 'まもなく終了' });
    await user.click(soon);
    expect(soon).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(titles()).toEqual(['もうすぐ']));
    await user.click(screen.getByRole('button', { name: '終了・削除' }));
    expect(await screen.findByRole('listitem', { name: '削除した' })).toBeVisible();
    expect(titles()).toEqual([]);
  });

  it('leads back to all pages from a filter that none matches', async () => {
    serveSites(server(), seven);
    const user = await renderApp();
    await screen.findByRole('article', { name: 'ページ1' });
    await user.click(screen.getByRole('button', { name: 'まもなく終了' }));
    expect(await screen.findByText('あてはまるページはありません。')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '公開中のページを表示' }));
    expect(await screen.findByRole('article', { name: 'ページ1' })).toBeVisible();
  });

  it('lists the same after a page was edited, and all from elsewhere', async () => {
    serveSites(server(), seven);
    new FakeVersions(server(), '<title>ページ3</title>');
    const user = await renderApp();
    await user.type(await screen.findByRole('searchbox', { name: 'ページを検索' }), 'ページ3');
    await user.selectOptions(screen.getByRole('combobox', { name: '並べ替え' }), 'title.asc');
    await waitFor(() => expect(titles()).toEqual(['ページ3']));
    await user.click(screen.getByRole('button', { name: '編集' }));
    await user.click(await screen.findByRole('link', { name: 'マイページへ戻る' }));
    expect(await screen.findByRole('searchbox', { name: 'ページを検索' })).toHaveValue('ページ3');
    expect(screen.getByRole('combobox', { name: '並べ替え' })).toHaveValue('title.asc');
    await waitFor(() => expect(titles()).toEqual(['ページ3']));
    await user.click(screen.getByRole('button', { name: 'マイページ' }));
    await user.click(screen.getByRole('button', { name: 'マイページ' }));
    expect(await screen.findByRole('searchbox', { name: 'ページを検索' })).toHaveValue('');
  });

  it('has no tools for up to six pages', async () => {
    serveSites(server(), seven.slice(1));
    await renderApp();
    await screen.findByRole('article', { name: 'ページ2' });
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
  });

  it('remembers that rows were chosen', async () => {
    serveSites(server(), seven);
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'リスト' }));
    expect(screen.getByRole('checkbox', { name: '「ページ1」を選択' })).toBeVisible();
    expect(window.localStorage.getItem('haru-dashboard-view')).toBe('list');
  });

  it('begins with what this browser showed last', async () => {
    window.localStorage.setItem('haru-dashboard-view', 'list');
    serveSites(server(), [siteRow(1)]);
    await renderApp();
    expect(await screen.findByRole('checkbox', { name: '「ページ1」を選択' })).toBeVisible();
  });

  it('deletes the chosen pages in one call, with their files, and restores them', async () => {
    serveSites(server(), [siteRow(1), siteRow(2), siteRow(3)]);
    const user = await openList();
    await user.click(screen.getByRole('checkbox', { name: '表示中のページをすべて選択' }));
    await user.click(screen.getByRole('checkbox', { name: '「ページ2」を選択' }));
    expect(screen.getByText('2件を選択中')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '削除' }));
    const dialog = await screen.findByRole('dialog', { name: '2件のページを削除しますか？' });
    expect(within(dialog).getByText('ページ3')).toBeVisible();
    expect(server().to(DELETE)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: '削除する' }));
    expect(await screen.findByText('2件を削除しました')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['ページ2']));
    expect(server().to(DELETE)).toHaveLength(1);
    expect(server().to(REMOVE_FILE)[0]?.body).toEqual({ prefixes: ['files/page-1.html', 'files/page-3.html'] });
    expect(screen.queryByText(/件を選択中/)).not.toBeInTheDocument();
    // The list of deleted pages has such buttons, too.
    const [toast] = screen.getAllByRole('status').filter((each) => each.textContent?.includes('削除しました'));
    await user.click(within(toast ?? document.body).getByRole('button', { name: '元に戻す' }));
    expect(await screen.findByText('2件を元に戻しました')).toBeVisible();
    expect(server().to(RESTORE)).toHaveLength(2);
    await waitFor(() => expect(titles()).toHaveLength(3));
  });

  it('keeps the pages whose deletion is refused, and says so page by page', async () => {
    serveSites(server(), [siteRow(1), siteRow(2)]);
    server().answer(DELETE, () => dataRefusal(503, 'SERVICE_UNAVAILABLE'));
    const user = await openList();
    await user.click(screen.getByRole('checkbox', { name: '「ページ1」を選択' }));
    await user.click(screen.getByRole('button', { name: '削除' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '削除する' }));
    const fault = await screen.findByRole('alert');
    expect(fault).toHaveTextContent('1件は削除できませんでした');
    expect(fault).toHaveTextContent('「ページ1」：');
    expect(titles()).toEqual(['ページ1', 'ページ2']);
    expect(screen.getByText('1件を選択中')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '閉じる' }));
    expect(fault).not.toBeInTheDocument();
  });

  it('extends each of the chosen pages by thirty days, and says which were refused', async () => {
    const rows = [siteRow(1), siteRow(2, { expires_at: inDays(36_500) }), siteRow(3)];
    const wanted = extendedExpiry(new Date(rows[0]?.expires_at ?? '')).toISOString();
    serveSites(server(), rows);
    server().answer(UPDATE, ({ query, body }) => {
      const row = rows.find(({ id }) => query.get('id') === `eq.${id}`);
      if (row?.title !== 'ページ1') return dataRefusal(503, 'SERVICE_UNAVAILABLE');
      return json(200, Object.assign(row, body));
    });
    const user = await openList();
    await user.click(screen.getByRole('checkbox', { name: '表示中のページをすべて選択' }));
    await user.click(screen.getByRole('button', { name: '30日延長' }));
    expect(await screen.findByText('1件を30日延長しました')).toBeVisible();
    const fault = await screen.findByRole('alert');
    expect(fault).toHaveTextContent('1件は延長できませんでした');
    expect(fault).toHaveTextContent('「ページ3」：');
    expect(screen.getByText('2件を選択中')).toBeVisible();
    expect(server().to(UPDATE)).toHaveLength(2);
    expect(rows[0]?.expires_at).toBe(wanted);
    expect(await within(screen.getByRole('article', { name: 'ページ1' })).findByText('あと39日')).toBeVisible();
  });

  it('says that a permanent page cannot be extended', async () => {
    serveSites(server(), [siteRow(1, { expires_at: inDays(36_500) })]);
    const user = await openList();
    await user.click(screen.getByRole('checkbox', { name: '「ページ1」を選択' }));
    await user.click(screen.getByRole('button', { name: '30日延長' }));
    expect(await screen.findByText('無期限のページと停止中のページは延長できません。')).toBeVisible();
    expect(server().to(UPDATE)).toHaveLength(0);
  });

  it('extends all pages that end soon from the strip above the list', async () => {
    const rows = [siteRow(1), siteRow(2, { expires_at: inDays(2) }), siteRow(3, { expires_at: inDays(1) })];
    serveSites(server(), rows);
    const soon = () => rows.filter(({ expires_at: at }) => at < inDays(3));
    server().answer(EXPIRING, () => json(200, soon().slice(0, 1), { 'content-range': `*/${soon().length}` }));
    const user = await renderApp();
    expect(await screen.findByText('2件がまもなく終了します')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'まとめて30日延長' }));
    expect(await screen.findByText('2件を30日延長しました')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/まもなく終了します/)).not.toBeInTheDocument());
    expect(server().to(UPDATE)).toHaveLength(2);
    expect(server().to(LIST).at(-1)?.query.get('limit')).toBe('1000');
  });

  it('opens a sheet of labelled actions from a row on a phone', async () => {
    setPhoneWidth(true);
    serveSites(server(), [siteRow(1)]);
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'ページ1' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'ページ1' }));
    expect(sheet.getByText('検索結果への表示を許可しています')).toBeVisible();
    expect(sheet.getByText('1時間前')).toBeVisible();
    expect(sheet.getByRole('link', { name: 'ページを表示' })).toHaveAttribute(
      'href',
      'https://haru-pages.example/share/page-1',
    );
    expect(sheet.getByRole('link', { name: 'LINEで送る' })).toHaveAttribute('target', '_blank');
    for (const name of ['URLをコピー', 'QRコード', '編集', '期限を延長', 'URLを変更', '検索結果に表示しない']) {
      expect(sheet.getByRole('button', { name })).toBeVisible();
    }
    await user.click(sheet.getByRole('button', { name: '削除' }));
    const dialog = await screen.findByRole('dialog', { name: 'ページを削除しますか？' });
    await user.click(within(dialog).getByRole('button', { name: '削除する' }));
    expect(await screen.findByText('公開中のページはありません。')).toBeVisible();
  });
});
