import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import type { Page, Request } from 'playwright-core';
import {
  complaintsOf,
  desktop,
  editorText,
  htmlEditor,
  isFocused,
  looks,
  looksByWidth,
  phone,
  pressKeyOn,
  publishFromApp,
  readmeImage,
  screenshot,
  axeFaults,
  startFlows,
  tabTo,
  waitForDraft,
} from './browser.js';

const { browser, system } = await startFlows();

describe.each(looks)('a visitor without an account (%s)', (name, options) => {
  it('pastes, publishes, opens the link and sees the page', async () => {
    const context = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    await page.goto(system.url);
    await page.getByRole('button', { name: '案内状' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `publish-${name}`);

    const url = await publishFromApp(
      page,
      '<!doctype html><html lang="ja"><title>はじめての貼り付け</title><h1>やあ、世界</h1>',
    );
    expect(url).toMatch(new RegExp(`^${system.pagesUrl}/share/[a-z0-9]{8}$`));
    await page
      .getByRole('heading', { name: /はじめての貼り付け|公開しました/ })
      .first()
      .waitFor();
    await page.getByText(/まで公開（あと10日）$/).waitFor();
    await page.getByText('無料登録でできること').waitFor();
    // The result says itself how many pages are public.
    expect(await page.locator('header p').isVisible()).toBe(false);
    // The press on 公開する has put the link on the clipboard.
    await page.getByText('リンクをコピーしました').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `published-${name}`);

    await pressKeyOn(page, page.getByRole('button', { name: 'QRコード' }));
    await page.getByRole('img', { name: '「はじめての貼り付け」を開くQRコード' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `published-qr-${name}`);
    const saved = page.waitForEvent('download');
    await pressKeyOn(page, page.getByRole('button', { name: '画像を保存' }));
    expect((await saved).suggestedFilename()).toBe(`qr-${url.split('/').at(-1) ?? ''}.png`);
    await page.keyboard.press('Escape');
    expect(await isFocused(page.getByRole('button', { name: 'QRコード' }))).toBe(true);

    await page.evaluate(() => navigator.clipboard.writeText('something else'));
    await page.getByRole('button', { name: 'コピー' }).click();
    await page.getByText('コピーしました').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: '新しいタブで開く' }).click();
    const share = await opened;
    await share.getByRole('heading', { name: 'やあ、世界' }).waitFor();
    expect(await share.title()).toBe('はじめての貼り付け');

    await page.reload();
    await page.getByRole('link', { name: url, exact: true }).waitFor();
    await page.goBack();
    const last = page.getByRole('region', { name: '前回のページ' });
    expect(await last.getByRole('link', { name: 'はじめての貼り付け' }).getAttribute('href')).toBe(url);
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `publish-last-published-${name}`);
    await page.goForward();
    await page.getByRole('button', { name: 'もう一つ公開' }).click();
    expect(await editorText(page)).toBe('');
    await waitFor(() => isFocused(htmlEditor(page)), { what: 'the focus of the editor' });
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);
});

const previewOf = (page: Page) => page.frameLocator('iframe[title="プレビュー"]:not([hidden])');

it.each(looksByWidth)(
  'tries an example with the keyboard alone, makes a page fit on phones, and publishes it (%s)',
  async (name, options) => {
    const context = await browser.newContext(options);
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    const isNarrow = name.startsWith('390');
    await page.goto(system.url);
    const editor = htmlEditor(page);
    await pressKeyOn(page, page.getByRole('button', { name: '公開する' }));
    await page.getByText('HTMLが空です。').waitFor();
    await waitFor(() => isFocused(editor), { what: 'the focus of the editor' });
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `publish-blank-${name}`);

    await pressKeyOn(page, page.getByRole('button', { name: '計算ツール' }));
    await previewOf(page).getByText('3,800円').waitFor();
    if (!isNarrow) {
      const frame = await page.locator('iframe[title="プレビュー"]:not([hidden])').evaluate((element) => {
        const { width, height } = element.getBoundingClientRect();
        return { width, height, laidOut: element.clientWidth };
      });
      expect(frame.laidOut).toBe(960);
      expect(frame.width).toBeLessThan(600);
      expect(frame.height).toBeGreaterThan(400);
    }
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `publish-example-${name}`);
    if (name === '1280-light') await readmeImage(page, 'publish');
    if (isNarrow) {
      await tabTo(page, page.getByRole('tab', { name: 'プレビュー' }), 'Shift+Tab');
      await page.keyboard.press('ArrowLeft');
    } else {
      await pressKeyOn(page, page.getByRole('button', { name: 'スマホ' }));
    }
    await tabTo(page, editor, isNarrow ? 'Tab' : 'Shift+Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText('<h1>小さな文字</h1>');
    await page.getByText('スマホでは文字が小さくなります。').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `publish-too-small-${name}`);
    await pressKeyOn(page, page.getByRole('button', { name: '自動で直す' }));
    await page.getByText('スマホの幅に合わせました').waitFor();
    expect(await editorText(page)).toMatch(/^<meta name="viewport"[^>]*>\n<h1>小さな文字<\/h1>$/);
    if (isNarrow) {
      await pressKeyOn(page, page.getByRole('button', { name: '公開設定' }));
      await page.getByRole('dialog', { name: '公開設定' }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await screenshot(page, `publish-settings-${name}`);
    }
    await tabTo(page, page.getByRole('combobox', { name: '公開範囲' }));
    await page.keyboard.press('ArrowDown');
    if (isNarrow) await page.keyboard.press('Escape');
    await pressKeyOn(page, page.getByRole('button', { name: '公開する' }));
    const link = page.getByRole('link', { name: '新しいタブで開く' });
    await link.waitFor();
    const published = await fetch((await link.getAttribute('href')) ?? '');
    expect(published.headers.get('x-robots-tag')).toBe('noindex');
    expect(await published.text()).toContain('<h1>小さな文字</h1>');
    expect(complaints).toEqual([]);
    await context.close();
  },
  60_000,
);

it('publishes with two key chords right after landing', async () => {
  const context = await browser.newContext({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(system.url);
  await page.evaluate(() => navigator.clipboard.writeText('<h1>keys</h1>'));
  await page.keyboard.press('Control+v');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/まで公開（あと10日）$/).waitFor();
  await context.close();
}, 60_000);

it.each(looksByWidth)(
  'takes the page out of the answer of an assistant, and brings the answer back (%s)',
  async (name, options) => {
    const context = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    const html = '<!doctype html>\n<html lang="ja"><title>春</title><h1>花見</h1></html>';
    const answer = `はい、作成しました。\n\n\`\`\`html\n${html}\n\`\`\`\n\nご自由にお使いください。`;
    await page.goto(system.url);
    await page.evaluate((text) => navigator.clipboard.writeText(text), answer);
    await htmlEditor(page).press('ControlOrMeta+v');
    await page.getByText('AIの返答からHTMLだけを取り出しました。').filter({ visible: true }).waitFor();
    await previewOf(page).getByRole('heading', { name: '花見' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `publish-answer-${name}`);
    await page.getByRole('button', { name: '元に戻す' }).click();
    await waitForDraft(page, answer);
    await page.reload();
    if (name.startsWith('390')) await page.getByRole('tab', { name: 'HTML' }).click();
    expect(await editorText(page)).toBe(answer);
    expect(complaints).toEqual([]);
    await context.close();
  },
  60_000,
);

it('undoes a large paste with Ctrl+Z, and offers the draft after the browser was closed', async () => {
  const context = await browser.newContext({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(system.url);
  const editor = htmlEditor(page);
  await page.locator('[data-code]').waitFor();
  await editor.fill('<p>before</p>');
  await page.evaluate(() => navigator.clipboard.writeText('<p>large</p>\n'.repeat(2_000)));
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+v');
  await page.getByText('貼り付けました').waitFor();
  const large = `<p>before</p>${'<p>large</p>\n'.repeat(2_000)}`;
  await page.keyboard.type('!');
  await waitForDraft(page, `${large}!`);
  await page.keyboard.press('Control+z');
  await waitForDraft(page, large);
  await page.keyboard.press('Control+z');
  await waitForDraft(page, '<p>before</p>');
  await page.keyboard.press('Control+Shift+Z');
  await waitForDraft(page, large);
  await page.keyboard.press('Control+z');
  // The browser drops the tab's storage with the tab.
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  const next = await context.newPage();
  await next.goto(system.url);
  await next.getByText('前回の下書きがあります').waitFor();
  expect(await axeFaults(next)).toEqual([]);
  await screenshot(next, 'publish-last-draft');
  await next.getByRole('button', { name: '使う' }).click();
  expect(await editorText(next)).toBe('<p>before</p>');
  await context.close();
}, 60_000);

it('lays out only what is seen of a page of 820 KB on one line, and publishes what was pasted and typed', async () => {
  const context = await browser.newContext({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  const complaints = complaintsOf(context);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { laidOut: 0 };
    Object.assign(window, { seen });
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (options) {
      const root = attach.call(this, options);
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          seen.laidOut += node.textContent?.length ?? 0;
        }
      }).observe(root, { childList: true, subtree: true });
      return root;
    };
  });
  await page.goto(system.url);
  const text = '<p>Haru is spring.</p>'.repeat(41_000);
  await page.evaluate((html) => navigator.clipboard.writeText(html), text);
  await page.keyboard.press('Control+v');
  await page.getByText('貼り付けました').waitFor();
  const editor = page.locator('[data-code] [role="textbox"]');
  await waitFor(() => isFocused(editor), { what: 'the focus of the editor' });
  await page.keyboard.type('!');
  expect(await axeFaults(page)).toEqual([]);
  await screenshot(page, 'publish-large');
  expect(await page.evaluate(() => (window as unknown as { seen: { laidOut: number } }).seen.laidOut)).toBeLessThan(
    200_000,
  );
  await page.keyboard.press('Control+Enter');
  const link = page.getByRole('link', { name: '新しいタブで開く' });
  await link.waitFor();
  const published = await fetch((await link.getAttribute('href')) ?? '');
  expect((await published.text()).includes(`${text}!`)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
}, 60_000);

it('pastes with one tap on a phone', async () => {
  const context = await browser.newContext({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(system.url);
  await page.evaluate(() => navigator.clipboard.writeText('<h1>tap</h1>'));
  await screenshot(page, 'publish-paste-phone');
  await page.getByRole('button', { name: 'クリップボードから貼り付け' }).tap();
  await page.getByRole('tab', { name: 'プレビュー', selected: true }).waitFor();
  await previewOf(page).getByRole('heading', { name: 'tap' }).waitFor();
  await screenshot(page, 'publish-pasted-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('tab', { name: 'HTML' }).tap();
  expect(await htmlEditor(page).inputValue()).toBe('<h1>tap</h1>');
  await context.close();
}, 60_000);

it.each(looks)(
  'shows the texts about the service from the footer (%s)',
  async (name, options) => {
    const context = await browser.newContext(options);
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    // Firefox reports it by itself, Chromium does not.
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`${event.violatedDirective} refused ${event.blockedURI}`);
      });
    });
    await page.goto(system.url);
    for (const title of ['利用規約', 'プライバシーポリシー', '公開ルール', 'お問い合わせ']) {
      await page.getByRole('contentinfo').getByRole('link', { name: title }).click();
      await page.getByRole('article').getByRole('heading', { name: title, level: 1 }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await screenshot(page, `information-${title}-${name}`);
    }
    expect(complaints).toEqual([]);
    await context.close();
  },
  60_000,
);

it('keeps what was pasted while the network is unavailable, and publishes it afterwards', async () => {
  const context = await browser.newContext(desktop);
  const page = await context.newPage();
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  await page.goto(system.url);
  // Chromium never again loads a script that it could not load once: all later parts must be there.
  await page.locator('[data-code]').waitFor();
  await waitFor(() => pending.size === 0, { what: 'the parts that are loaded when the browser is idle' });
  await context.setOffline(true);
  const editor = htmlEditor(page);
  await editor.fill('<h1>offline</h1>');
  await page.getByRole('button', { name: '公開する' }).click();
  await page.getByText(/ネットワークに接続できません/).waitFor();
  expect(await editorText(page)).toBe('<h1>offline</h1>');
  await page.getByText('例', { exact: true }).waitFor({ state: 'detached' });
  await screenshot(page, 'publish-offline');
  await context.setOffline(false);
  await page.getByRole('button', { name: '公開する' }).click();
  await page.getByText(/まで公開（あと10日）$/).waitFor();
  await context.close();
}, 60_000);

it.each([
  ['1280', desktop],
  ['390', phone],
])(
  'takes a file in Shift_JIS, whose page and title are as they should be, and says what it cannot read, at %s px',
  async (width, device) => {
    const context = await browser.newContext(device);
    const page = await context.newPage();
    await page.goto(system.url);
    const choose = (start: string, rest: number[]) =>
      page.getByLabel('ファイルを選ぶ').setInputFiles({
        name: 'haru.html',
        mimeType: 'text/html',
        buffer: Buffer.concat([Buffer.from(start), Buffer.from(rest)]),
      });
    await choose('<meta charset=klingon><p>', [0x8f, 0x74]);
    await page.getByText('文字コード「klingon」には対応していません。').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `publish-encoding-${width}`);
    // The bytes are 春 in Shift_JIS. The browser keeps all spaces of the title but the ASCII ones.
    await choose('<meta charset=shift_jis><title> &nbsp;a&nbsp;&nbsp;b&#x3000;\t c&#x2003;\n</title><p>', [0x8f, 0x74]);
    // On a phone the preview has replaced the text.
    if (width === '390') await page.getByRole('tab', { name: 'HTML' }).click();
    await page.getByText('haru.htmlを読み込みました').waitFor();
    await page.getByRole('button', { name: '公開する' }).click();
    const link = page.getByRole('link', { name: '新しいタブで開く' });
    await link.waitFor();
    const url = (await link.getAttribute('href')) ?? '';
    await page.goto(url);
    expect(await page.locator('p').textContent()).toBe('春');
    expect(await page.evaluate(() => document.characterSet)).toBe('UTF-8');
    const served = await fetch(`${system.url}/functions/v1/serve-site?path=${url.split('/').at(-1) ?? ''}`);
    const { site } = (await served.json()) as { site: { title: string } };
    expect(site.title).toBe(await page.evaluate(() => document.title));
    expect(site.title).toBe('\u00a0a\u00a0\u00a0b\u3000 c\u2003');
    await context.close();
  },
  60_000,
);

function headerFits(): boolean {
  const [home, count] = [...document.querySelectorAll('header a, header p')].map((item) =>
    item.getBoundingClientRect(),
  );
  return document.documentElement.scrollWidth <= window.innerWidth && (count?.left ?? 0) - (home?.right ?? 0) >= 4;
}

it('shows its whole header at every width, for visitors and temporary accounts', async () => {
  const context = await browser.newContext(desktop);
  const page = await context.newPage();
  await page.goto(system.url);
  const lookAtAllWidths = async (who: string) => {
    for (const width of [320, 360, 390, 480, 640, 700, 820, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // The menu replaces the items in the next frame.
      await waitFor(() => page.evaluate(headerFits), { what: `space for the header of a ${who} at ${width} px` });
      await screenshot(page, `header-${who}-${width}`);
    }
  };
  await page.getByRole('button', { name: '案内状' }).waitFor();
  await lookAtAllWidths('visitor');
  await publishFromApp(page, '<p>x');
  await lookAtAllWidths('temporary');
  await context.close();
}, 60_000);
