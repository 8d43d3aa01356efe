import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { queueNames } from '@haru/contracts';
import { waitFor } from '@haru/testing';
import { Queue } from 'bullmq';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { dialog, fill, newAddress, sessionIn, signIn as signInTo } from './account-steps.js';
import { asService, makeAccount } from './as-service.js';
import { complaintsOf, desktop, looksByWidth, publishFromApp, screenshot, axeFaults, startFlows } from './browser.js';
import { chooseSiteAction } from './site-actions.js';

const PASSWORD = 'haru-password';
const REASON = '他社を装ったログイン画面のため';

const { browser, system } = await startFlows();

const signIn = (email: string, password: string, options?: BrowserContextOptions) =>
  signInTo(browser, system, email, password, options);

/** Leaves mails of accounts and of reports; reporting and publishing leave jobs in all other queues. */
async function leaveMails(): Promise<void> {
  const email = newAddress();
  await makeAccount(system, email, PASSWORD);
  await asService(system, 'POST', '/auth/v1/recover', { email });
  const sent = { type: 'bug', title: '件名', description: '本文', email };
  const { report } = (await asService(system, 'POST', '/functions/v1/submit-bug-report', sent)) as {
    report: { id: string };
  };
  await asService(system, 'POST', `/admin/v1/reports/${report.id}/answers`, { text: '直しました' });
}

/** Opens the pages of the queues from the admin screen. */
async function openQueues(page: Page): Promise<void> {
  await page.goto(`${system.url}/admin`);
  await page.getByRole('button', { name: 'キューを開く' }).click();
  await page.waitForURL(`${system.url}/admin/queues`);
}

const openQueue = (page: Page, queue: string) =>
  page.getByRole('navigation').getByRole('link', { name: queue, exact: true }).click();

async function openFailedJobs(page: Page, queue: string): Promise<void> {
  await openQueues(page);
  await openQueue(page, queue);
  await page.getByRole('main').getByRole('link', { name: '失敗' }).click();
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** Answers the dialog that asks for a reason. */
async function giveReason(page: Page, submit: string): Promise<void> {
  const asked = page.getByRole('dialog');
  await asked.getByRole('textbox', { name: '理由' }).fill(REASON);
  await asked.getByRole('button', { name: submit, exact: true }).click();
  await asked.waitFor({ state: 'detached' });
}

const answers = (url: string, status: number) =>
  waitFor(async () => (await fetch(url, { cache: 'no-store' })).status === status, {
    timeoutMs: 20_000,
    what: `${url} to answer ${status}`,
  });

describe('those who run the product', () => {
  const title = `表が崩れます ${Date.now().toString(36)}`;
  const email = newAddress();
  let owner: Page;
  let link: string;
  let admin: Page;

  it('see what a visitor reported and liked', async () => {
    const visitor = await (await browser.newContext(desktop)).newPage();
    await visitor.goto(system.url);
    await visitor.getByRole('button', { name: '不具合を報告' }).click();
    await fill(visitor, { タイトル: title, 詳細: '二列目が見えません' });
    await visitor.getByRole('button', { name: '送信する' }).click();
    await visitor.getByText('報告ありがとうございました').waitFor();
    await visitor.getByRole('dialog').waitFor({ state: 'detached' });
    await visitor.getByRole('button', { name: 'いいね' }).click();
    await visitor.getByText('いいね、ありがとうございます！').waitFor();

    admin = await signIn(system.adminEmail, system.adminPassword);
    await admin.getByRole('button', { name: system.adminEmail }).click();
    await admin.getByRole('button', { name: '運営' }).click();
    await openTab(admin, '不具合・要望');
    await admin.getByRole('button', { name: title }).click();
    await dialog(admin, title).getByText('二列目が見えません').waitFor();
    await dialog(admin, title).getByRole('button', { name: '閉じる' }).click();
    await admin.getByRole('tab', { name: '数字' }).click();
    const likes = await admin.locator('dl > div').filter({ hasText: 'いいね' }).textContent();
    expect(Number(likes?.replaceAll(/\D/g, ''))).toBeGreaterThan(0);
  }, 60_000);

  it('stop a page: the link says so, its owner reads why; and put it back', async () => {
    await makeAccount(system, email, PASSWORD);
    owner = await signIn(email, PASSWORD);
    link = await publishFromApp(owner, `<title>${title}</title><h1>ログイン</h1>`);
    await answers(link, 200);

    await openTab(admin, 'ページ');
    await admin.getByRole('searchbox', { name: 'ページを検索' }).fill(link);
    await admin.keyboard.press('Enter');
    const row = admin.getByRole('list', { name: 'ページの一覧' }).getByRole('listitem').filter({ hasText: title });
    await row.getByRole('button', { name: '停止する' }).click();
    await giveReason(admin, '停止する');
    await answers(link, 451);
    const visitor = await (await browser.newContext(desktop)).newPage();
    expect((await visitor.goto(link))?.status()).toBe(451);
    await visitor.getByText('運営が公開を停止しました。').waitFor();
    expect(await visitor.locator('#code').textContent()).toBe('SITE_STOPPED');
    expect(await axeFaults(visitor)).toEqual([]);
    await screenshot(visitor, 'stopped-link');

    await owner.goto(`${system.url}/?view=dashboard`);
    const card = owner.getByRole('article', { name: title });
    await card.getByText(`理由：${REASON}`).waitFor();
    expect(await axeFaults(owner)).toEqual([]);
    await screenshot(owner, 'stopped-dashboard');

    await row.getByRole('button', { name: '再開する' }).click();
    await giveReason(admin, '再開する');
    await answers(link, 200);
  }, 60_000);

  it('see that a stopped page was deleted by its owner, and give its path back', async () => {
    const other = `消される${title}`;
    await owner.goto(system.url);
    const otherLink = await publishFromApp(owner, `<title>${other}</title>`);
    await admin.getByRole('searchbox', { name: 'ページを検索' }).fill(other);
    await admin.keyboard.press('Enter');
    const row = admin.getByRole('list', { name: 'ページの一覧' }).getByRole('listitem').filter({ hasText: other });
    await row.getByRole('button', { name: '停止する' }).click();
    await giveReason(admin, '停止する');

    await owner.goto(`${system.url}/?view=dashboard`);
    const card = owner.getByRole('article', { name: other });
    await card.getByText(`理由：${REASON}`).waitFor();
    await chooseSiteAction(owner, other, '削除');
    await owner.getByRole('dialog').getByRole('button', { name: '削除する' }).click();
    // A long title is shortened.
    await owner.getByText(/^「消される表が崩れます…」を削除しました$/).waitFor();
    await answers(otherLink, 451);

    await admin.reload();
    await row.getByText('削除済み').waitFor();
    expect(await row.getByRole('link', { name: '開く' }).count()).toBe(0);
    expect(await axeFaults(admin)).toEqual([]);
    await screenshot(admin, 'admin-deleted-page');
    await row.getByRole('button', { name: 'URLを解放する' }).click();
    expect(await axeFaults(admin)).toEqual([]);
    await screenshot(admin, 'admin-release-path');
    await giveReason(admin, 'URLを解放する');
    // The deleted page stays in the list for a week: its owner can restore it.
    await row.getByText('停止中', { exact: true }).waitFor({ state: 'detached' });
    await row.getByText('削除済み').waitFor();
    await answers(otherLink, 404);
  }, 60_000);

  it('ban an account: its pages stop and its tokens end', async () => {
    const session = await sessionIn(owner);
    const asOwner = () =>
      fetch(`${system.url}/rest/v1/sites?select=id`, {
        headers: {
          apikey: system.anonKey,
          authorization: `Bearer ${session?.accessToken}`,
        },
      });
    expect((await asOwner()).status).toBe(200);
    await openTab(admin, 'アカウント');
    await admin.getByRole('searchbox', { name: 'アカウントを検索' }).fill(email);
    await admin.keyboard.press('Enter');
    const row = admin.getByRole('list', { name: 'アカウントの一覧' }).getByRole('listitem').filter({ hasText: email });
    await row.getByRole('button', { name: '停止する' }).click();
    await giveReason(admin, '停止する');
    await waitFor(async () => (await asOwner()).status === 401, {
      timeoutMs: 20_000,
      what: 'the token to end',
    });
    await answers(link, 451);

    await openTab(admin, '監査ログ');
    const log = admin.getByRole('list', { name: '監査ログ' });
    await log.getByText('アカウントを停止').first().waitFor();
    expect(await log.getByText(REASON).count()).toBeGreaterThanOrEqual(3);
  }, 60_000);

  it('see every queue with its jobs', async () => {
    await leaveMails();
    const operator = await signIn(system.adminEmail, system.adminPassword);
    const complaints = complaintsOf(operator.context());
    await openQueues(operator);
    for (const queue of queueNames) {
      await openQueue(operator, queue);
      await operator.getByRole('main').locator(`a[href*="/queue/${queue}/"]`).first().waitFor();
      await screenshot(operator, `queue-${queue}`);
    }
    await operator.getByRole('link', { name: '運営の画面へ戻る' }).click();
    await operator.waitForURL(`${system.url}/admin?tab=numbers`);
    expect(complaints).toEqual([]);
  }, 60_000);

  it('retry a job that failed, on the pages of the queues, where a moderator only looks', async () => {
    const events = new Queue('feedback-events', { connection: { url: system.redisUrl } });
    const [eventId, accountId] = [randomUUID(), randomUUID()];
    const context = { requestId: randomUUID(), caller: { role: 'anon' } };
    const broken = { eventId, aggregateId: accountId, context, payload: { accountId: 'nobody' } };
    const job = await events.add('accountDeleted', broken, { jobId: eventId });
    await waitFor(async () => (await job.getState()) === 'failed', { what: 'the job to fail' });
    await job.updateData({ ...broken, payload: { accountId } });

    const address = newAddress();
    const role = { role: 'moderator', reason: 'a test' };
    await asService(system, 'PUT', `/admin/v1/accounts/${await makeAccount(system, address, PASSWORD)}/role`, role);
    const moderator = await signIn(address, PASSWORD);
    await openFailedJobs(moderator, 'feedback-events');
    await moderator.getByRole('link', { name: eventId }).waitFor();
    expect(await moderator.getByRole('button', { name: /再試行|削除/ }).count()).toBe(0);
    await screenshot(moderator, 'queues-moderator');

    const operator = await signIn(system.adminEmail, system.adminPassword);
    const complaints = complaintsOf(operator.context());
    await openFailedJobs(operator, 'feedback-events');
    await operator.getByRole('link', { name: eventId }).waitFor();
    await screenshot(operator, 'queues-admin');
    await operator.getByRole('button', { name: 'すべて再試行' }).click();
    await operator.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
    await waitFor(async () => (await job.getState()) === 'completed', { what: 'the job to succeed' });
    await operator.getByRole('link', { name: eventId }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await events.close();
  }, 60_000);

  it.each(looksByWidth)(
    'have screens without faults: %s',
    async (name, options) => {
      const page = await signIn(system.adminEmail, system.adminPassword, options);
      for (const tab of ['reports', 'sites', 'accounts', 'numbers', 'audit']) {
        await page.goto(`${system.url}/admin?tab=${tab}`);
        await page
          .getByRole('tabpanel')
          .getByRole(tab === 'numbers' ? 'region' : 'list')
          .first()
          .waitFor();
        expect(await axeFaults(page)).toEqual([]);
        await screenshot(page, `admin-${tab}-${name}`);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect(wider).toBe(false);
      }
    },
    120_000,
  );

  it('refuse other accounts', async () => {
    const stranger = newAddress();
    await makeAccount(system, stranger, PASSWORD);
    const page = await signIn(stranger, PASSWORD);
    await page.goto(`${system.url}/admin`);
    await page.getByRole('heading', { name: 'この画面を表示する権限がありません' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await screenshot(page, 'admin-forbidden');
  }, 30_000);
});
