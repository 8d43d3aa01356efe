import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { CASE_URL, caseView, REPORT, serveCase } from '../../testing/server/fake-cases.js';
import { refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp } from '../../testing/render-app.js';

const page = () => screen.findByRole('textbox', { name: '通報するページのURL' });
const description = () => screen.getByRole('textbox', { name: '内容' });
const submit = () => screen.getByRole('button', { name: '通報する' });
const images = { name: /性的な画像や動画が含まれる/ };

async function fillIn(user: UserEvent, kind = 'フィッシング') {
  await page();
  await user.click(screen.getByRole('radio', { name: kind }));
  await user.type(description(), '銀行を装っています');
}

describe('the report of a page', () => {
  const server = useFakeServer();
  beforeEach(() => {
    serveCase(server(), caseView());
    window.history.replaceState(null, '', '/report?path=page-1');
  });

  it('is sent without an account and thanks with the link to the case', async () => {
    const user = await renderApp();
    expect(await screen.findByDisplayValue('https://haru-pages.example/share/page-1')).toBeVisible();
    await fillIn(user);
    expect(screen.getByText('9 / 1000')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'メールアドレス（任意）' }), 'reader@example.jp');
    await user.click(submit());
    expect(await screen.findByText('通報を受け付けました')).toBeVisible();
    const [request] = server().to(REPORT);
    expect(request?.body).toEqual({
      path: 'page-1',
      kind: 'phishing',
      description: '銀行を装っています',
      email: 'reader@example.jp',
    });
    expect(request?.headers.get('authorization')).toBe('Bearer public-key');

    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: '経過を確認するリンクをコピー' }));
    expect(write).toHaveBeenCalledWith(CASE_URL);
    expect(screen.getByRole('link', { name: '経過を見る' })).toHaveAttribute('href', CASE_URL);
  });

  it('asks about sexual images only where they shorten the owner’s time', async () => {
    const user = await renderApp();
    await fillIn(user);
    expect(screen.queryByRole('checkbox', images)).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'プライバシー' }));
    await user.click(screen.getByRole('checkbox', images));
    await user.click(submit());
    await screen.findByText('通報を受け付けました');
    expect(server().to(REPORT)[0]?.body).toMatchObject({ kind: 'privacy', concerns_sexual_images: true });
  });

  it('does not say so of a kind that was chosen afterwards', async () => {
    const user = await renderApp();
    await fillIn(user, '権利侵害');
    await user.click(screen.getByRole('checkbox', images));
    await user.click(screen.getByRole('radio', { name: 'その他' }));
    await user.click(submit());
    await screen.findByText('通報を受け付けました');
    expect(server().to(REPORT)[0]?.body).not.toHaveProperty('concerns_sexual_images');
  });

  it('asks for the address where the link names no page, and says what is missing', async () => {
    window.history.replaceState(null, '', '/report');
    const user = await renderApp();
    expect(await page()).toHaveValue('');
    await user.click(submit());
    expect(await page()).toHaveFocus();
    expect(await page()).toHaveAccessibleDescription('ページのURLを入力してください。');
    expect(screen.getByRole('group', { name: '問題の種類' })).toHaveAccessibleDescription(
      '問題の種類を選んでください。',
    );
    expect(screen.getByText('内容を入力してください。')).toBeVisible();
    await user.type(await page(), 'https://haru-pages.example/share/page-2');
    await fillIn(user);
    await user.type(screen.getByRole('textbox', { name: 'メールアドレス（任意）' }), 'reader');
    await user.click(submit());
    expect(screen.getByText('メールアドレスの形式が正しくありません。')).toBeVisible();
    expect(server().to(REPORT)).toEqual([]);
    await user.clear(screen.getByRole('textbox', { name: 'メールアドレス（任意）' }));
    await user.click(submit());
    await screen.findByText('通報を受け付けました');
    expect(server().to(REPORT)[0]?.body).toMatchObject({ path: 'page-2' });
  });

  it('keeps what was written when it cannot be sent', async () => {
    server().answer(REPORT, () => refusal(404, 'SITE_NOT_FOUND'));
    const user = await renderApp();
    await fillIn(user);
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('通報を送信できませんでした');
    expect(description()).toHaveValue('銀行を装っています');
  });
});
