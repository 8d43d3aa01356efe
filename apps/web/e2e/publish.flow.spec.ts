import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import {
  complaintsOf,
  desktop,
  looks,
  phone,
  publishFromApp,
  screenshot,
  seriousFaults,
  startFlows,
} from './browser.js';

const { browser, system } = await startFlows();

describe.each(looks)('a visitor without an account (%s)', (name, options) => {
  it('pastes, publishes, opens the link and sees the page', async () => {
    const context = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    await page.goto(system.url);
    await page
      .getByText(/公開中/)
      .first()
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
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
    await page.getByText('10日後に期限切れ').waitFor();
    await page.getByText('無料登録でできること').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await screenshot(page, `published-${name}`);

    await page.getByRole('button', { name: 'コピー' }).click();
    await page.getByText('コピーしました').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: '新しいタブで開く' }).click();
    const share = await opened;
    await share.getByRole('heading', { name: 'やあ、世界' }).waitFor();
    expect(await share.title()).toBe('はじめての貼り付け');

    await page.getByRole('button', { name: 'もう一つ公開' }).click();
    const editor = page.getByRole('textbox', { name: 'HTML', exact: true });
    expect(await editor.inputValue()).toBe('');
    expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);
});

it('publishes with the keyboard alone', async () => {
  const context = await browser.newContext(desktop);
  const page = await context.newPage();
  await page.goto(system.url);
  await page.getByRole('textbox', { name: 'HTML', exact: true }).focus();
  await page.keyboard.insertText('<h1>keys</h1>');
  await page.keyboard.press('Control+Enter');
  await page.getByText('10日後に期限切れ').waitFor();
  await context.close();
}, 60_000);

it('keeps what was pasted while the network is away, and publishes it once it is back', async () => {
  const context = await browser.newContext(desktop);
  const page = await context.newPage();
  await page.goto(system.url);
  await page
    .getByText(/公開中/)
    .first()
    .waitFor();
  await context.setOffline(true);
  const editor = page.getByRole('textbox', { name: 'HTML', exact: true });
  await editor.fill('<h1>offline</h1>');
  await page.getByRole('button', { name: '公開する' }).click();
  await page.getByText(/ネットワークに接続できません/).waitFor();
  expect(await editor.inputValue()).toBe('<h1>offline</h1>');
  await screenshot(page, 'publish-offline');
  await context.setOffline(false);
  await page.getByRole('button', { name: '公開する' }).click();
  await page.getByText('10日後に期限切れ').waitFor();
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
      page.locator('input[type=file]').setInputFiles({
        name: 'haru.html',
        mimeType: 'text/html',
        buffer: Buffer.concat([Buffer.from(start), Buffer.from(rest)]),
      });
    await choose('<meta charset=klingon><p>', [0x8f, 0x74]);
    await page.getByText('文字コード「klingon」には対応していません。').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await screenshot(page, `publish-encoding-${width}`);
    // 春 in Shift_JIS. Of the title's spaces the browser keeps all but the ASCII ones.
    await choose('<meta charset=shift_jis><title> &nbsp;a&nbsp;&nbsp;b&#x3000;\t c&#x2003;\n</title><p>', [0x8f, 0x74]);
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
      // The menu takes over in the next frame.
      await waitFor(() => page.evaluate(headerFits), { what: `space for the header of a ${who} at ${width} px` });
      await screenshot(page, `header-${who}-${width}`);
    }
  };
  await page
    .getByText(/サイト/)
    .first()
    .waitFor();
  await lookAtAllWidths('visitor');
  await publishFromApp(page, '<p>x');
  await lookAtAllWidths('temporary');
  await context.close();
}, 60_000);
