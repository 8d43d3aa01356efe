import { describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { editDraft } from '../../features/editing/page-editing.js';
import { codeMirror, shownText } from '../../testing/code-mirror.js';
import { DifferenceWorker } from '../../testing/difference-worker.js';
import { registered, temporary } from '../../testing/server/fake-accounts.js';
import { json, noNetwork, publishedSite, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { serveSites, siteRow, UPDATE } from '../../testing/server/fake-sites.js';
import { EDITED_ID, FakeVersions, UPDATE_PAGE } from '../../testing/server/fake-versions.js';
import { renderApp, storeSession } from '../../testing/render-app.js';
import { setPhoneWidth } from '../../testing/setup.js';

const FIRST = '<title>春のページ</title><p>春</p>';
const SECOND = '<title>春のページ</title><p>夏</p>';

function type(text: string): void {
  const view = codeMirror();
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
}

function drop(...names: string[]): void {
  const files = names.map((name) => new File([SECOND], name));
  fireEvent.drop(document.body, { dataTransfer: { files, items: [], types: ['Files'] } });
}

async function openEditor(): Promise<UserEvent> {
  window.history.replaceState(null, '', `/edit/${EDITED_ID}`);
  const user = await renderApp();
  await screen.findByRole('heading', { name: '春のページ' });
  await waitFor(codeMirror);
  return user;
}

const updateButton = () => screen.getByRole('button', { name: '更新する' });

/** Returns the window of the frame that was loaded last. */
function previewWindow(): Window {
  const frame = screen.getAllByTitle<HTMLIFrameElement>('プレビュー：春のページ').at(-1);
  if (!frame?.contentWindow) throw new Error('there is no preview');
  return frame.contentWindow;
}

function sendFromPreview(haruPreview: 'ready' | 'shown'): void {
  window.dispatchEvent(new MessageEvent('message', { source: previewWindow(), data: { haruPreview } }));
}

async function update(user: UserEvent, text: string): Promise<void> {
  type(text);
  await waitFor(() => expect(updateButton()).toBeEnabled());
  await user.click(updateButton());
}

describe('the edit screen', () => {
  const server = useFakeServer();

  it('does not say that input is kept where nothing could be typed', async () => {
    storeSession(registered);
    server().answer('GET /functions/v1/site-versions', noNetwork);
    window.history.replaceState(null, '', `/edit/${EDITED_ID}`);
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^ページを読み込めませんでしたネットワークに接続できません。接続を確認して再試行してください。再試行$/,
    );
  });

  it('warns of secret keys in what was updated, with their lines', async () => {
    storeSession(temporary);
    const versions = new FakeVersions(server(), FIRST);
    versions.secrets = [{ rule: 'github', line: 7 }];
    const user = await openEditor();
    await update(user, SECOND);
    expect(await screen.findByText(/^秘密のキーのような文字があります（7行目）/)).toBeVisible();
    expect(versions.head).toBe(SECOND);
  });

  it('says after an update that visitors see the notice first', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    const site = siteRow(1, { id: EDITED_ID });
    serveSites(server(), [site]);
    const user = await openEditor();
    const notice = /「このページは確認中です」と表示されます/;
    site.under_review = true;
    await update(user, SECOND);
    expect(await screen.findByText(notice)).toBeVisible();
    site.under_review = false;
    await update(user, FIRST);
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  });

  it('says who sees the page, and lets everybody see it after a question', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    serveSites(server(), [siteRow(1, { id: EDITED_ID, visibility: 'secret', access_key: 'a'.repeat(22) })]);
    const user = await openEditor();
    const choice = await screen.findByRole('combobox', { name: '公開範囲' });
    expect(choice).toHaveValue('secret');
    await user.selectOptions(choice, 'だれでも見られる');
    expect(server().to(UPDATE)).toEqual([]);
    await user.click(await screen.findByRole('button', { name: '公開する' }));
    await waitFor(() => expect(choice).toHaveValue('public'));
    expect(server().to(UPDATE)[0]?.body).toEqual({ visibility: 'public' });
  });

  it('sets a password without publishing what is still being changed', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    serveSites(server(), [siteRow(1, { id: EDITED_ID })]);
    const user = await openEditor();
    type(SECOND);
    await user.selectOptions(await screen.findByRole('combobox', { name: '公開範囲' }), 'password');
    await user.type(await screen.findByRole('textbox', { name: '合言葉' }), 'ひみつのことば');
    await user.click(screen.getByRole('button', { name: '設定する' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server().to(UPDATE)[0]?.body).toEqual({ visibility: 'password', password: 'ひみつのことば' });
    expect(server().to(UPDATE_PAGE)).toEqual([]);
  });

  it('shows the page that is published, byte for byte, and updates it', async () => {
    storeSession(temporary);
    const crlf = '<p>a</p>\r\n<p>b</p>\r\n';
    const versions = new FakeVersions(server(), FIRST, crlf);
    const user = await openEditor();
    expect(shownText()).toBe(crlf);
    expect(updateButton()).toBeDisabled();
    await update(user, SECOND);
    expect(await screen.findByText('更新しました')).toBeVisible();
    expect(versions.head).toBe(SECOND);
    const [request] = server().to(UPDATE_PAGE);
    expect(request?.headers.get('if-match')).toBe('"v2"');
    expect(request?.headers.get('x-haru-source')).toBe('web');
    expect(request?.body).toEqual({ id: EDITED_ID, html_content: SECOND });
    await waitFor(() => expect(updateButton()).toBeDisabled());

    const renamed = '<title>夏のページ</title>';
    await update(user, renamed);
    await waitFor(() => expect(versions.head).toBe(renamed));
    expect(await screen.findByRole('heading', { name: '夏のページ' })).toBeVisible();
    expect(server().to(UPDATE_PAGE)[1]?.headers.get('if-match')).toBe('"v3"');
  });

  it('keeps unpublished text over a reload and the end of the session', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    server().answer(UPDATE_PAGE, () => refusal(401, 'SESSION_ENDED'));
    const user = await openEditor();
    await update(user, SECOND);
    expect(await screen.findByText(/^ページを編集するには、ログインしてください。/)).toBeVisible();
    cleanup();

    storeSession(registered);
    await openEditor();
    expect(shownText()).toBe(SECOND);
    expect(screen.getByText('未保存の変更を復元しました')).toBeVisible();
  });

  it('lists the places for which an update was refused, and goes to one', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    const finding = { rule: 'credential.password', text: 'パスワードの入力欄', line: 2, column: 1, excerpt: '<input>' };
    server().answer(UPDATE_PAGE, () => json(422, { success: false, code: 'PAGE_REFUSED', findings: [finding] }));
    const user = await openEditor();
    await update(user, '<p>\n<p>\n<input>');
    const panel = await screen.findByRole('region', { name: '公開できませんでした' });
    expect(within(panel).getByRole('heading')).toHaveFocus();
    await user.click(within(panel).getByRole('button', { name: /^2行目 ?パスワードの入力欄/ }));
    // The excerpt has moved by a line since the check.
    expect(codeMirror().state.selection.main.head).toBe('<p>\n<p>\n'.length);
  });

  it('carries the same key when an update is tried again', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    server().answer(UPDATE_PAGE, () => refusal(503, 'SERVICE_UNAVAILABLE'));
    const user = await openEditor();
    await update(user, SECOND);
    expect(await screen.findByRole('alert')).toHaveTextContent('更新できませんでした');
    await user.click(updateButton());
    await waitFor(() => expect(server().to(UPDATE_PAGE)).toHaveLength(2));
    const [first, second] = server().to(UPDATE_PAGE);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  it.each([
    ['a refusal', 503, { code: 'SERVICE_UNAVAILABLE' }, '更新できませんでした'],
    [
      'refused places',
      422,
      { code: 'PAGE_REFUSED', findings: [{ rule: 'a', text: 'b', line: 1, column: 1, excerpt: 'c' }] },
      '公開できませんでした',
    ],
  ])('shows %s no longer once the changes are taken back', async (_name, status, body, title) => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    server().answer(UPDATE_PAGE, () => json(status, { success: false, error: '', ...body }));
    const user = await openEditor();
    await update(user, SECOND);
    const shown = await screen.findByText(title);
    await user.click(screen.getByRole('button', { name: '変更を取り消す' }));
    expect(shown).not.toBeInTheDocument();
  });

  it('takes changes back', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    const user = await openEditor();
    type(SECOND);
    await user.click(await screen.findByRole('button', { name: '変更を取り消す' }));
    expect(shownText()).toBe(FIRST);
    await waitFor(() => expect(updateButton()).toBeDisabled());
  });

  it('takes the text of a dropped file', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    await openEditor();
    drop('page.html');
    await waitFor(() => expect(shownText()).toBe(SECOND));
    await waitFor(() => expect(updateButton()).toBeEnabled());
  });

  it.each([[['style.css']], [['page.md']], [['a.html', 'b.html']]])('does not take %p', async (names) => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    await openEditor();
    drop(...names);
    expect(await screen.findByText('このページには、HTMLのファイルを1つだけドロップできます')).toBeVisible();
    expect(shownText()).toBe(FIRST);
  });

  it('refuses an empty page beside the editor', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    const user = await openEditor();
    await update(user, ' \n');
    expect(await screen.findByText('HTMLを入力してください。')).toBeVisible();
    expect(server().to(UPDATE_PAGE)).toHaveLength(0);
  });

  it('shows a page in the frame of the pages host, a large one on request', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    const user = await openEditor();
    const frame = await screen.findByTitle('プレビュー：春のページ');
    expect(frame).toHaveAttribute('src', 'https://haru-pages.example/preview-frame');
    expect(frame).toHaveAttribute('sandbox', expect.not.stringContaining('allow-same-origin'));
    // A text that replaces another is shown once.
    type(`<p>${'大'.repeat(300_001)}`);
    await waitFor(() => expect(updateButton()).toBeEnabled());
    type(`<p>${'大'.repeat(300_002)}`);
    const refresh = await screen.findByRole('button', { name: 'プレビューを更新' });
    await user.click(refresh);
    expect(refresh).not.toBeInTheDocument();
  });

  it('gives the text to the preview a moment after the last key, and stores it as a draft after that', async () => {
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    await openEditor();
    await screen.findByTitle('プレビュー：春のページ');
    sendFromPreview('ready');
    sendFromPreview('shown');
    sendFromPreview('ready');
    const post = jest.spyOn(previewWindow(), 'postMessage').mockImplementation(() => undefined);
    const draft = () => editDraft(EDITED_ID).load()?.html;
    jest.useFakeTimers();
    try {
      type('<p>1');
      act(() => jest.advanceTimersByTime(90));
      type('<p>2');
      act(() => jest.advanceTimersByTime(90));
      expect(post).not.toHaveBeenCalled();
      // Layout takes the rest of the 300 ms.
      act(() => jest.advanceTimersByTime(30));
      expect(post.mock.calls).toEqual([[{ haruPreview: 'page', html: '<p>2', place: { x: 0, y: 0 } }, '*']]);
      expect(draft()).toBeUndefined();
      act(() => jest.advanceTimersByTime(1_000));
      expect(draft()).toBe('<p>2');
      type('<p>3');
      act(() => void window.dispatchEvent(new Event('pagehide')));
      expect(draft()).toBe('<p>3');
    } finally {
      jest.useRealTimers();
    }
  });

  it('has tabs on a phone, and keeps the editor while another is open', async () => {
    setPhoneWidth(true);
    storeSession(registered);
    new FakeVersions(server(), FIRST);
    const user = await openEditor();
    type(SECOND);
    await user.click(screen.getByRole('tab', { name: 'プレビュー' }));
    expect(await screen.findByTitle('プレビュー：春のページ')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'HTML' }));
    expect(shownText()).toBe(SECOND);
  });

  it('asks a visitor to log in', async () => {
    window.history.replaceState(null, '', `/edit/${EDITED_ID}`);
    await renderApp();
    expect(await screen.findByText(/^ページを編集するには、ログインしてください。/)).toBeVisible();
  });

  it('says when there is no such page', async () => {
    storeSession(registered);
    server().answer('GET /functions/v1/site-versions', () => refusal(404, 'SITE_NOT_FOUND'));
    window.history.replaceState(null, '', `/edit/${EDITED_ID}`);
    await renderApp();
    expect(await screen.findByRole('alert')).toHaveTextContent('ページが見つかりません。');
  });
});

describe('an update whose base was replaced elsewhere', () => {
  const server = useFakeServer();
  const ELSEWHERE = '<title>春のページ</title><p>秋</p>';

  async function meetConflict() {
    storeSession(registered);
    const versions = new FakeVersions(server(), FIRST);
    const user = await openEditor();
    versions.add(ELSEWHERE, 'api');
    await update(user, SECOND);
    const dialog = await screen.findByRole('dialog', { name: 'ほかの場所で更新されています' });
    expect(dialog).toHaveTextContent('バージョン2（APIで更新、');
    return { user, versions, dialog };
  }

  it('replaces the version that was shown, on purpose', async () => {
    const { user, versions, dialog } = await meetConflict();
    expect(versions.head).toBe(ELSEWHERE);
    await user.click(within(dialog).getByRole('button', { name: '上書きする' }));
    await waitFor(() => expect(versions.head).toBe(SECOND));
    expect(server().to(UPDATE_PAGE)[1]?.headers.get('if-match')).toBe('"v2"');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('compares both, and goes on from there', async () => {
    Object.assign(globalThis, { Worker: DifferenceWorker });
    const { user, versions, dialog } = await meetConflict();
    await user.click(within(dialog).getByRole('button', { name: '見比べる' }));
    const comparison = await screen.findByRole('region', { name: '公開中のページと入力した内容の比較' });
    expect(await within(comparison).findByTitle('公開中のページ')).toBeVisible();
    await user.click(within(comparison).getByRole('button', { name: '編集に戻る' }));
    expect(shownText()).toBe(SECOND);
    await user.click(updateButton());
    await user.click(await screen.findByRole('button', { name: '見比べる' }));
    await user.click(await screen.findByRole('button', { name: '上書きする' }));
    await waitFor(() => expect(versions.head).toBe(SECOND));
  });

  it('publishes the text as another page', async () => {
    const other = '0b6a3a3e-0d52-4a0e-8f51-000000000002';
    server().answer('POST /functions/v1/create-site', () => new Response(JSON.stringify(publishedSite({ id: other }))));
    const { user, versions, dialog } = await meetConflict();
    await user.click(within(dialog).getByRole('button', { name: '別のページとして公開' }));
    await waitFor(() => expect(window.location.pathname).toBe(`/edit/${other}`));
    expect(server().to('POST /functions/v1/create-site')[0]?.body).toEqual({ html_content: SECOND });
    expect(versions.head).toBe(ELSEWHERE);
  });

  it.each([
    [{ visibility: 'secret', access_key: 'a'.repeat(22) }, { visibility: 'secret' }],
    [{ visibility: 'password' }, { visibility: 'secret' }],
    [{ noindex: true }, { noindex: true }],
  ])('shows the other page to no more people than the page %j', async (change, settings) => {
    serveSites(server(), [siteRow(1, { id: EDITED_ID, ...change })]);
    const { user, dialog } = await meetConflict();
    await user.click(within(dialog).getByRole('button', { name: '別のページとして公開' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [request] = server().to('POST /functions/v1/create-site');
    expect(request?.body).toEqual({ html_content: SECOND, ...settings });
  });

  it('publishes no other page where it is not known who sees this one', async () => {
    server().answer('GET /rest/v1/sites', () => new Response('{}', { status: 503 }));
    const { user, dialog } = await meetConflict();
    await user.click(within(dialog).getByRole('button', { name: '別のページとして公開' }));
    expect(await screen.findByText('更新できませんでした')).toBeVisible();
    expect(server().to('POST /functions/v1/create-site')).toEqual([]);
  });
});
