import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { DifferenceWorker } from '../../testing/difference-worker.js';
import { registered } from '../../testing/server/fake-accounts.js';
import { useFakeServer } from '../../testing/server/fake-server.js';
import { EDITED_ID, FakeVersions } from '../../testing/server/fake-versions.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

describe('the history of a page', () => {
  const server = useFakeServer();
  const version = (number: number) => screen.findByRole('listitem', { name: new RegExp(`^バージョン${number}`) });

  async function openHistory() {
    storeSession(registered);
    const versions = new FakeVersions(server(), '<p>春</p>', '<p>夏</p>');
    window.history.replaceState(null, '', `/edit/${EDITED_ID}`);
    const user = await renderApp();
    await user.click(await screen.findByRole('tab', { name: '履歴' }));
    return { user, versions };
  }

  const openMenu = async (user: UserEvent, number: number) =>
    user.click(await screen.findByRole('button', { name: `バージョン${number}のその他の操作` }));

  it('lists versions with source and size, and restores one', async () => {
    const { user, versions } = await openHistory();
    versions.secrets = [{ rule: 'github', line: 7 }];
    expect(await version(2)).toHaveTextContent('公開中');
    expect(await version(1)).toHaveTextContent('10 B公開画面で公開');
    await user.click(within(await version(1)).getByRole('button', { name: 'バージョン1に戻す' }));
    const dialog = await screen.findByRole('dialog', { name: 'バージョン1に戻しますか？' });
    await user.click(within(dialog).getByRole('button', { name: 'バージョン1に戻す' }));
    expect(await version(3)).toHaveTextContent('復元');
    expect(versions.head).toBe('<p>春</p>');
    expect(screen.getByText(/^秘密のキーのような文字があります（7行目）/)).toBeVisible();
  });

  it('gives the focus to the comparison, and back to the button that led there', async () => {
    Object.assign(globalThis, { Worker: DifferenceWorker });
    const { user } = await openHistory();
    await user.click(within(await version(1)).getByRole('button', { name: '公開中と比較' }));
    const comparison = await screen.findByRole('region', { name: /バージョン1.*の比較/ });
    expect(comparison).toHaveFocus();
    expect(within(comparison).getByRole('button', { name: '1か所の違い' })).toBeVisible();
    await user.click(within(comparison).getByRole('button', { name: '履歴に戻る' }));
    expect(within(await version(1)).getByRole('button', { name: '公開中と比較' })).toHaveFocus();
  });

  it('names a version, and erases one after a confirmation', async () => {
    const { user } = await openHistory();
    await openMenu(user, 1);
    await user.click(within(await version(1)).getByRole('button', { name: '名前を付ける' }));
    await user.type(await screen.findByRole('textbox', { name: '名前' }), '最初の公開{Enter}');
    await waitFor(async () => expect(await version(1)).toHaveTextContent('最初の公開'));
    await openMenu(user, 1);
    await user.click(within(await version(1)).getByRole('button', { name: '消去' }));
    const dialog = await screen.findByRole('dialog', { name: 'バージョン1を消去しますか？' });
    await user.click(within(dialog).getByRole('button', { name: '消去する' }));
    expect(await screen.findByText('バージョン1を消去しました')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('listitem', { name: /^バージョン/ })).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('tabpanel')).toContainElement(document.activeElement as HTMLElement));
  });
});
