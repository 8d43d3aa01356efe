import { apiKeysAnswerSchema, limits, newApiKeyAnswerSchema } from '@haru/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type AccountOfTest, factorOf, registered, temporary, userOf } from '../../../testing/server/fake-accounts.js';
import { json, refusal, useFakeServer } from '../../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../../testing/render-app.js';

const list = 'GET /functions/v1/api-keys';
const create = 'POST /functions/v1/api-keys';
const ci = {
  id: '5d1d0c1e-1a53-4c1b-9d0a-7c1b1f3e5a01',
  name: 'CI',
  prefix: 'haru_Ab12',
  scopes: ['read', 'edit'],
  created_at: '2026-11-20T05:06:07.000Z',
  expires_at: null,
  last_used_on: '2026-11-22',
  last_used_network: '198.51.100.0/24',
};
const ended = {
  ...ci,
  id: '5d1d0c1e-1a53-4c1b-9d0a-7c1b1f3e5a02',
  name: '古いキー',
  expires_at: '2020-01-02T00:00:00.000Z',
  last_used_on: null,
};
const key = `haru_${'a'.repeat(32)}`;

describe('API keys in the settings', () => {
  const server = useFakeServer();
  const answerWith = (keys: object[]) =>
    server().answer(list, () => json(200, apiKeysAnswerSchema.parse({ success: true, api_keys: keys })));

  async function openKeys(account: AccountOfTest = registered): Promise<{ user: UserEvent; dialog: HTMLElement }> {
    storeSession(account);
    window.history.replaceState(null, '', '/?settings=keys');
    const user = await renderApp();
    const dialog = await screen.findByRole('dialog', { name: '設定' });
    await within(dialog).findByRole('heading', { name: 'APIキー' });
    return { user, dialog };
  }

  beforeEach(() => {
    answerWith([]);
    server().answer(create, ({ body }) => {
      const made = { ...ci, last_used_on: null, last_used_network: null, ...(body as object), key };
      return json(200, newApiKeyAnswerSchema.parse({ success: true, api_key: { ...made, expires_at: null } }));
    });
  });

  describe('the list of API keys', () => {
    it('says of each what it may do and when it was used', async () => {
      answerWith([ci, ended]);
      const { dialog } = await openKeys();
      const [first, second] = within(await within(dialog).findByRole('list', { name: 'APIキーの一覧' })).getAllByRole(
        'listitem',
      );
      for (const text of ['CI haru_Ab12…', 'できること：読む、変更する', '2026年11月20日に作成、期限：なし'])
        expect(first).toHaveTextContent(text);
      expect(first).toHaveTextContent('最終利用：2026年11月22日（198.51.100.0付近）');
      for (const text of ['期限が過ぎています', 'まだ使われていません', '期限：2020年1月2日'])
        expect(second).toHaveTextContent(text);
      expect(dialog).toHaveTextContent(`2件（${limits.apiKeysMax}件まで作れます）`);
      expect(window.location.search).toBe('');
    });

    it('revokes a key after a question', async () => {
      answerWith([ci]);
      const revoke = `DELETE /functions/v1/api-keys/${ci.id}`;
      server().answer(revoke, () => refusal(503, 'SERVICE_BUSY'));
      const { user, dialog } = await openKeys();
      await user.click(await within(dialog).findByRole('button', { name: '「CI」を無効にする' }));
      expect(within(dialog).getByText(/使っているプログラムは動かなくなります/)).toBeVisible();
      await user.click(within(dialog).getByRole('button', { name: '無効にする' }));
      expect(await within(dialog).findByRole('alert')).toHaveTextContent('APIキーを無効にできませんでした');
      server().answer(revoke, () => json(200, { success: true }));
      answerWith([]);
      await user.click(within(dialog).getByRole('button', { name: '「CI」を無効にする' }));
      await user.click(within(dialog).getByRole('button', { name: '無効にする' }));
      expect(await screen.findByText('「CI」を無効にしました')).toBeVisible();
      expect(await within(dialog).findByText('APIキーはまだありません。')).toBeVisible();
    });

    it('says what to do when there are as many as an account may have', async () => {
      answerWith(
        Array.from({ length: limits.apiKeysMax }, (_none, at) => ({ ...ci, id: ci.id.slice(0, -2) + (at + 10) })),
      );
      const { dialog } = await openKeys();
      expect(await within(dialog).findByText(/使っていないキーを無効にすると、新しいキーを作れます。/)).toBeVisible();
      expect(within(dialog).queryByRole('button', { name: 'APIキーを作る' })).not.toBeInTheDocument();
    });

    it('tells a temporary account that its keys end when it registers', async () => {
      const { user, dialog } = await openKeys(temporary);
      expect(within(dialog).getByText(/^一時アカウントのAPIキーは、登録すると使えなくなります。/)).toBeVisible();
      await user.click(within(dialog).getByRole('button', { name: '無料で登録' }));
      expect(await screen.findByRole('dialog', { name: '登録してページを引き継ぐ' })).toBeVisible();
    });

    it('says that it cannot be read', async () => {
      server().answer(list, () => refusal(503, 'SERVICE_BUSY'));
      const { dialog } = await openKeys();
      expect(await within(dialog).findByText('APIキーを読み込めませんでした')).toBeVisible();
    });
  });

  describe('a new API key', () => {
    async function openForm(account?: AccountOfTest): Promise<{ user: UserEvent; dialog: HTMLElement }> {
      const opened = await openKeys(account);
      await opened.user.click(await within(opened.dialog).findByRole('button', { name: 'APIキーを作る' }));
      return opened;
    }

    it('is shown once, with a line to try it, and is not lost by Esc', async () => {
      const { user, dialog } = await openForm();
      await user.keyboard(' CI {Enter}');
      expect(await within(dialog).findByRole('heading', { name: '「CI」を作りました' })).toHaveFocus();
      const { expires_at: end, ...sent } = server().to(create)[0]?.body as { expires_at: string };
      expect(sent).toEqual({ name: 'CI', scopes: ['read', 'publish', 'edit'] });
      expect((Date.parse(end) - Date.now()) / 86_400_000).toBeCloseTo(90, 2);
      expect(within(dialog).getByRole('group', { name: 'APIキー' })).toHaveTextContent(key);
      expect(within(dialog).getByRole('group', { name: 'ターミナルで試す' })).toHaveTextContent(
        `curl --data-binary "@page.html" -H "Authorization: Bearer ${key}" "${window.location.origin}/"`,
      );
      const write = jest.spyOn(navigator.clipboard, 'writeText');
      await user.click(within(dialog).getByRole('button', { name: 'APIキーをコピー' }));
      expect(write).toHaveBeenCalledWith(key);
      await user.keyboard('{Escape}');
      expect(within(dialog).getByText(/保管してから「保管しました」を押してください。/)).toBeVisible();
      answerWith([ci]);
      await user.click(within(dialog).getByRole('button', { name: '保管しました' }));
      expect(within(dialog).getByRole('heading', { name: 'APIキー' })).toHaveFocus();
      expect(within(dialog).queryByText(key)).not.toBeInTheDocument();
    });

    it('has the chosen scopes and end; one without a name or a scope is not sent', async () => {
      const { user, dialog } = await openForm();
      for (const name of ['読む', '公開する', '変更する']) await user.click(within(dialog).getByLabelText(name));
      await user.click(within(dialog).getByRole('button', { name: '作る' }));
      expect(within(dialog).getByText(/^名前を入力してください。/)).toBeVisible();
      expect(within(dialog).getByText('許可する操作を1つ以上選んでください。')).toBeVisible();
      await user.type(within(dialog).getByLabelText('名前'), '読むだけ');
      await user.click(within(dialog).getByLabelText('読む'));
      await user.selectOptions(within(dialog).getByLabelText('期限'), '30日間');
      await user.click(within(dialog).getByRole('button', { name: '作る' }));
      await within(dialog).findByRole('heading', { name: '「読むだけ」を作りました' });
      const { expires_at: end, ...sent } = server().to(create)[0]?.body as { expires_at: string };
      expect(sent).toEqual({ name: '読むだけ', scopes: ['read'] });
      expect((Date.parse(end) - Date.now()) / 86_400_000).toBeCloseTo(30, 2);
      expect(within(dialog).getByRole('group', { name: 'ターミナルで試す' })).toHaveTextContent('/rest/v1/sites');
    });

    it('asks for the second factor where the server does', async () => {
      server().answer(create, () => refusal(403, 'insufficient_aal'));
      server().answer('GET /auth/v1/user', () => json(200, userOf({ ...registered, factors: [factorOf()] })));
      const { user, dialog } = await openForm();
      await user.keyboard('CI{Enter}');
      expect(await within(dialog).findByLabelText('認証コード')).toHaveFocus();
      expect(within(dialog).getByLabelText('名前')).toHaveValue('CI');
    });

    it('can be given up', async () => {
      const { user, dialog } = await openForm();
      await user.click(within(dialog).getByRole('button', { name: 'キャンセル' }));
      expect(within(dialog).getByRole('heading', { name: 'APIキー' })).toHaveFocus();
    });
  });

  it('a changed password lists the keys, each revoked with one press', async () => {
    answerWith([ci]);
    server().answer('GET /auth/v1/user', () => json(200, userOf(registered)));
    server().answer('PUT /auth/v1/user', () => json(200, userOf(registered)));
    server().answer(`DELETE /functions/v1/api-keys/${ci.id}`, () => json(200, { success: true }));
    storeSession({ ...registered, mailReadBefore: 1 });
    window.history.replaceState(null, '', '/?settings=security');
    const user = await renderApp();
    const dialog = await screen.findByRole('dialog', { name: '設定' });
    await user.type(await within(dialog).findByLabelText('新しいパスワード'), 'secret-2');
    await user.type(within(dialog).getByLabelText('新しいパスワード（確認）'), 'secret-2{Enter}');
    const row = await within(dialog).findByRole('button', { name: '「CI」を無効にする' });
    expect(within(dialog).getByText(/^パスワードを変更しても、APIキーはそのまま使えます。/)).toBeVisible();
    answerWith([]);
    await user.click(row);
    await waitFor(() => expect(row).not.toBeInTheDocument());
  });

  describe('the use from assistants', () => {
    it('is explained with lines to copy, and leads to the keys', async () => {
      const { user, dialog } = await openKeys();
      await user.click(within(dialog).getByRole('tab', { name: 'AI連携' }));
      const said = `このURLを読んで、作ったページを公開してください: ${window.location.origin}/agent.md`;
      expect(within(dialog).getByRole('group', { name: 'はじめて公開してもらう' })).toHaveTextContent(said);
      const write = jest.spyOn(navigator.clipboard, 'writeText');
      await user.click(within(dialog).getByRole('button', { name: 'はじめて公開してもらうをコピー' }));
      expect(write).toHaveBeenCalledWith(said);
      const choice = within(dialog).getByRole('combobox', { name: '使うアシスタント' });
      for (const [name, part] of [
        ['Claude Code', 'claude mcp add'],
        ['Cursor', 'mcpServers'],
        ['VS Code', '"servers"'],
        ['ChatGPTなどのコネクター', `${window.location.origin}/mcp`],
        ['使わずに、curlで公開する', 'curl --data-binary'],
        ['どれでも（自分のアカウント）', 'HARU_KEYのAPIキーを使って'],
      ] as const) {
        await user.selectOptions(choice, name);
        expect(within(dialog).getByRole('list', { name })).toHaveTextContent(part);
      }
      await user.click(within(dialog).getByRole('button', { name: 'APIキーを作る' }));
      expect(within(dialog).getByRole('tabpanel', { name: 'APIキー' })).toHaveFocus();
    });
  });
});
