import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  accountBanned,
  accountConfirmed,
  accountDeleted,
  accountUnbanned,
  caseAdminMessages,
  contentBanMessages,
  defaultPageRuleSettings,
  DAY_MS,
  type EventContract,
  moderationMessages,
  type RequestContext,
  type RequestOf,
  safetyMessages,
  siteMessages,
  siteNumberMessages,
  versionMessages,
} from '@haru/contracts';
import { Outbox } from '@haru/events';
import { CheckPool, type PageCheck, PageThread } from '@haru/page-check';
import { allowInTransaction } from '@haru/service-runtime';
import { waitFor } from '@haru/testing';
import type { z } from 'zod';
import { ExpireSites } from '../src/maintenance/expire-sites.job.js';
import { PurgeSites } from '../src/maintenance/purge-sites.job.js';
import { PurgeExpiredRows } from '../src/maintenance/purge-expired-rows.job.js';
import { activeSiteTotal } from '../src/sites/counts/site-numbers.js';
import { IndexPagesWhenAccountConfirmed } from '../src/ownership/index-pages-when-account-confirmed.worker.js';
import { RestoreSitesWhenAccountUnbanned } from '../src/moderation/restore-sites-when-account-unbanned.worker.js';
import { BanContents } from '../src/moderation/ban-contents.js';
import { ConflictOfInterest } from '../src/moderation/cases/steps/conflict-of-interest.js';
import { syncCaseWithModeration } from '../src/moderation/cases/steps/stopped-case.js';
import { StopSitesWhenAccountBanned } from '../src/moderation/stop-sites-when-account-banned.worker.js';
import { OpenCasesForReviews } from '../src/moderation/cases/open-cases-for-reviews.job.js';
import { searchSites } from '../src/moderation/search-sites.js';
import { CheckCounts } from '../src/sites/counts/check-counts.js';
import { BannedContentIndex } from '../src/sites/checks/banned-content-index.js';
import { ALL_COLUMNS } from '../src/sites/deleted-rows.js';
import { OwnOriginRule } from '../src/sites/own-origin-rule.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { PageRechecker } from '../src/moderation/rechecks/page-rechecker.js';
import { RecheckDuePages } from '../src/moderation/rechecks/recheck-due-pages.job.js';
import { RecheckOutdatedPages } from '../src/moderation/rechecks/recheck-outdated-pages.job.js';
import { checkPage } from './check-page.js';
import { deleteAndRestore } from './delete-and-restore.js';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

/** It is long enough to have a similarity. */
const FORM_TEXT = `<p>${'お荷物のお届けにあがりましたが、不在のため持ち帰りました。配送状況をご確認のうえ、再配達をお申し込みください。'.repeat(2)}
ご不明な点は担当の営業所までお問い合わせください。受付時間は午前八時から午後九時までです。なお、保管期間を過ぎたお荷物は差出人に返送いたします。
お届け先のご住所に誤りがある場合も、こちらの画面からお手続きいただけます。ご協力をお願いいたします。</p>`;

describe('moderation', () => {
  let sites: SitesUnderTest;
  let port: number;
  const moderator = contextOf({ haruRole: 'moderator' });

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    ({ port } = await sites.startAll());
  }, 60_000);
  afterAll(() => sites.stop());

  const publish = (accountId: string = randomUUID(), title = 'x') =>
    sites.createSite({ htmlContent: `<title>${title}</title>` }, { accountId });
  const statusOf = async (path: string) => (await ask(port, `/share/${path}`)).status;
  const shows = (path: string, status: number, timeoutMs = 5_000) =>
    waitFor(async () => (await statusOf(path)) === status, { timeoutMs, what: `${path} to answer ${status}` });
  const stop = (site: string, reason = '違法な内容', context = moderator) =>
    sites.client.call(moderationMessages.stopSite, { site, reason }, context);
  const restore = (site: string, context = moderator) =>
    sites.client.call(moderationMessages.restoreSite, { site, reason: '確認済み' }, context);
  const search = (request: Partial<RequestOf<typeof moderationMessages.searchSites>>) =>
    sites.client.call(moderationMessages.searchSites, { text: '', state: 'all', ...request }, moderator);
  const tell = <E extends EventContract>(event: E, payload: z.input<E['payload']>, accountId: string) =>
    sites.dataSource.transaction((manager) =>
      new Outbox().publish(manager, event, payload, { aggregateId: accountId, context: moderator }),
    );
  const acts = () =>
    sites.rows<{ payload: Record<string, unknown> }>(
      `SELECT payload FROM outbox WHERE name = 'adminActed' ORDER BY seq`,
    );

  it('stops a page immediately, for all visitors, and restores it', async () => {
    const site = await publish();
    await shows(site.path, 200);
    const { site: stopped } = await stop(site.path);
    expect(stopped).toMatchObject({
      id: site.id,
      is_active: false,
      is_deleted: false,
      stopped_reason: '違法な内容',
      stopped_source: 'admin',
    });
    await shows(site.path, 451, 1_500);
    const screen = await ask(port, `/share/${site.path}`);
    expect(screen.body.toString()).toContain('運営が公開を停止しました。');
    expect(screen.body.toString()).toContain('<code id="code">SITE_STOPPED</code>');
    await expect(sites.client.call(siteMessages.serveSite, { path: site.path }, contextOf())).rejects.toMatchObject({
      code: 'SITE_STOPPED',
    });

    const { site: restored } = await restore(site.id);
    expect(restored).toMatchObject({ is_active: true, stopped_at: null, stopped_reason: null, stopped_source: null });
    await shows(site.path, 200, 1_500);
    expect((await acts()).map(({ payload }) => payload)).toMatchObject([
      { action: 'changeCase', reason: '違法な内容', details: { siteId: site.id, to: 'stopped' } },
      {
        action: 'stopSite',
        actor: { kind: 'account' },
        subject: { kind: 'site', id: site.id },
        reason: '違法な内容',
        details: { path: site.path },
      },
      { action: 'changeCase', reason: '確認済み', details: { to: 'decided' } },
      { action: 'restoreSite', reason: '確認済み' },
    ]);
  });

  it('bans a content everywhere: pages that have it stop, and no page gets it or one like it', async () => {
    const admin = contextOf({ haruRole: 'admin' });
    const ban = (site: string, context: RequestContext) =>
      sites.client.call(moderationMessages.stopSite, { site, reason: '詐欺', everywhere: true }, context);
    const page = (name: string) => `<title>x</title><a href="#">${name}</a>${FORM_TEXT}`;
    const accountId = randomUUID();
    const create = (htmlContent: string) => sites.createSite({ htmlContent }, { accountId });
    const [first, same, other] = [await create(page('鈴木')), await create(page('鈴木')), await create('<p>春</p>')];
    await shows(same.path, 200);
    await expect(ban(first.path, moderator)).rejects.toMatchObject({ code: 'FORBIDDEN_ROLE' });
    await ban(first.path, admin);
    await shows(same.path, 451);
    const sources = await sites.rows<{ source: string }>(
      'SELECT stopped_source AS source FROM sites WHERE user_id = $1 ORDER BY created_at',
      [accountId],
    );
    expect(sources.map(({ source }) => source)).toEqual(['admin', 'content', null]);

    const refused = { code: 'PAGE_REFUSED', findings: [expect.objectContaining({ rule: 'known.content', line: 1 })] };
    await expect(create(page('鈴木'))).rejects.toMatchObject(refused);
    await expect(create(page('佐藤'))).rejects.toMatchObject(refused);
    await expect(create(`<title>x</title><p>佐藤</p>${FORM_TEXT}`)).rejects.toMatchObject(refused);
    const update = { id: other.id, htmlContent: page('鈴木'), baseVersion: null };
    const context = contextOf({ accountId });
    await expect(sites.client.call(versionMessages.updateSite, update, context)).rejects.toMatchObject(refused);

    const { contents } = await sites.client.call(contentBanMessages.listBannedContents, {}, admin);
    expect(contents).toMatchObject([{ reason: '詐欺' }]);
    const [banned] = contents;
    if (!banned) throw new Error('the content is not banned');
    await sites.client.call(contentBanMessages.unbanContent, { hash: banned.hash, reason: '誤り' }, admin);
    await create(page('鈴木'));
    const subject = { kind: 'content', id: banned.hash };
    expect((await acts()).map(({ payload }) => payload)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'banContent', subject, reason: '詐欺' }),
        expect.objectContaining({ action: 'unbanContent', subject, reason: '誤り' }),
      ]),
    );
  });

  it('bans a content that the busy checks have not read, and leaves its text to a later run', async () => {
    const admin = contextOf({ haruRole: 'admin' });
    const run = () => Promise.reject(new Error('no thread'));
    const thread = new PageThread<PageCheck>(console, { run, cpuMs: async () => 0, destroy: async () => undefined });
    const { dataSource, client, renderer } = sites;
    const known = new BannedContentIndex(dataSource);
    const conflict = new ConflictOfInterest(dataSource, client);
    const pool = new CheckPool(thread, thread);
    const bans = new BanContents(dataSource, new Outbox(), pool, known, conflict, client, renderer);
    const site = await sites.createSite({ htmlContent: '<p>混雑' });
    const content = await bans.contentOf(site.id, admin);
    expect(content).toMatchObject({ similarity: null, similarityVersion: 0 });
    await bans.banContent({ hash: content?.hash.toString('hex') ?? '', reason: '詐欺' }, admin);
    await shows(site.path, 451);
    await sites.rows('DELETE FROM banned_contents');
  });

  it('compares banned contents by one version of the similarity, and computes those of an older one again', async () => {
    const admin = contextOf({ haruRole: 'admin' });
    const banned = await sites.createSite({ htmlContent: `<title>古い</title>${FORM_TEXT}` });
    const request = { site: banned.path, reason: '詐欺', everywhere: true };
    await sites.client.call(moderationMessages.stopSite, request, admin);
    const stored = () =>
      sites.rows<{ similarity: string; version: number }>(
        'SELECT similarity, similarity_version AS version FROM banned_contents',
      );
    const [before] = await stored();
    await sites.rows(`UPDATE banned_contents SET similarity = '0', similarity_version = 1`);
    const known = new BannedContentIndex(sites.dataSource);
    await known.has('');
    expect(known.comparesTexts).toBe(false);
    const check = (html: string) => Promise.resolve(checkPage(html));
    const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
    const rechecker = new PageRechecker(
      sites.dataSource,
      { run: check },
      known,
      sites.changes,
      storage,
      sites.renderer,
      defaultPageRuleSettings,
    );
    await rechecker.renewSimilarities(new AbortController().signal);
    expect(await stored()).toEqual([before]);
    known.expire();
    await known.has('');
    expect(known.hasSimilar(before?.similarity ?? '')).toBe(true);
    await sites.rows('DELETE FROM banned_contents');
  });

  it('bans a content in every replica without delay', async () => {
    const replica = await sites.startService();
    const admin = contextOf({ haruRole: 'admin' });
    const accountId = randomUUID();
    const create = (htmlContent: string) => sites.createSite({ htmlContent }, { accountId });
    const all = (html: (n: number) => string) =>
      Promise.allSettled(Array.from({ length: 20 }, (_, n) => create(html(n))));
    const [{ hash = '' } = {}] = await sites.rows<{ hash: string }>(
      `SELECT encode(content_hash, 'hex') AS hash FROM page_versions WHERE site_id = $1`,
      [(await create('<p>どこでも')).id],
    );
    // Each replica reads the bans.
    await all((n) => `<p>${n}`);
    await sites.client.call(contentBanMessages.banContent, { hash, reason: '詐欺' }, admin);
    await waitFor(async () => (await all(() => '<p>どこでも')).every(({ status }) => status === 'rejected'), {
      timeoutMs: 1_500,
      what: 'every replica to refuse the content',
    });
    await sites.client.call(contentBanMessages.unbanContent, { hash, reason: '誤り' }, admin);
    await replica.close();
  }, 30_000);

  it('stops the pages of a banned content a hundred at a time, each with its case', async () => {
    const accountId = randomUUID();
    const copies = await Promise.all(
      Array.from({ length: 101 }, () => sites.createSite({ htmlContent: '<p>写し' }, { accountId })),
    );
    const admin = contextOf({ haruRole: 'admin' });
    const [{ hash = '' } = {}] = await sites.rows<{ hash: string }>(
      `SELECT encode(content_hash, 'hex') AS hash FROM page_versions WHERE site_id = $1`,
      [copies[0]?.id],
    );
    await sites.client.call(contentBanMessages.banContent, { hash, reason: '詐欺' }, admin);
    const stops = () =>
      sites.rows<{ pages: string; cases: string }>(
        `SELECT count(*) AS pages, count(cases.id) AS cases FROM sites LEFT JOIN cases ON site_id = sites.id
         WHERE user_id = $1 AND stopped_source = 'content' GROUP BY stopped_at ORDER BY stopped_at`,
        [accountId],
      );
    await waitFor(async () => (await stops()).reduce((sum, { pages }) => sum + Number(pages), 0) === copies.length);
    expect(await stops()).toEqual([
      { pages: '100', cases: '100' },
      { pages: '1', cases: '1' },
    ]);
  });

  it('warns the owner of secret keys, when the page is published and updated', async () => {
    const accountId = randomUUID();
    // The key is in parts, so that scanners of this repository do not find it.
    const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
    const page = (text: string) => `<title>x</title>\n<!-- secretlint-disable -->\n<script>a='${text}'</script>`;
    const created = await sites.createSite({ htmlContent: page(token) }, { accountId });
    expect(created.secrets).toEqual([{ rule: 'github', line: 3 }]);
    const update = (htmlContent: string) =>
      sites.client.call(
        versionMessages.updateSite,
        { id: created.id, htmlContent, baseVersion: null },
        contextOf({ accountId }),
      );
    expect((await update(page('x'))).site.secrets).toBeUndefined();
    expect((await update(`\n${page(token)}`)).site.secrets).toEqual([{ rule: 'github', line: 4 }]);
    expect((await update(`<pre>${token}</pre>`)).site.secrets).toEqual([{ rule: 'github', line: 1 }]);
  });

  it('publishes the counts of each outcome by year', async () => {
    const counts = new CheckCounts(sites.dataSource, { version: 7 });
    const inYear = async (year: number) =>
      (await new CheckCounts(sites.dataSource, { version: 7 }).getSafety()).years.find((row) => row.year === year);
    // The years are those of Japan, nine hours ahead of UTC.
    const year = new Date(Date.now() + 9 * 3_600_000).getUTCFullYear();
    const before = await inYear(year);
    for (const outcome of ['refused', 'passed', 'refused'] as const) counts.add(outcome);
    await counts.write();
    await counts.write();
    await sites.rows(`INSERT INTO check_counts VALUES ('2024-12-31', 'notice', 5)`);
    expect((await inYear(year))?.refused).toBe((before?.refused ?? 0) + 2);
    expect(await inYear(2024)).toEqual({ year: 2024, passed: 0, notice: 5, refused: 0, unchecked: 0 });
    await counts.beforeApplicationShutdown();
    const { rules_version: version } = await sites.client.call(safetyMessages.getSafety, {}, contextOf());
    expect(version).toBe(defaultPageRuleSettings.version);
  });

  describe('a recheck', () => {
    const { signal } = new AbortController();
    const rechecksWith = (rules = defaultPageRuleSettings) => {
      const check = (html: string) => Promise.resolve(checkPage(html, rules, 1_000));
      const known = new BannedContentIndex(sites.dataSource);
      const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
      const rechecker = new PageRechecker(
        sites.dataSource,
        { run: check },
        known,
        sites.changes,
        storage,
        sites.renderer,
        rules,
      );
      const [due, outdated] = [
        new RecheckDuePages(sites.dataSource, rechecker),
        new RecheckOutdatedPages(sites.dataSource, rechecker, rules),
      ];
      return { recheckDue: () => due.run(signal), recheckOutdated: () => outdated.run(signal) };
    };
    const stateOf = async (id: string) => {
      const [state] = await sites.rows(
        `SELECT under_review, check_result FROM sites JOIN page_versions ON site_id = id AND number = version WHERE id = $1`,
        [id],
      );
      return state;
    };
    /** Makes the pages look as if they were published eleven minutes ago. */
    const age = async (ids: string[]) => {
      const before = `created_at = now() - interval '11 minutes'`;
      await sites.rows(`UPDATE page_versions SET ${before} WHERE site_id = ANY ($1)`, [ids]);
      await sites.rows(`UPDATE sites SET ${before} WHERE id = ANY ($1)`, [ids]);
      await sites.rows(`UPDATE page_look_progress SET after_time = now() - interval '12 minutes'`);
    };
    const PASSWORD = '<title>x</title><input type="password">';

    it('after ten minutes puts a page behind the notice whose owner had another one stopped', async () => {
      const accountId = randomUUID();
      const create = (htmlContent: string) => sites.createSite({ htmlContent }, { accountId });
      const [stopped, asking, text] = [await create(PASSWORD), await create(`${PASSWORD}<p>2`), await create('<p>3')];
      await stop(stopped.path);
      const rechecks = rechecksWith();
      await rechecks.recheckDue();
      await age([asking.id, text.id]);
      await rechecks.recheckDue();
      const look = { at: expect.any(String), reason: 'time' };
      expect(await stateOf(asking.id)).toMatchObject({ under_review: true, check_result: { outcome: 'notice', look } });
      expect(await stateOf(text.id)).toMatchObject({ under_review: false, check_result: { signals: [] } });
      await new OpenCasesForReviews(sites.dataSource).run();
      await sites.eventsHandled();
      const shownFirst = (await ask(port, `/share/${asking.path}`)).body.toString();
      expect(shownFirst).toContain('このページは確認中です');

      const [abuseCase] = await sites.rows<{ id: string }>('SELECT id FROM cases WHERE site_id = $1', [asking.id]);
      const dismissal = { caseId: abuseCase?.id ?? '', decision: 'dismiss' as const, reason: '問題なし' };
      await sites.client.call(caseAdminMessages.decideCase, dismissal, moderator);
      await age([asking.id]);
      await rechecks.recheckDue();
      expect(await stateOf(asking.id)).toMatchObject({
        under_review: false,
        check_result: { isDismissed: true, look },
      });
    });

    it('is requested by a viewer that has shown a page a hundred times', async () => {
      const { id, path } = await sites.createSite({ htmlContent: PASSWORD });
      for (let view = 0; view < 102; view++) await statusOf(path);
      const requested = async () => {
        const [due] = await sites.rows('SELECT FROM due_page_looks WHERE site_id = $1', [id]);
        return due !== undefined || JSON.stringify(await stateOf(id)).includes('"views"');
      };
      await waitFor(requested, { timeoutMs: 5_000, what: 'the recheck to be requested' });
      await rechecksWith().recheckDue();
      expect(await stateOf(id)).toMatchObject({ check_result: { outcome: 'passed', look: { reason: 'views' } } });
      expect(await sites.rows('SELECT FROM due_page_looks WHERE site_id = $1', [id])).toEqual([]);
    });

    it('follows a change of the rules, once for each page', async () => {
      const { id } = await sites.createSite({ htmlContent: PASSWORD });
      const rechecks = rechecksWith({ ...defaultPageRuleSettings, version: 50, noticeThreshold: 3 });
      await rechecks.recheckOutdated();
      const checked = { under_review: true, check_result: { rules: 50, outcome: 'notice', look: { reason: 'rules' } } };
      const state = await stateOf(id);
      expect(state).toMatchObject(checked);
      await rechecks.recheckOutdated();
      expect(await stateOf(id)).toEqual(state);
    });
  });

  it('shows within five seconds on viewers that received no broadcast', async () => {
    const site = await publish();
    await shows(site.path, 200);
    await sites.rows(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = 'r', stopped_source = 'admin' WHERE id = $1`,
      [site.id],
    );
    await shows(site.path, 451);
  });

  it('requires a role', async () => {
    const site = await publish();
    const context = contextOf();
    const calls = [
      stop(site.path, 'r', context),
      restore(site.path, context),
      sites.client.call(moderationMessages.searchSites, { text: '', state: 'all' }, context),
      sites.client.call(siteNumberMessages.countPublishesPerHour, { hours: 1 }, context),
      sites.client.call(siteNumberMessages.countSitesOfAccounts, { accountIds: [] }, context),
      sites.client.call(contentBanMessages.banContent, { hash: '0'.repeat(64), reason: 'r' }, moderator),
      sites.client.call(contentBanMessages.unbanContent, { hash: '0'.repeat(64), reason: 'r' }, moderator),
      sites.client.call(contentBanMessages.listBannedContents, {}, moderator),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN_ROLE' });
    expect(await statusOf(site.path)).toBe(200);
  });

  it('answers SITE_NOT_FOUND for a page that does not exist', async () => {
    for (const site of ['gibt-es-nicht', randomUUID()]) {
      await expect(stop(site)).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    }
  });

  it('lets the owner read the reason and delete the page, nothing else', async () => {
    const accountId = randomUUID();
    const site = await publish(accountId);
    const context = contextOf({ accountId });
    const filters = [{ column: 'id', operator: 'eq' as const, values: [site.id] }];
    const change = (changes: Record<string, unknown>) =>
      sites.client.call(siteMessages.updateSites, { filters, changes, single: false }, context);
    await stop(site.path, '釣りサイト');
    const { rows } = await sites.client.call(
      siteMessages.listSites,
      { columns: ['*', 'stopped_reason'], filters, order: [], offset: 0, want: 'rows', single: false },
      context,
    );
    expect(rows[0]).toMatchObject({ is_active: false, stopped_reason: '釣りサイト' });
    const pageFor = async (reader: RequestContext) => {
      const list = { columns: ['html_content'], filters, order: [], offset: 0, want: 'rows' as const, single: true };
      return (await sites.client.call(siteMessages.listSites, list, reader)).rows[0]?.['html_content'];
    };
    // The page is evidence, and the owner could publish it again.
    expect(await pageFor(context)).toBeNull();
    const operator = { ...context, caller: { role: 'service_role' as const } };
    expect(await pageFor(operator)).toBe('<title>x</title>');
    const later = new Date(new Date(site.expiresAt).getTime() + 30 * DAY_MS).toISOString();
    for (const refused of [
      { path: 'moved-away' },
      { expires_at: later },
      { noindex: true },
      { last_modified: later },
    ]) {
      await expect(change(refused)).rejects.toMatchObject({ code: 'SITE_STOPPED' });
    }
    await expect(change({ stopped_reason: null })).rejects.toMatchObject({ code: '42501' });
    expect(await statusOf(site.path)).toBe(451);
    await sites.client.call(siteMessages.deleteSites, { filters, single: true }, context);
    await shows(site.path, 451);
  });

  it('outlasts the page: its path stays stopped and cannot be taken until it is restored', async () => {
    const accountId = randomUUID();
    const customPath = `kept-${randomUUID().slice(0, 8)}`;
    const [owner, other] = [{ accountId }, { accountId: randomUUID() }];
    const again = (caller: { accountId: string }, idempotencyKey?: string) =>
      sites.createSite({ htmlContent: '<title>again</title>', customPath, idempotencyKey }, caller);
    const isFree = async () =>
      (await sites.client.call(siteMessages.checkPath, { path: customPath }, contextOf(owner))).available;
    const site = await again(owner);
    await stop(site.path, '釣りサイト');
    const filters = [{ column: 'id', operator: 'eq' as const, values: [site.id] }];
    const free = await again(other).catch((error: unknown) => error);
    expect(free).toMatchObject({ code: 'PATH_TAKEN' });
    await sites.client.call(siteMessages.deleteSites, { filters, single: true }, contextOf(owner));
    await shows(customPath, 451);
    for (const taking of [again(owner), again(owner, 'key'), again(other)]) {
      await expect(taking).rejects.toMatchObject({ code: 'PATH_TAKEN' });
    }
    const elsewhere = await publish(accountId);
    const moving = sites.client.call(
      siteMessages.updateSites,
      {
        filters: [{ column: 'id', operator: 'eq', values: [elsewhere.id] }],
        changes: { path: customPath },
        single: true,
      },
      contextOf(owner),
    );
    await expect(moving).rejects.toMatchObject({ code: 'PATH_TAKEN' });
    expect(await isFree()).toBe(false);
    await expect(sites.client.call(siteMessages.serveSite, { path: customPath }, contextOf())).rejects.toMatchObject({
      code: 'SITE_STOPPED',
    });
    expect((await search({ text: customPath, state: 'stopped' })).sites).toMatchObject([
      { id: site.id, is_active: false, is_deleted: true, stopped_reason: '釣りサイト' },
    ]);

    expect((await restore(customPath)).site).toMatchObject({ id: site.id, is_active: false, stopped_at: null });
    await shows(customPath, 404);
    expect(await isFree()).toBe(true);
    // The owner may restore the page, so its path is still reserved.
    await expect(again(other)).rejects.toMatchObject({ code: 'PATH_TAKEN' });
    await again(owner);
    await shows(customPath, 200);
    // Workers still act in the cases of other pages.
    const payloads = (await acts()).map(({ payload }) => payload);
    const details = expect.objectContaining({ path: customPath });
    expect(payloads).toContainEqual(expect.objectContaining({ action: 'restoreSite', details }));
  });

  it('keeps the path from being taken while the page is being deleted', async () => {
    const accountId = randomUUID();
    const customPath = `race-${randomUUID().slice(0, 8)}`;
    const site = await sites.createSite({ htmlContent: 'x', customPath }, { accountId });
    await stop(site.path);
    let taking: Promise<unknown> | undefined;
    await sites.dataSource.transaction(async (manager) => {
      await manager.query('DELETE FROM sites WHERE id = $1', [site.id]);
      taking = allowInTransaction(() => sites.createSite({ htmlContent: 'y', customPath }, { accountId })).catch(
        (error: unknown) => error,
      );
      const waits = async () =>
        (await sites.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length > 0;
      await waitFor(waits, { timeoutMs: 5_000, what: 'the publisher to wait' });
    });
    expect(await taking).toMatchObject({ code: 'PATH_TAKEN' });
  });

  it('stops a page that its owner deletes or restores at the same moment', async () => {
    const accountId = randomUUID();
    const { deletion, restoring } = deleteAndRestore(sites);
    const owner = contextOf({ accountId });
    const { id } = await publish(accountId);
    const filters = [{ column: 'id', operator: 'eq' as const, values: [id] }];
    await sites.dataSource.transaction(async (manager) => {
      const query = manager.query.bind(manager);
      jest.spyOn(manager, 'query').mockImplementation(async (sql, values) => {
        const isOfCase = sql.includes('INSERT INTO cases');
        if (isOfCase) await allowInTransaction(() => deletion.deleteSites({ filters, single: true }, owner));
        return query(sql, values);
      });
      await syncCaseWithModeration(manager, { siteId: id, isStopped: true, reason: 'x' }, moderator);
    });

    await restoring.restoreOwnSite(id, owner);
    await deletion.deleteSites({ filters, single: true }, owner);
    const stopping = await sites.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM deleted_sites WHERE id = $1 FOR UPDATE', [id]);
      const waiting = allowInTransaction(() => stop(id)).catch((error: unknown) => error);
      const waits = async () => (await sites.rows('SELECT FROM pg_locks WHERE NOT granted')).length > 0;
      await waitFor(waits, { timeoutMs: 5_000, what: 'the moderator to wait' });
      await manager.query(
        `WITH kept AS (DELETE FROM deleted_sites WHERE id = $1 RETURNING ${ALL_COLUMNS})
         INSERT INTO sites (${ALL_COLUMNS}) SELECT ${ALL_COLUMNS} FROM kept`,
        [id],
      );
      return { waiting };
    });
    expect(await stopping.waiting).toMatchObject({ site: { id, is_active: false, is_deleted: false } });
  });

  it('counts a stopped page as not active and keeps it from the sweeps until its time', async () => {
    const before = await activeSiteTotal(sites.dataSource, new Date());
    const site = await publish();
    await stop(site.path);
    expect(await activeSiteTotal(sites.dataSource, new Date())).toBe(before);
    expect(await new ExpireSites(sites.dataSource, new Outbox()).run()).toEqual({ expired: 0 });
    expect(await new PurgeSites(sites.dataSource).run()).toMatchObject({ expired: 0 });
    await sites.rows(`UPDATE sites SET expires_at = now() - interval '1 day' WHERE id = $1`, [site.id]);
    expect((await restore(site.path)).site.is_active).toBe(false);
    await shows(site.path, 410);
  });

  describe('of an account', () => {
    it('stops all its pages with the ban, also the latest, and brings back those that were not stopped before', async () => {
      const accountId = randomUUID();
      const [one, stoppedBefore, other] = await Promise.all([publish(accountId), publish(accountId), publish()]);
      await stop(stoppedBefore.path, '先の理由');
      await tell(accountBanned, { accountId, reason: '規約違反' }, accountId);
      await sites.eventsHandled();
      await Promise.all([shows(one.path, 451), shows(stoppedBefore.path, 451)]);
      expect(await statusOf(other.path)).toBe(200);
      const late = await publish(accountId);
      await shows(late.path, 451, 20_000);
      const { sites: found } = await search({ text: accountId });
      expect(found.map(({ path, stopped_reason }) => [path, stopped_reason]).toSorted()).toEqual(
        [
          [late.path, '規約違反'],
          [one.path, '規約違反'],
          [stoppedBefore.path, '先の理由'],
        ].toSorted(),
      );
      await expect(restore(one.path)).rejects.toMatchObject({ code: 'ACCOUNT_BANNED' });

      await tell(accountUnbanned, { accountId }, accountId);
      await sites.eventsHandled();
      await Promise.all([shows(one.path, 200), shows(late.path, 200)]);
      expect(await statusOf(stoppedBefore.path)).toBe(451);
      await restore(stoppedBefore.path);
      await shows(stoppedBefore.path, 200);
    }, 40_000);

    it('stays stopped when it is to be restored while its account is being banned', async () => {
      const accountId = randomUUID();
      const site = await publish(accountId);
      await sites.eventsHandled();
      await stop(site.path);
      let restoring: Promise<unknown> | undefined;
      await sites.dataSource.transaction(async (manager) => {
        const banning = new StopSitesWhenAccountBanned();
        const handling = { manager, context: moderator, eventId: randomUUID() };
        await banning.handle({ accountId, reason: '規約違反' }, handling);
        restoring = allowInTransaction(() => restore(site.path)).catch((error: unknown) => error);
        const waits = async () =>
          (await sites.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length > 0;
        await waitFor(waits, { timeoutMs: 5_000, what: 'the moderator to wait' });
      });
      expect(await restoring).toMatchObject({ code: 'ACCOUNT_BANNED' });
      expect(await statusOf(site.path)).toBe(451);
    });

    it('stays stopped when the account is deleted, and a lifted ban frees the paths that it stopped', async () => {
      const [gone, banned] = [randomUUID(), randomUUID()];
      const [one, other] = await Promise.all([publish(gone), publish(banned)]);
      await stop(one.path);
      await tell({ ...accountDeleted, consumers: ['sites'] }, { accountId: gone }, gone);
      await tell(accountBanned, { accountId: banned, reason: '規約違反' }, banned);
      await sites.eventsHandled();
      expect(await sites.rows('SELECT 1 FROM sites WHERE user_id = $1', [gone])).toEqual([]);
      await shows(one.path, 451);
      await sites.rows('DELETE FROM sites WHERE id = $1', [other.id]);
      await shows(other.path, 451);
      await tell(accountUnbanned, { accountId: banned }, banned);
      await sites.eventsHandled();
      await shows(other.path, 404);
      expect(await statusOf(one.path)).toBe(451);
    }, 40_000);

    it('is restored when the ban is lifted, in one event with the paths of deleted pages', async () => {
      const accountId = randomUUID();
      const [kept, deleted] = await Promise.all([publish(accountId), publish(accountId)]);
      await tell(accountBanned, { accountId, reason: '規約違反' }, accountId);
      await sites.eventsHandled();
      await sites.rows('DELETE FROM sites WHERE id = $1', [deleted.id]);
      const published = await sites.dataSource.transaction(async (manager) => {
        const handling = { manager, context: moderator, eventId: randomUUID() };
        await new RestoreSitesWhenAccountUnbanned().handle({ accountId }, handling);
        return manager.query<{ paths: string[] }[]>(
          `SELECT payload -> 'paths' AS paths FROM outbox WHERE consumer = 'sites' AND aggregate_id = $1`,
          [accountId],
        );
      });
      expect(published.map(({ paths }) => paths.toSorted())).toEqual([[kept.path, deleted.path].toSorted()]);
    });
  });

  describe('of a temporary account', () => {
    const publishAsTemporary = (accountId: string) =>
      sites.createSite({ htmlContent: '<p>x</p>' }, { accountId, isAnonymous: true });
    const robots = async (path: string) => (await ask(port, `/share/${path}`)).headers['x-robots-tag'];
    const indexed = (path: string) =>
      waitFor(async () => (await robots(path)) === undefined, { timeoutMs: 5_000, what: `${path} to be indexed` });
    const setNoindex = (id: string, noindex: boolean, accountId: string) => {
      const filters = [{ column: 'id', operator: 'eq' as const, values: [id] }];
      const request = { filters, changes: { noindex }, single: true };
      return sites.client.call(siteMessages.updateSites, request, contextOf({ accountId, isAnonymous: true }));
    };
    const unconfirmed = () =>
      sites.rows<{ path: string }>('SELECT path FROM sites WHERE owner_unconfirmed ORDER BY path');

    it('is kept out of search engines until the account is registered, and from then on by its own switch', async () => {
      const accountId = randomUUID();
      const [shown, hidden, other] = await Promise.all([
        publishAsTemporary(accountId),
        publishAsTemporary(accountId),
        publishAsTemporary(randomUUID()),
      ]);
      await setNoindex(shown.id, false, accountId);
      await setNoindex(hidden.id, true, accountId);
      const before = await ask(port, `/share/${shown.path}`);
      expect(before.headers['x-robots-tag']).toBe('noindex');
      expect(await robots((await publish()).path)).toBeUndefined();

      await tell(accountConfirmed, { accountId }, accountId);
      await sites.eventsHandled();
      await indexed(shown.path);
      const headers = { 'if-none-match': before.headers.etag ?? '' };
      expect((await ask(port, `/share/${shown.path}`, { headers })).status).toBe(200);
      expect(await robots(hidden.path)).toBe('noindex');
      expect(await robots(other.path)).toBe('noindex');
      expect(await unconfirmed()).toEqual([{ path: other.path }]);
      await setNoindex(hidden.id, false, accountId);
      await indexed(hidden.path);
    }, 40_000);

    it('is shown to search engines, too, when it comes with a token from before the registration', async () => {
      const accountId = randomUUID();
      const other = await publishAsTemporary(randomUUID());
      await sites.eventsHandled();
      const workerWaits = async () =>
        (await sites.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length > 0;
      const published = await sites.dataSource.transaction(async (manager) => {
        const handling = { manager, context: moderator, eventId: randomUUID() };
        await new IndexPagesWhenAccountConfirmed().handle({ accountId }, handling);
        const during = await allowInTransaction(() =>
          Promise.all(Array.from({ length: 3 }, () => publishAsTemporary(accountId))),
        );
        await waitFor(workerWaits, { timeoutMs: 5_000, what: 'the worker to wait' });
        return during;
      });
      const late = await publishAsTemporary(accountId);
      await sites.eventsHandled();
      const flagged = (await unconfirmed()).map(({ path }) => path);
      expect(flagged).toContain(other.path);
      for (const { path } of [...published, late]) expect(flagged).not.toContain(path);
      await indexed(late.path);

      const accounts = () => sites.rows('SELECT FROM confirmed_accounts WHERE account_id = $1', [accountId]);
      await new PurgeExpiredRows(sites.dataSource).run(undefined, new Date());
      expect(await accounts()).toHaveLength(1);
      await new PurgeExpiredRows(sites.dataSource).run(undefined, new Date(Date.now() + 2 * DAY_MS));
      expect(await accounts()).toHaveLength(0);
    }, 40_000);
  });

  it('finds sites by path, share link, title, id and account, and pages through them', async () => {
    const accountId = randomUUID();
    const published = [];
    for (const title of ['春の祭り 100%', '夏_祭り', 'Autumn']) published.push(await publish(accountId, title));
    const [spring, summer, autumn] = published;
    const pathsOf = async (text: string) => (await search({ text })).sites.map(({ path }) => path);
    expect(await pathsOf(accountId)).toEqual(published.map(({ path }) => path).toReversed());
    expect(await pathsOf(spring?.id ?? '')).toEqual([spring?.path]);
    expect(await pathsOf(summer?.path ?? '')).toEqual([summer?.path]);
    expect(await pathsOf(`https://haru.example/share/${summer?.path}?x=1`)).toEqual([summer?.path]);
    expect(await pathsOf(`https://haru.example/share/${summer?.path}~0123456789abcdef`)).toEqual([summer?.path]);
    expect(await pathsOf('aUTUMN')).toEqual([autumn?.path]);
    expect(await pathsOf('0%')).toEqual([spring?.path]);
    expect(await pathsOf('夏_')).toEqual([summer?.path]);
    expect(await pathsOf('春_')).toEqual([]);
    await stop(autumn?.path ?? '');
    expect((await search({ text: accountId, state: 'stopped' })).sites.map(({ id }) => id)).toEqual([autumn?.id]);
    expect((await search({ text: accountId, state: 'live' })).sites).toHaveLength(2);

    await sites.rows(
      `INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
       SELECT gen_random_uuid(), $1, 'many', 'many-' || n, 'x', 1, 'x' || n, now() - (n / 3) * interval '1 second',
              now() + interval '1 day', now() FROM generate_series(1, 120) AS n`,
      [accountId],
    );
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await search({ text: 'many', after });
      seen.push(...page.sites.map(({ path }) => path));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(JSON.stringify(await search({}))).not.toContain('html_content');
    const closed = await sites.createSite({ htmlContent: '<title>closed to others</title>', visibility: 'secret' });
    expect((await search({ text: 'closed to' })).sites).toEqual([]);
    expect((await search({ text: closed.path })).sites).toMatchObject([{ id: closed.id, title: '' }]);
    expect((await restore(closed.path)).site).toMatchObject({ id: closed.id, title: '' });
    expect((await stop(closed.path)).site).toMatchObject({ id: closed.id, title: '' });
  });

  it('finds a site by the address of a file on its own host', async () => {
    const [{ path }, rule] = [await publish(), new OwnOriginRule('https://{path}.pages.example')];
    const byAddress = { text: `https://${path}.pages.example/map/stalls.html`, state: 'all' as const };
    const found = await searchSites(sites.dataSource, byAddress, moderator.caller, rule);
    expect(found.sites).toMatchObject([{ path }]);
  });

  it('counts publishes by the hour, deleted ones too, and the sites of accounts', async () => {
    const count = async () => {
      const { hours } = await sites.client.call(siteNumberMessages.countPublishesPerHour, { hours: 2 }, moderator);
      return hours.reduce((sum, { count: each }) => sum + each, 0);
    };
    const before = await count();
    const accountId = randomUUID();
    const [first] = [await publish(accountId), await publish(accountId)];
    const filters = [{ column: 'id', operator: 'eq' as const, values: [first.id] }];
    await sites.client.call(siteMessages.deleteSites, { filters, single: false }, contextOf({ accountId }));
    expect(await count()).toBe(before + 2);
    const withoutSites = randomUUID();
    const { accounts } = await sites.client.call(
      siteNumberMessages.countSitesOfAccounts,
      { accountIds: [accountId, withoutSites] },
      moderator,
    );
    expect(accounts).toEqual([
      { accountId, live: 1, stopped: 0, all: 1 },
      { accountId: withoutSites, live: 0, stopped: 0, all: 0 },
    ]);
  });
});
