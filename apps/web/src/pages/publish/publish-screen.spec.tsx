import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { registered } from '../../testing/server/fake-accounts.js';
import { json, publishedSite, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';
import { codeMirror, shownText } from '../../testing/code-mirror.js';
import { setFinePointer, setPhoneWidth } from '../../testing/setup.js';

const createSite = 'POST /functions/v1/create-site';
const editor = () => screen.getByRole('textbox', { name: 'HTML' });
const publishButton = () => screen.getByRole('button', { name: '公開する' });
const preview = () => screen.findByRole('region', { name: 'プレビュー' });
const page = '<title>春のお知らせ</title><meta name="viewport" content="width=device-width"><p>春</p>';

function drop(html: string): void {
  const files = [new File([html], 'haru.html', { type: 'text/html' })];
  fireEvent.drop(document.body, { dataTransfer: { files, items: [], types: ['Files'] } });
}

describe('the preview', () => {
  useFakeServer();

  it('shows an example until there is a page, then the page under its title', async () => {
    const user = await renderApp();
    expect(await within(await preview()).findByText('例')).toBeVisible();
    expect(within(await preview()).getByText('春の食事会のご案内')).toBeVisible();
    await user.click(editor());
    await user.paste(page);
    expect(await within(await preview()).findByText('春のお知らせ')).toBeVisible();
    expect(within(await preview()).queryByText('例')).not.toBeInTheDocument();
    await user.clear(editor());
    expect(await within(await preview()).findByText('例')).toBeVisible();
  });

  it('is in the sandbox of the pages host', async () => {
    await renderApp();
    const frame = await waitFor(() => {
      const found = document.querySelector('iframe');
      if (!found) throw new Error('there is no frame yet');
      return found;
    });
    expect(frame).toHaveAttribute('src', 'https://haru-pages.example/preview-frame');
    expect(frame.getAttribute('sandbox')).toContain('allow-scripts');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
  });

  it('is as wide as a computer or a phone', async () => {
    const user = await renderApp();
    expect(await screen.findByRole('button', { name: 'PC' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'スマホ' }));
    expect(screen.getByRole('button', { name: 'スマホ' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'PC' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('knows how wide it is, and keeps that while it is hidden', async () => {
    const resizes: (() => void)[] = [];
    window.ResizeObserver = class extends window.ResizeObserver {
      constructor(callback: ResizeObserverCallback) {
        super(callback);
        resizes.push(() => callback([], this));
      }
    };
    await renderApp();
    const frame = await waitFor(() => {
      const found = document.querySelector('iframe');
      if (!found) throw new Error('there is no frame yet');
      return found;
    });
    const width = jest.spyOn(Element.prototype, 'clientWidth', 'get');
    for (const value of [480, 0]) {
      width.mockReturnValue(value);
      resizes.forEach((resize) => resize());
    }
    width.mockRestore();
    expect(frame.closest('[style]')).toHaveStyle({ '--width': '480' });
  });

  it('of a large page that comes first is rendered once, in place of the example', async () => {
    const user = await renderApp();
    const sent: unknown[] = [];
    /** The frame that lays out the next page accepts it and reports that it is shown. */
    const layOutNext = async () => {
      const source = await waitFor(() => {
        const found = [...document.querySelectorAll('iframe')].at(-1)?.contentWindow;
        if (!found) throw new Error('there is no frame yet');
        return found;
      });
      jest.spyOn(source, 'postMessage').mockImplementation((message: { html?: unknown }) => sent.push(message.html));
      for (const haruPreview of ['ready', 'shown']) {
        window.dispatchEvent(new MessageEvent('message', { source, data: { haruPreview } }));
      }
    };
    await layOutNext();
    expect(sent).toEqual([expect.stringContaining('春の食事会のご案内')]);
    await user.click(editor());
    const large = page + 'a'.repeat(300_000);
    await user.paste(large);
    await waitFor(() => expect(screen.queryByText('例')).not.toBeInTheDocument());
    await layOutNext();
    expect(sent.slice(1)).toEqual([large]);
  });

  it('of a large page is refreshed on request', async () => {
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page + 'a'.repeat(300_000));
    await waitFor(() => expect(screen.queryByText('例')).not.toBeInTheDocument());
    expect(screen.queryByText('大きいページは自動で更新されません。')).not.toBeInTheDocument();
    await user.paste(page);
    expect(await screen.findByText('大きいページは自動で更新されません。')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'プレビューを更新' }));
    expect(screen.queryByText('大きいページは自動で更新されません。')).not.toBeInTheDocument();
  });
});

describe('an example', () => {
  useFakeServer();

  it.each(['案内状', 'イベント告知', '自己紹介', '計算ツール'])(
    '%s fills the editor, and can be taken back',
    async (name) => {
      setFinePointer(true);
      const user = await renderApp();
      await waitFor(codeMirror);
      await user.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(shownText()).toMatch(/^<!doctype html>\n<html lang="ja">/));
      expect(screen.getByText(`例「${name}」を読み込みました。`)).toBeVisible();
      expect(document.querySelector('[data-code]')).toHaveFocus();
      // Firefox would scroll to a cursor at the end.
      expect(codeMirror().state.selection.main.head).toBe(0);
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
      fireEvent.keyDown(codeMirror().contentDOM, { key: 'z', ctrlKey: true });
      expect(shownText()).toBe('');
    },
  );

  it('fills a text area, too', async () => {
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: '案内状' }));
    await waitFor(() => expect(editor()).toHaveDisplayValue(/^<!doctype html>\n<html lang="ja">/));
    expect(editor()).toHaveFocus();
    expect(editor()).toHaveProperty('selectionStart', 0);
  });
});

describe('what is chosen for a page', () => {
  const server = useFakeServer();

  it('keeps it from search engines from its first moment', async () => {
    const user = await renderApp();
    await user.type(editor(), 'x');
    await user.selectOptions(await screen.findByRole('combobox', { name: '公開範囲' }), 'unlisted');
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: 'x', noindex: true });
    await user.click(screen.getByRole('button', { name: 'もう一つ公開' }));
    expect(await screen.findByRole('combobox', { name: '公開範囲' })).toHaveValue('public');
  });

  it('shows it only to those who know its link', async () => {
    const user = await renderApp();
    await user.type(editor(), 'x');
    await user.selectOptions(await screen.findByRole('combobox', { name: '公開範囲' }), 'secret');
    server().answer(createSite, () => json(200, publishedSite({ visibility: 'secret' })));
    await user.click(publishButton());
    expect(await screen.findByText(/^このリンクを知っている人だけが見られます。/)).toBeVisible();
    expect(screen.queryByTitle('公開したページのプレビュー')).not.toBeInTheDocument();
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: 'x', visibility: 'secret' });
  });

  it('shows it only to those who know its password, which the browser does not keep', async () => {
    const user = await renderApp();
    await user.type(editor(), 'x');
    await user.selectOptions(await screen.findByRole('combobox', { name: '公開範囲' }), 'password');
    await user.click(publishButton());
    expect(await screen.findByText('合言葉は6文字以上で入力してください。')).toBeVisible();
    expect(server().to(createSite)).toEqual([]);
    const password = screen.getByRole('textbox', { name: '合言葉' });
    expect(password).toHaveFocus();
    await user.type(password, 'ひみつのことば');
    server().answer(createSite, () => json(200, publishedSite({ visibility: 'password' })));
    await user.click(publishButton());
    expect(await screen.findByText(/^このURLで合言葉を入力した人だけが見られます。/)).toBeVisible();
    expect(screen.getByText('ひみつのことば')).not.toBeVisible();
    await user.click(screen.getByText('合言葉を表示'));
    expect(screen.getByText('ひみつのことば')).toBeVisible();
    const sent = { html_content: 'x', visibility: 'password', password: 'ひみつのことば' };
    expect(server().to(createSite)[0]?.body).toEqual(sent);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('ひみつ');
  });

  it('is public for ten days or fewer, and with an account longer', async () => {
    const user = await renderApp();
    const lifetime = await screen.findByRole<HTMLSelectElement>('combobox', { name: '公開期間' });
    expect(lifetime).toHaveDisplayValue(/^\d{1,2}月\d{1,2}日まで（10日間）$/);
    expect([...lifetime.options].map(({ value }) => value)).toEqual(['1', '3', '7', '10']);
    await user.type(editor(), 'x');
    await user.selectOptions(lifetime, '3');
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: 'x', expires_in_days: 3 });
  });

  it('is public for days that count from today, also in a tab that was opened the day before', async () => {
    jest.useFakeTimers({ now: new Date(2026, 10, 29, 23, 59, 30) });
    await renderApp({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
    const lifetime = await screen.findByRole('combobox', { name: '公開期間' });
    expect(lifetime).toHaveDisplayValue('12月9日まで（10日間）');
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(lifetime).toHaveDisplayValue('12月10日まで（10日間）');
    jest.useRealTimers();
  });

  it('is public without an end if a registered account asks for it', async () => {
    storeSession(registered);
    const user = await renderApp();
    await user.type(editor(), 'x');
    await user.selectOptions(await screen.findByRole('combobox', { name: '公開期間' }), '無期限で公開');
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: 'x', expires_in_days: 'permanent' });
  });

  it('shows ten days again to those who sign out, because the page then ends after them', async () => {
    storeSession(registered);
    const user = await renderApp();
    const lifetime = await screen.findByRole('combobox', { name: '公開期間' });
    await user.selectOptions(lifetime, '無期限で公開');
    await user.click(screen.getByRole('button', { name: registered.email }));
    await user.click(screen.getByRole('button', { name: 'ログアウト' }));
    await screen.findByRole('button', { name: 'ログイン' });
    expect(lifetime).toHaveDisplayValue(/（10日間）$/);
  });

  it('shows the size only when little is left', async () => {
    const user = await renderApp();
    await user.click(editor());
    await user.paste('a'.repeat(734_003));
    await screen.findByRole('combobox', { name: '公開期間' });
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    await user.paste('aa');
    expect(await screen.findByRole('progressbar', { name: 'HTMLのサイズ' })).toBeVisible();
    expect(screen.getByText('サイズ 716.9 KiB / 1 MiB')).toBeVisible();
  });

  it('cannot be a path that is taken', async () => {
    server().takenPaths = ['my-page'];
    storeSession(registered);
    const user = await renderApp();
    await user.type(editor(), 'x');
    const path = await screen.findByRole('textbox', { name: 'URL（任意）' });
    await user.type(path, 'my-page');
    await waitFor(() => expect(path).toBeInvalid());
    await user.click(publishButton());
    expect(path).toHaveFocus();
    expect(path).toHaveAccessibleDescription('このパスは既に使用されています');
    expect(server().to(createSite)).toHaveLength(0);
    await user.type(path, '2');
    expect(path).toBeValid();
    await user.type(path, '{Backspace}');
    await waitFor(() => expect(path).toBeInvalid());
    server().takenPaths = [];
    await user.type(path, '3{Backspace}');
    await waitFor(() => expect(path).toBeValid());
    await user.click(publishButton());
    expect(await screen.findByText('公開しました')).toBeVisible();
  });
});

describe('on a phone', () => {
  const server = useFakeServer();
  const tab = (name: string) => screen.getByRole('tab', { name });

  it('a file leads to its preview, and a refusal back to the text', async () => {
    setPhoneWidth(true);
    const user = await renderApp();
    await user.click(await screen.findByRole('tab', { name: 'プレビュー' }));
    expect(screen.queryByRole('textbox', { name: 'HTML' })).not.toBeInTheDocument();
    await user.click(publishButton());
    expect(tab('HTML')).toHaveAttribute('aria-selected', 'true');
    expect(editor()).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('HTMLが空です。');
    await user.click(tab('プレビュー'));
    await user.click(publishButton());
    expect(editor()).toHaveFocus();
    drop(page);
    await waitFor(() => expect(tab('プレビュー')).toHaveAttribute('aria-selected', 'true'));
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: page });
  });

  it('has the settings in a sheet, which opens when one is refused', async () => {
    setPhoneWidth(true);
    storeSession(registered);
    const user = await renderApp();
    await user.click(await screen.findByRole('button', { name: '公開設定' }));
    const sheet = await screen.findByRole('dialog', { name: '公開設定' });
    await user.selectOptions(within(sheet).getByRole('combobox', { name: '公開範囲' }), 'unlisted');
    await user.click(within(sheet).getByRole('button', { name: '完了' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.type(editor(), 'x');
    server().answer(createSite, () => refusal(409, 'PATH_TAKEN'));
    await user.click(await screen.findByRole('button', { name: '公開設定' }));
    await user.type(await screen.findByRole('textbox', { name: 'URL（任意）' }), 'mine{Enter}');
    expect(server().to(createSite)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: '完了' }));
    await user.click(publishButton());
    const opened = await screen.findByRole('dialog', { name: '公開設定' });
    expect(within(opened).getByRole('textbox')).toHaveAccessibleDescription('このパスは既に使用されています');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: 'x', custom_path: 'mine', noindex: true });
  });
});

describe('a page that is too small on phones', () => {
  const server = useFakeServer();
  const offer = () => screen.findByText('スマホでは文字が小さくなります。');

  it('is changed only on request, and can be taken back', async () => {
    const user = await renderApp();
    await user.click(editor());
    await user.paste('<h1>春</h1>');
    expect(await offer()).toBeVisible();
    expect(editor()).toHaveValue('<h1>春</h1>');
    await user.click(screen.getByRole('button', { name: '自動で直す' }));
    const fitted = '<meta name="viewport" content="width=device-width, initial-scale=1">\n<h1>春</h1>';
    await waitFor(() => expect(editor()).toHaveValue(fitted));
    await waitFor(() => expect(screen.queryByRole('button', { name: '自動で直す' })).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: '元に戻す' }));
    expect(editor()).toHaveValue('<h1>春</h1>');
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to(createSite)[0]?.body).toEqual({ html_content: '<h1>春</h1>' });
  });

  it('is not a page that says how wide it is', async () => {
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    expect(await within(await preview()).findByText('春のお知らせ')).toBeVisible();
    expect(screen.queryByRole('button', { name: '自動で直す' })).not.toBeInTheDocument();
  });
});
