import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { managementLinkAnswerSchema, newManagementLinkAnswerSchema } from '@haru/contracts';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { registered, temporary } from '../../testing/server/fake-accounts.js';
import { json, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const route = '/functions/v1/management-link';
const url = `https://haru.example/manage#${'c2VjcmV0'.repeat(5)}`;
const createdAt = '2026-11-21T05:05:00.000Z';

async function openSettings(): Promise<UserEvent> {
  const user = await renderApp();
  await user.click(await screen.findByRole('button', { name: /一時アカウント|haru@example.jp/ }));
  await user.click(screen.getByRole('button', { name: '設定' }));
  await screen.findByRole('dialog', { name: '設定' });
  return user;
}

describe('the management link', () => {
  const server = useFakeServer();
  let link: object | null;
  beforeEach(() => {
    link = null;
    server().answer(`GET ${route}`, () =>
      json(200, managementLinkAnswerSchema.parse({ success: true, management_link: link })),
    );
    server().answer(`POST ${route}`, () => {
      link = { created_at: createdAt, last_used_at: null };
      return json(
        200,
        newManagementLinkAnswerSchema.parse({ success: true, management_link: { url, created_at: createdAt } }),
      );
    });
    server().answer(`DELETE ${route}`, () => {
      link = null;
      return json(200, { success: true });
    });
  });

  it('is made, shown once, copied, saved and drawn as a QR code', async () => {
    storeSession(temporary);
    const user = await openSettings();
    await user.click(await screen.findByRole('button', { name: '管理リンクを作る' }));
    expect(await screen.findByText(url)).toBeVisible();
    const code = await screen.findByRole('img', { name: '管理リンクのQRコード' });
    expect(code.querySelector('path')?.getAttribute('d')).toBe(
      toSvgPath(generate(url, { minCorrectionLevel: correction.M })),
    );

    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: '管理リンクをコピー' }));
    expect(write).toHaveBeenCalledWith(url);

    const saved = jest.fn<(blob: Blob) => string>(() => 'blob:saved');
    Object.assign(URL, { createObjectURL: saved, revokeObjectURL: jest.fn() });
    const press = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'ファイルに保存' }));
    expect(press).toHaveBeenCalledTimes(1);
    expect(await saved.mock.calls[0]?.[0].text()).toContain(`\r\n${url}\r\n`);
    press.mockRestore();

    await user.click(screen.getByRole('button', { name: '閉じる' }));
    expect(screen.queryByText(url)).not.toBeInTheDocument();
  });

  it('is renewed and revoked only after a question', async () => {
    link = { created_at: createdAt, last_used_at: createdAt };
    storeSession(temporary);
    const user = await openSettings();
    expect(
      await screen.findByText(/に作成しました。リンクは作成したときだけ表示されます。最後に使用された/),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: '作り直す' }));
    expect(screen.getByRole('button', { name: 'キャンセル' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'キャンセル' }));
    expect(server().to(`POST ${route}`)).toEqual([]);
    await user.click(screen.getByRole('button', { name: '作り直す' }));
    await user.click(screen.getByRole('button', { name: '作り直す' }));
    expect(await screen.findByText(url)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'リンクを無効にする' }));
    await user.click(screen.getByRole('button', { name: 'リンクを無効にする' }));
    expect(await screen.findByRole('button', { name: '管理リンクを作る' })).toBeVisible();
    expect(screen.queryByText(url)).not.toBeInTheDocument();
    expect(server().to(`DELETE ${route}`)).toHaveLength(1);
  });

  it('says when it cannot be made', async () => {
    server().answer(`POST ${route}`, () => refusal(409, 'MANAGEMENT_LINK_NOT_ALLOWED'));
    storeSession(temporary);
    const user = await openSettings();
    await user.click(await screen.findByRole('button', { name: '管理リンクを作る' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('管理リンクは一時アカウントでのみ利用できます。');
  });

  it('is not for a registered account', async () => {
    storeSession(registered);
    await openSettings();
    expect(await screen.findByRole('heading', { name: 'メールアドレスの変更' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: '管理リンク' })).not.toBeInTheDocument();
    expect(server().to(`GET ${route}`)).toEqual([]);
  });

  it('is offered on the card after publishing, to temporary accounts', async () => {
    const user = await renderApp();
    await user.click(screen.getByRole('textbox', { name: 'HTML' }));
    await user.paste('<h1>やあ</h1>');
    await user.click(screen.getByRole('button', { name: '公開する' }));
    await user.click(await screen.findByRole('button', { name: '管理リンクを使う' }));
    const dialog = await screen.findByRole('dialog', { name: '管理リンク' });
    expect(dialog).toHaveFocus();
    await user.click(await within(dialog).findByRole('button', { name: '管理リンクを作る' }));
    expect(await within(dialog).findByText(url)).toBeVisible();

    // The link is not shown again, so that only the button closes the dialog.
    await user.keyboard('{Escape}');
    expect(within(dialog).getByText(/保管してから「×」を押してください。$/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: '閉じる' }));
    expect(dialog).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: '管理リンクを使う' })).toHaveFocus();
  });
});
