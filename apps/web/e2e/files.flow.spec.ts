import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { FrameLocator, Page } from 'playwright-core';
import { axeFaults, complaintsOf, looksByWidth, pressKeyOn, screenshot, startFlows } from './browser.js';

const { browser, system } = await startFlows();

/** It is too long for its line. */
const PICTURE = `images/${'桜の絵の修正版'.repeat(7)}.svg`;

/** Each site has contents that the server does not have yet. */
function newSite() {
  const id = randomUUID();
  return {
    'index.html': `<!doctype html><html lang="ja"><meta charset="utf-8"><title>桜まつり</title><link rel="stylesheet" href="assets/style.css"><h1>桜まつり</h1><img src="${PICTURE}" alt="桜" width="120"><!--${id}-->`,
    'assets/style.css': `body { background: rgb(253, 232, 238) } /* ${id} */`,
    [PICTURE]: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#e8a"/><!--${id}--></svg>`,
    '.DS_Store': 'x',
  };
}

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haru-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeSite(site: ReturnType<typeof newSite>): Promise<string> {
  for (const [path, content] of Object.entries(site)) {
    await mkdir(dirname(join(folder, 'site', path)), { recursive: true });
    await writeFile(join(folder, 'site', path), content);
  }
  return join(folder, 'site');
}

const previewOf = (page: Page) => page.frameLocator('iframe[title="プレビュー"]');
const backgroundOf = (frame: FrameLocator) =>
  frame.locator('body').evaluate(async (body) => {
    if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
    return getComputedStyle(body).backgroundColor;
  });
const rowsOf = (page: Page) => page.getByRole('group', { name: 'ページのファイル' }).getByRole('listitem');

const fitsIntoCard = (page: Page) =>
  page
    .getByRole('group', { name: 'ページのファイル' })
    .evaluate(({ clientWidth, parentElement }) => clientWidth <= (parentElement?.clientWidth ?? 0));

/** Drops the files of the site on the page, as a file manager does. */
async function dropSite(page: Page, site: ReturnType<typeof newSite>): Promise<void> {
  const dropped = await page.evaluateHandle((contents) => {
    const transfer = new DataTransfer();
    for (const [path, content] of Object.entries(contents)) {
      const file = new File([content], path.split('/').at(-1) ?? '');
      Object.defineProperty(file, 'webkitRelativePath', { value: `site/${path}` });
      transfer.items.add(file);
    }
    return transfer;
  }, site);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: dropped });
  await page.getByText('ここにドロップして').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
}

it.each(looksByWidth)(
  'publishes a folder, changes one of its files and compares the versions (%s)',
  async (name, options) => {
    const context = await browser.newContext(options);
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    const isNarrow = name.startsWith('390');
    const show = async (tab: string) =>
      isNarrow ? page.getByRole('tab', { name: tab, exact: true }).click() : undefined;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await page.goto(system.url);
    await page.getByRole('button', { name: '案内状' }).waitFor();
    const site = newSite();
    if (isNarrow) await dropSite(page, site);
    else await page.locator('input[webkitdirectory]').setInputFiles(await writeSite(site));
    await page.getByText('準備ができました。').waitFor();
    await page.getByText('3個、').waitFor();
    expect(sent).toHaveLength(3);
    expect(await fitsIntoCard(page)).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `publish-files-${name}`);
    await show('プレビュー');
    await previewOf(page).getByRole('heading', { name: '桜まつり' }).waitFor();
    expect(await backgroundOf(previewOf(page))).toBe('rgb(253, 232, 238)');
    await pressKeyOn(page, page.getByRole('button', { name: '公開する' }));
    await page.getByRole('heading', { name: '桜まつり' }).waitFor();

    await page.getByRole('button', { name: '内容を編集' }).click();
    await rowsOf(page).first().waitFor();
    await pressKeyOn(page, page.getByRole('button', { name: /^style\.css/ }));
    const editor = page.locator('[data-code]:visible');
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(`body { background: rgb(1, 2, 3) } /* ${randomUUID()} */`);
    await show('プレビュー');
    const entries = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: '変更をプレビュー' }).click();
    await page.getByRole('button', { name: '変更をプレビュー' }).waitFor({ state: 'detached' });
    expect(await backgroundOf(previewOf(page))).toBe('rgb(1, 2, 3)');
    // The back button leaves the screen instead of showing the frame's earlier page.
    expect(await page.evaluate(() => history.length)).toBe(entries);
    // The change is kept while another screen is shown, and the browser asks before it closes the tab.
    await page.getByRole('link', { name: 'マイページへ戻る' }).click();
    await rowsOf(page).first().waitFor({ state: 'detached' });
    const isClosing = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(await page.evaluate(isClosing)).toBe(false);
    await page.goBack();
    await rowsOf(page).first().waitFor();
    await show('ファイル');
    await page.getByText('変更', { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `edit-files-${name}`);
    await page.getByRole('button', { name: '更新する' }).click();
    await page.getByText('更新しました').waitFor();
    // One changed file is sent once, for its preview.
    expect(sent).toHaveLength(4);

    await page.getByRole('tab', { name: '履歴' }).click();
    await page.getByRole('button', { name: '公開中と比較' }).click();
    await page
      .frameLocator('iframe[title="バージョン2（公開中）"]')
      .getByRole('heading', { name: '桜まつり' })
      .waitFor();
    await page.getByRole('button', { name: '1個のファイルが変わりました' }).waitFor();
    // A phone shows one of them at a time.
    if (name.startsWith('390')) await page.getByRole('button', { name: 'バージョン1', exact: true }).click();
    await page.frameLocator('iframe[title="バージョン1"]').getByRole('heading', { name: '桜まつり' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `compare-files-${name}`, false);
    await page.getByRole('tabpanel').getByRole('tab', { name: 'ファイル' }).click();
    await page.getByText('1個のファイルが変わりました').waitFor();
    await page.getByText('assets/style.css', { exact: true }).click();
    await page.getByText('2か所の違い').waitFor();
    await screenshot(page, `compare-changed-files-${name}`);
    expect(complaints).toEqual([]);
    await context.close();
  },
  60_000,
);

it.each(['-F file=@site.zip', '-T - < site.zip'])('publishes an archive that comes by curl %s', async (options) => {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [path, content] of Object.entries(newSite())) await zip.add(path, new TextReader(content));
  await writeFile(join(folder, 'site.zip'), await zip.close());
  const line = `curl -sS ${system.url}/ ${options}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: folder });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(stdout.trim());
  expect(await page.title()).toBe('桜まつり');
  await context.close();
});
