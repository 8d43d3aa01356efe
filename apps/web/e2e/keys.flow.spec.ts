import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newAddress, register } from './account-steps.js';
import { axeFaults, looksByWidth, pressKeyOn, publishFromApp, screenshot, startFlows } from './browser.js';

const run = promisify(execFile);
const { browser, system } = await startFlows();
const password = 'harunohi-1';
const email = newAddress();

/** Runs a shown line of curl as printed, in a folder with `page.html`. */
async function runLine(line: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'haru-keys-'));
  await writeFile(join(folder, 'page.html'), '<h1>curlから</h1>');
  const { stdout } = await run('sh', ['-c', line.replace(/^curl /, 'curl -s ')], { cwd: folder });
  await rm(folder, { recursive: true });
  return stdout;
}

const lineNamed = async (page: Page, name: string): Promise<string> =>
  (await page.getByRole('group', { name, exact: true }).textContent()) ?? '';

let state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
beforeAll(async () => {
  const page = await (await browser.newContext()).newPage();
  await register(page, system, email, password);
  state = await page.context().storageState();
  await page.context().close();
}, 60_000);

describe.each(looksByWidth)('API keys (%s)', (name, options) => {
  let page: Page;
  beforeAll(async () => {
    page = await (await browser.newContext({ ...options, storageState: state })).newPage();
  });
  afterAll(() => page.context().close());

  const look = async (screen: string) => {
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `${screen}-${name}`);
  };

  it('are made, tried and revoked without a pointer', async () => {
    await page.goto(`${system.url}/?settings=keys`);
    await page.getByText('APIキーはまだありません。').waitFor();
    await look('keys-empty');
    await pressKeyOn(page, page.getByRole('button', { name: 'APIキーを作る' }));
    await page.keyboard.press('Enter');
    await page.getByText('名前を入力してください。').waitFor();
    await look('keys-form-fault');
    await page.keyboard.type('ブログの自動更新');
    await look('keys-form');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '「ブログの自動更新」を作りました' }).waitFor();
    await look('keys-made');
    const key = await lineNamed(page, 'APIキー');
    const url = (await runLine(await lineNamed(page, 'ターミナルで試す'))).trim();
    expect(await (await fetch(url)).text()).toContain('curlから');
    await page.keyboard.press('Escape');
    await page.getByText('保管してから').waitFor();
    await pressKeyOn(page, page.getByRole('button', { name: '保管しました' }));
    const row = page.getByRole('list', { name: 'APIキーの一覧' }).getByRole('listitem');
    expect(await row.textContent()).toContain(key.slice(0, 9));
    await look('keys-list');
    await pressKeyOn(page, page.getByRole('button', { name: '「ブログの自動更新」を無効にする' }));
    await look('keys-revoke');
    await pressKeyOn(page, page.getByRole('button', { name: '無効にする' }).last());
    await page.getByText('APIキーはまだありません。').waitFor();
    await pressKeyOn(page, page.getByRole('tab', { name: 'APIキー' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'AIアシスタントから使う' }).waitFor();
    await look('assistants');
  }, 60_000);

  it('of a page are made for an assistant, which then changes it', async () => {
    await page.goto(system.url);
    const url = await publishFromApp(page, '<title>春の案内</title><h1>前</h1>');
    await look('published-ai');
    await page.getByRole('button', { name: 'AIに更新させる' }).click();
    await page.getByText('送る文をコピーしました').or(page.getByText('送る文を用意しました')).waitFor();
    await look('ai-update');
    const said = await lineNamed(page, 'アシスタントに送る文');
    expect(said).toMatch(/^このURLを読んで、ページを直してください: http\S+\/agent\/haru_edit_\w+\.md$/);
    const guide = await (await fetch(said.split(': ')[1] ?? '')).text();
    const replace = /curl -T page\.html .*/.exec(guide)?.[0] ?? '';
    await runLine(replace);
    expect(await (await fetch(url)).text()).toContain('curlから');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '内容を編集' }).click();
    await page.getByRole('tab', { name: '履歴' }).waitFor();
    await look('edit-ai');
  }, 60_000);
});
