import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { registered, sessionOf } from '../../testing/fake-accounts.js';
import { json, publishedSite, useFakeServer } from '../../testing/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const url = 'https://haru-pages.example/share/k7m2x9pq';

async function publish(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('textbox', { name: 'HTML' }));
  await user.paste('<h1>やあ</h1>');
  await user.click(screen.getByRole('button', { name: '公開する' }));
  await screen.findByText('公開しました');
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
    expect(screen.getByText('10日後に期限切れ')).toBeVisible();
    expect(
      screen.getByText(/^\d{4}年\d{1,2}月\d{1,2}日 \d{2}:\d{2}まで公開されます。ログインすると期限を延長できます。$/),
    ).toBeVisible();
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

  it('invites people without an account', async () => {
    await publish(await renderApp());
    const invitation = screen.getByRole('region', { name: '無料登録でできること' });
    expect(within(invitation).getAllByRole('listitem')).toHaveLength(4);
    expect(within(invitation).getByRole('button', { name: '無料で登録' })).toBeVisible();
  });

  it('does not invite the registered', async () => {
    storeSession({ email: 'haru@example.jp', isAnonymous: false });
    const user = await renderApp();
    await screen.findByRole('button', { name: 'haru@example.jp' });
    await publish(user);
    expect(screen.queryByRole('region', { name: '無料登録でできること' })).not.toBeInTheDocument();
    expect(screen.getByText(/期限はダッシュボードから延長できます。/)).toBeVisible();
  });

  it('is off the screen once its account is deleted', async () => {
    server().answer('POST /functions/v1/delete-account', () => json(200, { success: true }));
    const user = await renderApp();
    await publish(user);
    await user.click(screen.getByRole('button', { name: '一時アカウント' }));
    await user.click(screen.getByRole('button', { name: '設定' }));
    await user.click(await screen.findByRole('tab', { name: 'アカウント削除' }));
    await user.type(screen.getByLabelText('確認のため「DELETE」と入力'), 'DELETE{Enter}');
    expect(await screen.findByText(/^アカウントを削除しました。/)).toBeVisible();
    expect(screen.queryByRole('link', { name: url })).not.toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'HTML' })).toHaveValue('');
  });

  it('promises nothing to another account', async () => {
    const other = { ...registered, id: '11111111-52ad-4f1c-9d3e-1f0a5a0c6f11' };
    server().answer('POST /auth/v1/token', () => json(200, sessionOf(other)));
    const user = await renderApp();
    await publish(user);
    await user.click(screen.getByRole('button', { name: '一時アカウント' }));
    await user.click(screen.getByRole('button', { name: 'ログイン' }));
    await user.type(await screen.findByLabelText('メールアドレス'), 'haru@example.jp');
    await user.type(screen.getByLabelText('パスワード'), 'secret-1{Enter}');
    await screen.findByRole('button', { name: 'haru@example.jp' });
    expect(screen.getByRole('link', { name: url })).toBeVisible();
    expect(screen.getByText(/まで公開されます。$/)).toBeVisible();
  });

  it('is followed by another, from an empty sheet and under another key', async () => {
    const user = await renderApp();
    await publish(user);
    await user.click(screen.getByRole('button', { name: 'もう一つ公開' }));
    expect(screen.getByRole('textbox', { name: 'HTML' })).toHaveValue('');
    await publish(user);
    const keys = server()
      .to('POST /functions/v1/create-site')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(server().to('POST /auth/v1/signup')).toHaveLength(1);
  });
});
