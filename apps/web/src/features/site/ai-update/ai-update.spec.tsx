import { newEditKeyAnswerSchema } from '@haru/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { registered } from '../../../testing/server/fake-accounts.js';
import { json, refusal, useFakeServer } from '../../../testing/server/fake-server.js';
import { serveSites, siteRow } from '../../../testing/server/fake-sites.js';
import { renderApp, storeSession } from '../../../testing/render-app.js';

const create = 'POST /functions/v1/edit-keys';
const url = 'https://haru.example/agent/haru_edit_x.md';
const line = `このURLを読んで、ページを直してください: ${url}`;

describe('AIに更新させる', () => {
  const server = useFakeServer();

  beforeEach(() => {
    server().answer(create, () =>
      json(200, newEditKeyAnswerSchema.parse({ success: true, edit_key: 'haru_edit_x', agent_url: url })),
    );
  });

  async function openFromCard(): Promise<{ user: UserEvent; dialog: HTMLElement }> {
    storeSession(registered);
    serveSites(server(), [siteRow(1)]);
    window.history.replaceState(null, '', '/?view=dashboard');
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'その他の操作' }));
    await user.click(screen.getByRole('button', { name: 'AIに更新させる' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'AIに更新させる' }) };
  }

  it('copies what to say to an assistant, and says who may have it', async () => {
    const { dialog } = await openFromCard();
    expect(await within(dialog).findByText('アシスタントに送る文をコピーしました。')).toBeVisible();
    expect(within(dialog).getByRole('group', { name: 'アシスタントに送る文' })).toHaveTextContent(line);
    expect(dialog).toHaveTextContent('知っている人は、だれでも「ページ1」を書き換えられます。');
    expect(
      server()
        .to(create)
        .map(({ body }) => body),
    ).toEqual([{ id: siteRow(1).id }]);
  });

  it('ends what was given out', async () => {
    server().answer(`DELETE /functions/v1/edit-keys/${siteRow(1).id}`, () => json(200, { success: true }));
    const { user, dialog } = await openFromCard();
    await user.click(await within(dialog).findByRole('button', { name: '渡したURLを無効にする' }));
    await user.click(within(dialog).getByRole('button', { name: '渡したURLを無効にする' }));
    expect(await screen.findByText('渡したURLを無効にしました')).toBeVisible();
    expect(dialog).not.toBeInTheDocument();
  });

  it('says why there is nothing to copy', async () => {
    server().answer(create, () => refusal(503, 'SERVICE_BUSY'));
    const { dialog } = await openFromCard();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('アシスタントに送る文を用意できませんでした');
  });

  it('is on the published screen', async () => {
    const user = await renderApp();
    await user.click(screen.getByRole('textbox', { name: 'HTML' }));
    await user.paste('<h1>やあ</h1>');
    await user.click(screen.getByRole('button', { name: '公開する' }));
    await user.click(await screen.findByRole('button', { name: 'AIに更新させる' }));
    expect(await screen.findByRole('group', { name: 'アシスタントに送る文' })).toHaveTextContent(line);
  });
});
