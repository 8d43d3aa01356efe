import { describe, expect, it, jest } from '@jest/globals';
import { openSearchPanel } from '@codemirror/search';
import { DAY_MS } from '@haru/contracts';
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';
import { codeMirror, enterText, shownText } from '../../testing/code-mirror.js';
import { setFinePointer, setPhoneWidth } from '../../testing/setup.js';

const createSite = 'POST /functions/v1/create-site';
const editor = () => screen.getByRole('textbox', { name: 'HTML' });
const publishButton = () => screen.getByRole('button', { name: '公開する' });
const fileOf = (content: BlobPart, name = 'haru.html') => new File([content], name, { type: 'text/html' });

/** Waits until all parts of the screen are loaded, because only then are files accepted. */
async function drop(...files: File[]): Promise<void> {
  await screen.findByRole('combobox', { name: '公開範囲' });
  fireEvent.drop(editor(), { dataTransfer: { files, items: [], types: ['Files'] } });
}

describe('a dropped file', () => {
  const server = useFakeServer();

  it('becomes the page, byte for byte', async () => {
    const user = await renderApp();
    await user.type(editor(), 'typed before');
    await drop(fileOf('\ufeff<p>春</p>\r\n<p>🌸</p>\r'));
    expect(await screen.findByText('haru.htmlを読み込みました。')).toBeVisible();
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: '\ufeff<p>春</p>\r\n<p>🌸</p>\r' });
  });

  it('in Shift_JIS is decoded, and counted as it will be published', async () => {
    await renderApp();
    const meta = '<meta charset=shift_jis>';
    await drop(fileOf(new Blob([meta, new Uint8Array([0x8f, 0x74])])));
    await waitFor(() => expect(editor()).toHaveValue(`${meta}春`));
    const haru = new Uint8Array(400_000 * 2).map((_byte, at) => (at % 2 === 0 ? 0x8f : 0x74));
    await drop(fileOf(new Blob([meta, haru])));
    expect(await screen.findByRole('alert')).toHaveTextContent('HTMLが1 MiBを超えています（現在 1.2 MiB）。');
  });

  it('can be taken back', async () => {
    const user = await renderApp();
    await user.type(editor(), 'before');
    await drop(fileOf('after'));
    await waitFor(() => expect(editor()).toHaveValue('after'));
    await user.click(screen.getByRole('button', { name: '元に戻す' }));
    expect(editor()).toHaveValue('before');
    expect(screen.queryByRole('button', { name: '元に戻す' })).not.toBeInTheDocument();
  });

  it('is undone to what was typed while it was read', async () => {
    const user = await renderApp();
    await user.type(editor(), 'before');
    const read = Promise.withResolvers<ArrayBuffer>();
    await drop(Object.assign(fileOf('after'), { arrayBuffer: () => read.promise }));
    await user.type(editor(), ' and more');
    read.resolve(new TextEncoder().encode('after').buffer);
    await waitFor(() => expect(editor()).toHaveValue('after'));
    await user.click(screen.getByRole('button', { name: '元に戻す' }));
    expect(editor()).toHaveValue('before and more');
  });

  it('changes nothing any more once its text is being published', async () => {
    const published = Promise.withResolvers<Response>();
    server().answer(createSite, () => published.promise);
    const user = await renderApp();
    await user.type(editor(), 'before');
    const read = Promise.withResolvers<ArrayBuffer>();
    await drop(Object.assign(fileOf('after'), { arrayBuffer: () => read.promise }));
    await user.click(publishButton());
    await act(async () => {
      read.resolve(new TextEncoder().encode('after').buffer);
      await read.promise;
    });
    published.resolve(refusal(503, 'SERVICE_UNAVAILABLE'));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(editor()).toHaveValue('before');
  });

  it.each([
    ['of another kind', new File(['x'], 'song.mp3', { type: 'audio/mpeg' }), 'HTMLファイル（.html）を選んでください。'],
    ['with NUL bytes', fileOf(new Uint8Array([60, 0, 62])), 'テキストとして読み取れないファイルです。'],
    ['in an unnamed encoding', fileOf(new Uint8Array([0xff, 0xff])), '文字コードを判別できませんでした。'],
  ])('%s is refused, and the text stays', async (_name, file, text) => {
    const user = await renderApp();
    await user.type(editor(), 'before');
    await drop(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(editor()).toHaveValue('before');
  });

  it('never makes the browser leave the page, wherever it falls', async () => {
    await renderApp();
    await screen.findByRole('combobox', { name: '公開範囲' });
    const elsewhere = screen.getByRole('contentinfo');
    const event = createEvent.dragOver(elsewhere, { dataTransfer: { files: [], types: ['Files'] } });
    fireEvent(elsewhere, event);
    expect(event.defaultPrevented).toBe(true);
    expect(screen.getByText('ここにドロップして読み込む')).toBeVisible();
    // jsdom's drag events are plain events.
    fireEvent(elsewhere, Object.assign(createEvent.dragLeave(elsewhere), { relatedTarget: null }));
    expect(screen.queryByText('ここにドロップして読み込む')).not.toBeInTheDocument();
  });

  it('is not also inserted by the editor that it falls on', async () => {
    setFinePointer(true);
    await renderApp();
    await waitFor(codeMirror);
    const read = jest.spyOn(FileReader.prototype, 'readAsText');
    const dataTransfer = { files: [fileOf('<p>春</p>')], items: [], types: ['Files'] };
    fireEvent.drop(codeMirror().contentDOM, { dataTransfer, composed: true });
    await waitFor(() => expect(shownText()).toBe('<p>春</p>'));
    expect(read).not.toHaveBeenCalled();
  });

  it('may as well be chosen', async () => {
    const user = await renderApp();
    expect(await screen.findByRole('button', { name: 'ファイルを選ぶ' })).toBeVisible();
    await user.upload(screen.getByLabelText('ファイルを選ぶ', { selector: 'input' }), fileOf('<p>chosen</p>'));
    await waitFor(() => expect(editor()).toHaveValue('<p>chosen</p>'));
  });
});

describe('a large paste', () => {
  const server = useFakeServer();
  const large = `<p>${'春'.repeat(3_000)}</p>\r\n`.repeat(4);

  it('goes where the cursor is, byte for byte, and can be taken back', async () => {
    const user = await renderApp();
    await user.type(editor(), '<head></head>');
    await user.type(editor(), '(', { initialSelectionStart: 6, initialSelectionEnd: 13 });
    await user.paste(large);
    await user.keyboard(')');
    expect(editor()).toHaveValue(`<head>(${large.replaceAll('\r\n', '\n')})`);
    cleanup();
    window.sessionStorage.clear();

    const again = await renderApp();
    await again.type(editor(), 'before');
    await again.paste(large);
    expect(screen.getByText('貼り付けました。')).toBeVisible();
    await again.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: `before${large}` });
    await again.click(screen.getByRole('button', { name: 'もう一つ公開' }));

    await again.type(editor(), 'before');
    await again.paste(large);
    await again.click(screen.getByRole('button', { name: '元に戻す' }));
    expect(editor()).toHaveValue('before');
  });
});

describe('pasting right after landing', () => {
  useFakeServer();

  /** Pastes as the browser reports it where `element` has the focus, or the page has. */
  function pasteAt(element: Element, text: string) {
    const event = createEvent.paste(element, { clipboardData: { files: [], getData: () => text } });
    fireEvent(element, event);
    return event;
  }

  it('puts the text in the editor and the focus after it, wherever the focus was', async () => {
    await renderApp();
    expect(editor()).not.toHaveFocus();
    expect(pasteAt(document.body, '<p>春</p>').defaultPrevented).toBe(true);
    expect(editor()).toHaveValue('<p>春</p>');
    expect(editor()).toHaveFocus();
    pasteAt(document.body, '<p>夏</p>');
    expect(editor()).toHaveValue('<p>春</p><p>夏</p>');
  });

  it('leaves other fields and dialogs alone', async () => {
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: /好きなURLを選ぶ/ }));
    const dialog = await screen.findByRole('dialog', { name: '無料で登録' });
    expect(pasteAt(document.body, 'x').defaultPrevented).toBe(false);
    expect(pasteAt(within(dialog).getByRole('textbox'), 'x').defaultPrevented).toBe(false);
    expect(screen.getByLabelText('HTML')).toHaveValue('');
  });

  it('leaves the search of the editor alone', async () => {
    setFinePointer(true);
    await renderApp();
    await waitFor(codeMirror);
    enterText('<p>春</p>');
    act(() => void openSearchPanel(codeMirror()));
    const search = codeMirror().dom.querySelector('[name=search]') ?? document.body;
    const clipboardData = { files: [], getData: () => '春' };
    const event = createEvent.paste(search, { clipboardData, composed: true });
    fireEvent(search, event);
    expect(event.defaultPrevented).toBe(false);
    expect(shownText()).toBe('<p>春</p>');
  });

  it('finds the focus there with a mouse, and not with a finger, whose keyboard would pop up', async () => {
    await renderApp();
    expect(editor()).not.toHaveFocus();
    cleanup();
    setFinePointer(true);
    await renderApp();
    expect(editor()).toHaveFocus();
  });

  it('takes one press with a finger, and says what to do where the browser refuses', async () => {
    setPhoneWidth(true);
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: 'クリップボードから貼り付け' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('クリップボードにテキストがありません。');
    const read = jest.spyOn(navigator.clipboard, 'readText');
    read.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'クリップボードから貼り付け' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('入力欄を長押しして「ペースト」を'));
    read.mockResolvedValueOnce('<p>指</p>');
    await user.click(screen.getByRole('button', { name: 'クリップボードから貼り付け' }));
    // The pasted text is shown as a page.
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'プレビュー' })).toHaveAttribute('aria-selected', 'true'),
    );
    await user.click(screen.getByRole('tab', { name: 'HTML' }));
    expect(editor()).toHaveValue('<p>指</p>');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'クリップボードから貼り付け' })).not.toBeInTheDocument();
  });

  it('shows on a phone why a file is refused while the preview is open', async () => {
    setPhoneWidth(true);
    const user = await renderApp();
    await user.click(screen.getByRole('tab', { name: 'プレビュー' }));
    const files = [new File(['x'], '資料.pdf')];
    fireEvent.drop(document.body, { dataTransfer: { files, items: [], types: ['Files'] } });
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'HTML' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the editor', () => {
  useFakeServer();

  it('is ready immediately when it replaces the focused text area: text may arrive without a key press', async () => {
    setFinePointer(true);
    await renderApp();
    const host = await waitFor(() => {
      const element = document.querySelector('[data-code]');
      if (!element) throw new Error('there is no editor yet');
      return element;
    });
    expect(host.shadowRoot?.activeElement).toHaveClass('cm-content');
  });

  it('has the focus after a publication, and leaves it to a menu that was opened meanwhile', async () => {
    setFinePointer(true);
    const user = await renderApp();
    await user.paste('<p>春</p>');
    await user.click(publishButton());
    await user.click(await screen.findByRole('button', { name: 'もう一つ公開' }));
    await waitFor(() => expect(editor()).toHaveFocus());
    await user.click(await screen.findByRole('button', { name: '一時アカウント' }));
    await waitFor(codeMirror);
    expect(screen.getByRole('button', { name: '設定' })).toBeVisible();
  });
});

describe('Ctrl+Z', () => {
  useFakeServer();
  const large = `<p>${'夏'.repeat(3_000)}</p>\r\n`.repeat(4);
  const press = (key: string, modifiers: object) => fireEvent.keyDown(codeMirror().contentDOM, { key, ...modifiers });

  it('takes back a large paste and a file, one after the other, and redo brings them again', async () => {
    setFinePointer(true);
    const user = await renderApp();
    await waitFor(codeMirror);
    enterText('before');
    await waitFor(() => expect(document.querySelector('[data-code]')).toHaveFocus());
    fireEvent.paste(codeMirror().contentDOM, { clipboardData: { files: [], getData: () => large } });
    expect(shownText()).toBe(`before${large}`);
    await user.upload(screen.getByLabelText('ファイルを選ぶ', { selector: 'input' }), fileOf('file'));
    await waitFor(() => expect(shownText()).toBe('file'));
    press('z', { ctrlKey: true });
    expect(shownText()).toBe(`before${large}`);
    press('z', { ctrlKey: true });
    expect(shownText()).toBe('before');
    press('Z', { ctrlKey: true, shiftKey: true, keyCode: 90 });
    expect(shownText()).toBe(`before${large}`);
    press('y', { ctrlKey: true });
    expect(shownText()).toBe('file');
  });

  it('takes back what was typed since before the paste', async () => {
    setFinePointer(true);
    await renderApp();
    await waitFor(codeMirror);
    fireEvent.paste(codeMirror().contentDOM, { clipboardData: { files: [], getData: () => large } });
    enterText('!');
    press('z', { ctrlKey: true });
    expect(shownText()).toBe(large);
    press('z', { ctrlKey: true });
    expect(shownText()).toBe('');
  });

  it('takes back a paste of any length right after it', async () => {
    setFinePointer(true);
    await renderApp();
    await waitFor(codeMirror);
    const long = large.repeat(5);
    fireEvent.paste(codeMirror().contentDOM, { clipboardData: { files: [], getData: () => long } });
    press('z', { ctrlKey: true });
    expect(shownText()).toBe('');
    press('y', { ctrlKey: true });
    expect(shownText()).toBe(long);
    expect(codeMirror().state.selection.main.head).toBe(codeMirror().state.doc.length);
  });
});

describe('a draft of an earlier visit', () => {
  const server = useFakeServer();
  const written = /^前回の下書きがあります（\d+月\d+日 \d\d:\d\d）$/;
  const offer = () => screen.queryByText(written);

  async function writeAndCloseBrowser(text = '<p>前回</p>'): Promise<void> {
    const user = await renderApp();
    await user.click(editor());
    await user.paste(text);
    closeBrowser();
  }

  function closeBrowser(): void {
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    window.sessionStorage.clear();
    window.history.replaceState(null, '', '/');
  }

  it('is offered, and used on request', async () => {
    await writeAndCloseBrowser();
    const user = await renderApp();
    expect(await screen.findByText(written)).toBeVisible();
    expect(editor()).toHaveValue('');
    await user.click(screen.getByRole('button', { name: '使う' }));
    expect(editor()).toHaveValue('<p>前回</p>');
    expect(offer()).not.toBeInTheDocument();
  });

  it('has the last text of an editor whose page was hidden', async () => {
    setFinePointer(true);
    await renderApp();
    await waitFor(codeMirror);
    enterText('<p>最後</p>');
    fireEvent(document, new Event('visibilitychange', { bubbles: true }));
    expect(window.localStorage.getItem('haru-current-draft')).toMatch(/\n<p>最後<\/p>$/);
  });

  it('waits while something else is written, and is gone once it was discarded', async () => {
    await writeAndCloseBrowser();
    const user = await renderApp();
    await user.type(editor(), 'other');
    expect(offer()).not.toBeInTheDocument();
    await user.clear(editor());
    expect(await screen.findByText(written)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '破棄する' }));
    expect(offer()).not.toBeInTheDocument();
    closeBrowser();
    await renderApp();
    expect(offer()).not.toBeInTheDocument();
  });

  it('is not forgotten with the text of another tab', async () => {
    const user = await renderApp();
    await user.click(editor());
    await user.paste('<p>一つ目</p>');
    window.dispatchEvent(new Event('pagehide'));
    const elsewhere = JSON.stringify({ format: '', customPath: '', lifetime: '', visibility: '', at: Date.now() });
    window.localStorage.setItem('haru-current-draft', `${elsewhere}\n<p>二つ目</p>`);
    await user.click(publishButton());
    await screen.findByText('公開しました');
    closeBrowser();
    await renderApp();
    expect(await screen.findByText(written)).toBeVisible();
  });

  it('is not offered once published, after a week, or when it is too large', async () => {
    const user = await renderApp();
    await user.click(editor());
    await user.paste('<p>済</p>');
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)).toHaveLength(1);
    closeBrowser();
    await renderApp();
    expect(offer()).not.toBeInTheDocument();
    cleanup();

    await writeAndCloseBrowser();
    const later = Date.now() + 7 * DAY_MS;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
    await renderApp();
    expect(offer()).not.toBeInTheDocument();
    clock.mockRestore();
    cleanup();

    window.localStorage.removeItem('haru-current-draft');
    await writeAndCloseBrowser('a'.repeat(1_048_577));
    await renderApp();
    expect(offer()).not.toBeInTheDocument();
  });
});

describe('a draft', () => {
  const server = useFakeServer();

  it('survives a reload, with its key, until it is published', async () => {
    server().answer(createSite, () => refusal(503, 'SERVICE_UNAVAILABLE'));
    const user = await renderApp();
    await user.click(editor());
    await user.paste('<p>大事</p>');
    await user.click(publishButton());
    await screen.findByRole('alert');
    window.dispatchEvent(new Event('pagehide'));
    cleanup();

    const afterReload = await renderApp();
    expect(editor()).toHaveValue('<p>大事</p>');
    await afterReload.click(publishButton());
    await screen.findByRole('alert');
    const [first, second] = server().to(createSite);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    cleanup();

    server().answer(createSite, () => refusal(409, '23505'));
    await renderApp();
    expect(editor()).toHaveValue('<p>大事</p>');
  });

  it('does not come back once published', async () => {
    const user = await renderApp();
    await user.click(editor());
    await user.paste('<p>済</p>');
    await user.click(publishButton());
    await screen.findByText('公開しました');
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    window.history.replaceState(null, '', '/');
    await renderApp();
    expect(editor()).toHaveValue('');
  });
});

describe('the custom address', () => {
  const server = useFakeServer();
  const field = () => screen.findByRole('textbox', { name: 'URL（任意）' });

  it('is for the registered: others are invited', async () => {
    const user = await renderApp();
    expect(screen.queryByRole('textbox', { name: 'URL（任意）' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: /好きなURLを選ぶ/ }));
    expect(await screen.findByRole('dialog', { name: '無料で登録' })).toBeVisible();
  });

  it('keeps lowercase letters, digits and hyphens, 3 to 20 of them', async () => {
    storeSession({ email: 'haru@example.jp', isAnonymous: false });
    const user = await renderApp();
    await user.type(editor(), 'x');
    const path = await field();
    await user.type(path, 'M_Y');
    expect(path).toHaveValue('my');
    expect(path).toHaveAccessibleDescription('3-20文字の英数字とハイフンのみ使用可能です');
    await user.click(publishButton());
    expect(path).toHaveFocus();
    expect(server().to(createSite)).toHaveLength(0);
    await user.type(path, '-ページ1');
    expect(path).toHaveValue('my-1');
    expect(path).toBeValid();
    await user.type(path, 'abcdefghijklmnopqrstuvwxyz');
    expect(path).toHaveValue('my-1abcdefghijklmnop');
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: 'x', custom_path: 'my-1abcdefghijklmnop' });
  });

  it.each(['PATH_TAKEN', '23505'] as const)('that is taken (%s) says so beside the field', async (code) => {
    storeSession({ email: 'haru@example.jp', isAnonymous: false });
    server().answer(createSite, () => refusal(409, code));
    const user = await renderApp();
    await user.type(editor(), 'x');
    await user.type(await field(), 'taken');
    await user.click(publishButton());
    await waitFor(async () => expect(await field()).toHaveAccessibleDescription('このパスは既に使用されています'));
    await user.type(await field(), '2');
    expect(await field()).not.toHaveAccessibleDescription('このパスは既に使用されています');
  });
});
