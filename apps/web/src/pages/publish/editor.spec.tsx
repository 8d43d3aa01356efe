import { describe, expect, it } from '@jest/globals';
import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { refusal, useFakeServer } from '../../testing/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

const createSite = 'POST /functions/v1/create-site';
const editor = () => screen.getByRole('textbox', { name: 'HTML' });
const publishButton = () => screen.getByRole('button', { name: '公開する' });
const fileOf = (content: BlobPart, name = 'haru.html') => new File([content], name, { type: 'text/html' });

function drop(...files: File[]): void {
  fireEvent.drop(editor(), { dataTransfer: { files, types: ['Files'] } });
}

describe('a dropped file', () => {
  const server = useFakeServer();

  it('becomes the page, byte for byte', async () => {
    const user = await renderApp();
    await user.type(editor(), 'typed before');
    drop(fileOf('\ufeff<p>春</p>\r\n<p>🌸</p>\r'));
    expect(await screen.findByText('haru.htmlを読み込みました')).toBeVisible();
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: '\ufeff<p>春</p>\r\n<p>🌸</p>\r' });
  });

  it('in Shift_JIS is decoded, and counted as it will be published', async () => {
    await renderApp();
    const meta = '<meta charset=shift_jis>';
    drop(fileOf(new Blob([meta, new Uint8Array([0x8f, 0x74])])));
    await waitFor(() => expect(editor()).toHaveValue(`${meta}春`));
    const haru = new Uint8Array(400_000 * 2).map((_byte, at) => (at % 2 === 0 ? 0x8f : 0x74));
    drop(fileOf(new Blob([meta, haru])));
    expect(await screen.findByRole('alert')).toHaveTextContent('HTMLが1 MiBを超えています（現在 1.2 MiB）。');
  });

  it('can be taken back', async () => {
    const user = await renderApp();
    await user.type(editor(), 'before');
    drop(fileOf('after'));
    await waitFor(() => expect(editor()).toHaveValue('after'));
    await user.click(screen.getByRole('button', { name: '元に戻す' }));
    expect(editor()).toHaveValue('before');
    expect(screen.queryByRole('button', { name: '元に戻す' })).not.toBeInTheDocument();
  });

  it.each([
    ['of another kind', new File(['x'], 'photo.png', { type: 'image/png' }), 'HTMLファイル（.html）を選んでください。'],
    ['with NUL bytes', fileOf(new Uint8Array([60, 0, 62])), 'テキストとして読み取れないファイルです。'],
    ['in an unnamed encoding', fileOf(new Uint8Array([0x82, 0xa0, 0x82, 0xa2])), '文字コードを判別できませんでした。'],
    ['that is too large', fileOf('a'.repeat(1_048_577)), 'HTMLが1 MiBを超えています（現在 1.1 MiB）。'],
  ])('%s is refused, and the text stays', async (_name, file, text) => {
    const user = await renderApp();
    await user.type(editor(), 'before');
    drop(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(editor()).toHaveValue('before');
  });

  it('comes alone', async () => {
    await renderApp();
    drop(fileOf('a'), fileOf('b'));
    expect(await screen.findByRole('alert')).toHaveTextContent('ファイルは1つずつ読み込んでください。');
  });

  it('never makes the browser leave the page, wherever it falls', async () => {
    await renderApp();
    const elsewhere = screen.getByRole('contentinfo');
    const event = createEvent.dragOver(elsewhere, { dataTransfer: { files: [], types: ['Files'] } });
    fireEvent(elsewhere, event);
    expect(event.defaultPrevented).toBe(true);
    expect(screen.getByText('ここにドロップして読み込む')).toBeVisible();
    // jsdom's drag events are plain events.
    fireEvent(elsewhere, Object.assign(createEvent.dragLeave(elsewhere), { relatedTarget: null }));
    expect(screen.queryByText('ここにドロップして読み込む')).not.toBeInTheDocument();
  });

  it('may as well be chosen', async () => {
    const user = await renderApp();
    expect(screen.getByRole('button', { name: 'ファイルを選ぶ' })).toBeVisible();
    await user.upload(screen.getByLabelText('ファイルを選ぶ', { selector: 'input' }), fileOf('<p>chosen</p>'));
    await waitFor(() => expect(editor()).toHaveValue('<p>chosen</p>'));
  });
});

describe('a large paste', () => {
  const server = useFakeServer();
  const large = '<p>春</p>\r\n'.repeat(2_000);

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
    expect(screen.getByText('貼り付けました')).toBeVisible();
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
    await renderApp();
    expect(editor()).toHaveValue('');
  });
});

describe('the custom address', () => {
  const server = useFakeServer();
  const field = () => screen.findByRole('textbox', { name: 'カスタムURL（任意）' });

  it('is for the registered: others are invited', async () => {
    const user = await renderApp();
    expect(screen.queryByRole('textbox', { name: 'カスタムURL（任意）' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /好きなURLを選ぶ/ }));
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
    expect(publishButton()).toBeDisabled();
    await user.type(path, '-ページ1');
    expect(path).toHaveValue('my-1');
    expect(path).toBeValid();
    expect(publishButton()).toBeEnabled();
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
