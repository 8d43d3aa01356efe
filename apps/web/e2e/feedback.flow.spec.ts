import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { dialog, fill } from './account-steps.js';
import { complaintsOf, looksByWidth, screenshot, axeFaults, startFlows } from './browser.js';

const FAILED = '送信に失敗しました。時間をおいて再度お試しください。';
const REPORT_PATH = '/functions/v1/submit-bug-report';

const { browser, system } = await startFlows();

describe.each(looksByWidth)('a visitor with a report (%s)', (name, options) => {
  let context: BrowserContext;
  let page: Page;
  let form: Locator;
  let sent: Request[];

  beforeEach(async () => {
    context = await browser.newContext(options);
    page = await context.newPage();
    form = dialog(page, '不具合・ご要望の報告');
    sent = [];
    page.on('request', (request) => {
      if (request.url().endsWith(REPORT_PATH)) sent.push(request);
    });
    await page.goto(system.url);
    await page.getByRole('button', { name: '案内状' }).waitFor();
  });
  afterEach(() => context.close());

  /** Keeps a picture for review and expects no accessibility fault. */
  const look = async (state: string) => {
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, `feedback-${state}-${name}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  };

  /** Chooses an item of the header; on a phone it is in the menu. */
  const choose = async (item: string) => {
    const button = page.getByRole('button', { name: item });
    if (!(await button.isVisible())) await page.getByRole('button', { name: 'メニュー' }).click();
    await button.click();
  };
  const openForm = async () => {
    await choose('不具合を報告');
    await form.waitFor();
  };
  const submit = () => form.getByRole('button', { name: '送信する' });
  const thanks = () => dialog(page, 'ご報告ありがとうございました');
  const fault = () => form.getByRole('alert');
  const fieldFault = () => form.locator('[aria-invalid="true"]');
  const faultReads = (text: string) => form.getByText(text).first().waitFor();
  const valueOf = (label: string) => form.getByLabel(label, { exact: true }).inputValue();

  it('reports a bug, is thanked, and is back where they were after 2 s', async () => {
    const complaints = complaintsOf(context);
    if (options.isMobile) {
      await page.getByRole('button', { name: 'メニュー' }).click();
      await page.getByRole('button', { name: 'いいね' }).waitFor();
      await look('menu');
      await page.keyboard.press('Escape');
    }
    await openForm();
    expect(await form.getByLabel('種類').inputValue()).toBe('bug');
    expect(await form.getByLabel('種類').getByRole('option').allTextContents()).toEqual([
      '不具合報告',
      '機能要望',
      '改善提案',
      'その他',
    ]);
    await form.getByText('0 / 1000').waitFor();
    await look('empty');

    await fill(page, { タイトル: '二列目が見えません', 詳細: '表を貼り付けて公開すると、\n二列目が切れます。' });
    await fill(page, { 'メールアドレス（任意）': 'haru@example.jp' });
    await form.getByText('23 / 1000').waitFor();
    await look('written');
    const started = Date.now();
    await submit().click();
    await thanks().waitFor();
    // The picture comes first: the examination may take longer than the thanks are shown.
    await screenshot(page, `feedback-thanks-${name}`);
    expect(await axeFaults(page)).toEqual([]);
    await thanks().waitFor({ state: 'detached' });
    expect(Date.now() - started).toBeGreaterThanOrEqual(2_000);
    expect(sent.map((request) => request.postDataJSON() as unknown)).toMatchObject([
      { type: 'bug', title: '二列目が見えません', email: 'haru@example.jp', page: '/' },
    ]);
    const opener = page.getByRole('button', { name: options.isMobile ? 'メニュー' : '不具合を報告' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
  }, 60_000);

  it('shows each rule that the report breaks, and nothing is sent', async () => {
    await openForm();
    await fill(page, { タイトル: ' ' });
    await submit().click();
    await faultReads('タイトルと詳細は必須です');
    await look('blank');
    await fill(page, { タイトル: 'あ', 詳細: '　\n' });
    await submit().click();
    await faultReads('タイトルと詳細は必須です');

    await fill(page, { タイトル: 'あ'.repeat(101), 詳細: 'い' });
    await fieldFault().waitFor({ state: 'detached' });
    await submit().click();
    await faultReads('タイトルは100文字以内で入力してください。');
    await look('title-too-long');

    await fill(page, { タイトル: 'あ', 詳細: 'い'.repeat(1_001) });
    await form.getByText('1001 / 1000').waitFor();
    await submit().click();
    await faultReads('詳細は1000文字以内で入力してください。');
    await look('description-too-long');

    await fill(page, { 詳細: 'い', 'メールアドレス（任意）': 'haru' });
    await submit().click();
    await faultReads('メールアドレスの形式が正しくありません。');
    await look('no-address');
    expect(sent).toEqual([]);

    await fill(page, { タイトル: 'あ'.repeat(100), 詳細: 'い'.repeat(1_000), 'メールアドレス（任意）': '' });
    await submit().click();
    await thanks().waitFor();
    expect(sent).toHaveLength(1);
  }, 60_000);

  it('keeps what was written when it cannot be sent, and sends it once the network is back', async () => {
    await openForm();
    await form.getByLabel('種類').selectOption({ label: '改善提案' });
    await fill(page, { タイトル: '題', 詳細: '本文' });
    const holding = Promise.withResolvers<void>();
    await page.route(`**${REPORT_PATH}`, async (route) => {
      await holding.promise;
      await route.abort();
    });
    await submit().click();
    await form.locator('button[aria-busy="true"]').waitFor();
    expect(await fault().count()).toBe(0);
    // There is no examination here: it waits until the page is still, and the button turns as long as it loads.
    await screenshot(page, `feedback-sending-${name}`);
    holding.resolve();
    await faultReads(FAILED);
    await look('failed');
    expect([await valueOf('タイトル'), await valueOf('詳細')]).toEqual(['題', '本文']);
    expect(await valueOf('種類')).toBe('improvement');

    await page.unroute(`**${REPORT_PATH}`);
    await submit().click();
    await thanks().waitFor();
    const keys = sent.map((request) => request.headers()['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  }, 60_000);

  it('leaves with the cancel button, not by a slip once something is written', async () => {
    await openForm();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await openForm();
    await fill(page, { タイトル: 'あ' });
    await page.keyboard.press('Escape');
    expect(await valueOf('タイトル')).toBe('あ');
    await form.getByRole('button', { name: 'キャンセル' }).click();
    await form.waitFor({ state: 'detached' });
    await openForm();
    expect(await valueOf('タイトル')).toBe('');
    expect(sent).toEqual([]);
  }, 60_000);

  it('likes with one press and is thanked for 2 s', async () => {
    const complaints = complaintsOf(context);
    const pressed = Date.now();
    await choose('いいね');
    const thanks = page.getByText('いいね、ありがとうございます！');
    await thanks.waitFor();
    await screenshot(page, `feedback-liked-${name}`);
    await thanks.waitFor({ state: 'detached' });
    expect(Date.now() - pressed).toBeGreaterThanOrEqual(2_000);
    expect(complaints).toEqual([]);
  }, 60_000);
});
