import { beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@haru/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { registered, temporary } from '../../testing/server/fake-accounts.js';
import { refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { DELETED, endedSite, PURGE, RESTORE, serveSites, siteRow } from '../../testing/server/fake-sites.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe('pages that were deleted or expired', () => {
  const server = useFakeServer();
  beforeEach(() => window.history.replaceState(null, '', '/?view=dashboard'));

  const card = (title: string) => screen.findByRole('article', { name: title });
  const section = () => screen.findByRole('region', { name: '最近削除した・公開が終わったページ' });
  const ended = [
    endedSite(siteRow(5), { purge_at: inDays(6.5) }),
    endedSite(siteRow(6, { expires_at: inDays(-9.5) }), { state: 'expired', deleted_at: null, purge_at: inDays(20.5) }),
  ];

  it('are listed with the days left, and restored', async () => {
    storeSession(temporary);
    serveSites(server(), [siteRow(1)], [...ended]);
    const user = await renderApp();
    const item = within(await section()).getByRole('listitem', { name: 'ページ5' });
    expect(item).toHaveTextContent('削除済み');
    expect(item).toHaveTextContent('あと7日で完全に削除されます');
    const expired = within(await section()).getByRole('listitem', { name: 'ページ6' });
    expect(expired).toHaveTextContent('公開終了/share/page-6あと21日で完全に削除されます');
    await user.click(within(item).getByRole('button', { name: '元に戻す' }));
    expect(await card('ページ5')).toBeVisible();
    await waitFor(() => expect(item).not.toBeInTheDocument());
    expect(await section()).toHaveFocus();
  });

  it('are purged after a confirmation', async () => {
    storeSession(registered);
    serveSites(server(), [siteRow(1)], [...ended]);
    const user = await renderApp();
    const item = within(await section()).getByRole('listitem', { name: 'ページ5' });
    await user.click(within(item).getByRole('button', { name: '完全に削除' }));
    const dialog = await screen.findByRole('dialog', { name: '完全に削除しますか？' });
    expect(server().to(PURGE)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: '完全に削除' }));
    expect(await screen.findByText('完全に削除しました')).toBeVisible();
    await waitFor(() => expect(item).not.toBeInTheDocument());
    expect(await section()).toHaveFocus();
    expect(server().to(PURGE)[0]?.body).toEqual({ id: siteRow(5).id });
  });

  it('say when they cannot be restored', async () => {
    storeSession(registered);
    serveSites(server(), [siteRow(1)], [...ended]);
    server().answer(RESTORE, () => refusal(409, 'STORAGE_QUOTA_EXCEEDED'));
    const user = await renderApp();
    const item = within(await section()).getByRole('listitem', { name: 'ページ5' });
    await user.click(within(item).getByRole('button', { name: '元に戻す' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '元に戻せませんでした。公開できる容量の上限に達しました。',
    );
  });

  it('are read again where that has failed', async () => {
    storeSession(registered);
    serveSites(server(), [siteRow(1)], [...ended]);
    server().answer(DELETED, () => refusal(503, 'SERVICE_UNAVAILABLE'));
    const user = await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '削除・終了したページを読み込めませんでしたサーバーが一時的に応答できません。時間をおいて再度お試しください。',
    );
    serveSites(server(), [siteRow(1)], [...ended]);
    await user.click(screen.getByRole('button', { name: '再試行' }));
    expect(await section()).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('are not mentioned where there are none', async () => {
    storeSession(registered);
    serveSites(server(), [siteRow(1)]);
    await renderApp();
    await waitFor(() => expect(server().to(DELETED)).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: '最近削除した・公開が終わったページ' })).not.toBeInTheDocument();
  });
});
