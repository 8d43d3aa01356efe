import { randomUUID } from 'node:crypto';
import { defaultPageRuleSettings, defaultPublishLimits, defaultSitePolicy, type PublishedSite } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { type PageCheck, PageChecker, SIMILARITY_VERSION } from '@haru/page-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OpenCasesForReviews } from '../src/moderation/cases/open-cases-for-reviews.job.js';
import { PageStops } from '../src/moderation/page-stops.js';
import { BannedContentIndex } from '../src/sites/checks/banned-content-index.js';
import { StorageQuotas } from '../src/sites/quotas/storage-quotas.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { PageRechecker } from '../src/moderation/rechecks/page-rechecker.js';
import { RecheckDuePages } from '../src/moderation/rechecks/recheck-due-pages.job.js';
import { RecheckOutdatedPages } from '../src/moderation/rechecks/recheck-outdated-pages.job.js';
import { OwnOriginRule } from '../src/sites/own-origin-rule.js';
import { SitePolicies } from '../src/sites/site-policies.js';
import { UpdateSite } from '../src/publishing/versions/update-site.js';
import { UpdateWriter } from '../src/publishing/versions/update-writer.js';
import { checkPage } from './check-page.js';
import { publishTree } from './publish-tree.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const FORM = '<form></form>x';
const noThread = (): Promise<never> => Promise.reject(new Error('no thread'));

describe('a page that was not checked to its end', () => {
  let sites: SitesUnderTest;
  const announce = jest.fn((_paths: readonly string[]) => Promise.resolve());
  const { signal } = new AbortController();

  beforeAll(async () => (sites = await SitesUnderTest.start()), 60_000);
  afterAll(() => sites.stop());
  beforeEach(async () => {
    await sites.empty();
    await sites.rows('TRUNCATE due_page_looks, cases CASCADE');
    announce.mockClear();
  });

  /** Publishes with this checker. */
  const publish = (htmlContent: string, run: () => Promise<PageCheck> = noThread, accountId = randomUUID()) => {
    sites.checker = new PageChecker(run, { warn: () => undefined });
    return sites.newCreateSite().createSite({ htmlContent }, contextOf({ accountId }));
  };
  const check = jest.fn((html: string, _turn?: { kind?: string }) => Promise.resolve(checkPage(html)));
  const rechecker = () => {
    const known = new BannedContentIndex(sites.dataSource);
    return new PageRechecker(
      sites.dataSource,
      { run: check },
      known,
      { announce },
      new HtmlStorage(new FolderStore(sites.storageDirectory)),
      sites.renderer,
      defaultPageRuleSettings,
    );
  };
  const recheckDue = () => new RecheckDuePages(sites.dataSource, rechecker()).run(signal);
  const recheckOutdated = () =>
    new RecheckOutdatedPages(sites.dataSource, rechecker(), defaultPageRuleSettings).run(signal);
  const stateOf = async ({ id }: Pick<PublishedSite, 'id'>) => {
    const [state] = await sites.rows(
      `SELECT under_review, check_result AS "check" FROM sites JOIN page_versions ON site_id = id AND number = version WHERE id = $1`,
      [id],
    );
    return state;
  };
  const hidden = (check: object) => ({ under_review: true, check: expect.objectContaining(check) });

  it('is behind the notice, unless it has no field, until a later check has passed it', async () => {
    const page = await publish(FORM);
    const text = await publish('<p>text');
    expect([page.underReview, text.underReview]).toEqual([true, undefined]);
    expect(await stateOf(page)).toEqual(hidden({ outcome: 'unchecked', unfinished: 0 }));
    expect(await stateOf(text)).toMatchObject({ under_review: false });
    await recheckDue();
    expect(await stateOf(page)).toMatchObject({ under_review: false, check: { outcome: 'passed' } });
    expect(announce).toHaveBeenCalledWith([page.path]);
    const events = await sites.rows(`SELECT payload FROM outbox WHERE name = 'siteStateChanged'`);
    expect(events).toEqual([{ payload: { paths: [page.path] } }]);
  });

  it('is behind the notice after an update as well', async () => {
    const accountId = randomUUID();
    const { id } = await publish('<p>text', noThread, accountId);
    const { dataSource, checker, changes } = sites;
    const policies = new SitePolicies(defaultSitePolicy);
    const quotas = new StorageQuotas(defaultPublishLimits, dataSource, 0);
    const writer = new UpdateWriter(dataSource, new Outbox());
    const contents = [checker, sites.newTreeContents(), sites.newGivenContents()] as const;
    const updating = new UpdateSite(dataSource, writer, policies, quotas, changes, ...contents, new OwnOriginRule(), {
      hash: () => Promise.resolve(null),
      matches: () => Promise.resolve(true),
    });
    const update = { id, htmlContent: FORM, baseVersion: 1 };
    expect(await updating.updateSite(update, contextOf({ accountId }))).toMatchObject({ underReview: true });
    expect(await stateOf({ id })).toEqual(hidden({ outcome: 'unchecked', unfinished: 0 }));
  });

  it('stays behind it when the later check finds signs, or reads it to no end either', async () => {
    const phishing = await publish('<title>楽天カード ログイン</title><input type="password">');
    const endless = await publish(`${FORM}<input>`);
    check.mockImplementation((html) => Promise.resolve({ ...checkPage(html), isComplete: false }));
    await recheckDue();
    expect(await stateOf(phishing)).toEqual(hidden({ outcome: 'notice' }));
    expect(await stateOf(endless)).toEqual(hidden({ outcome: 'partial', unfinished: 2 }));
    check.mockImplementation((html) => Promise.resolve(checkPage(html)));
  });

  it('stays without it when a moderator dismisses it during a recheck', async () => {
    const page = await publish('<title>楽天カード ログイン</title><input type="password">');
    check.mockImplementationOnce(async (html) => {
      const stops = new PageStops(sites.changes);
      await sites.dataSource.transaction((manager) => stops.endReview(manager, page.id, contextOf()));
      return checkPage(html);
    });
    await recheckDue();
    expect(await stateOf(page)).toMatchObject({ under_review: false, check: { isDismissed: true } });
  });

  it('is checked before all others: first what was not checked at all, then short pages', async () => {
    const partial = () => Promise.resolve({ ...checkPage('<input>'), isComplete: false });
    await publish(`${FORM}partial`, partial);
    await publish(`${FORM}long`.padEnd(1_000));
    await publish(`${FORM}short`);
    const due = await publish(`${FORM}due`, () => Promise.resolve(checkPage('<input>')));
    await sites.rows('INSERT INTO due_page_looks (site_id, number) VALUES ($1, 1)', [due.id]);
    check.mockClear();
    await recheckDue();
    const order = check.mock.calls.map(([html]) => html.trim().slice(FORM.length));
    expect(order).toEqual(['short', 'long', 'partial', 'due']);
  });

  it('does not wait for all pages of another account', async () => {
    const accountId = randomUUID();
    for (const text of ['1', '2', '3']) await publish(`${FORM}${text}`, noThread, accountId);
    await publish(`${FORM}longer`);
    check.mockClear();
    await recheckDue();
    expect(check.mock.calls.map(([html]) => html.slice(FORM.length))).toEqual(['1', 'longer', '2', '3']);
  });

  it('gets a case when its check failed twice: one an account, and twenty an hour', async () => {
    check.mockImplementation(noThread);
    const accountId = randomUUID();
    const [page] = [await publish(FORM, noThread, accountId), await publish(`${FORM}2`, noThread, accountId)];
    for (let other = 0; other < 21; other++) await publish(`${FORM}${other}`);
    check.mockClear();
    await recheckDue();
    await recheckDue();
    expect(check).toHaveBeenCalledTimes(2 * 23);
    check.mockImplementation((html) => Promise.resolve(checkPage(html)));
    expect(await stateOf(page)).toEqual(hidden({ unfinished: 2, signals: [expect.objectContaining({ line: 1 })] }));
    const cases = new OpenCasesForReviews(sites.dataSource);
    expect(await cases.run()).toEqual({ opened: 20 });
    expect(await cases.run()).toEqual({ opened: 0 });
    const owned = () => sites.rows('SELECT findings FROM cases WHERE owner_id = $1', [accountId]);
    expect(await owned()).toMatchObject([{ findings: [{ rule: 'check.unfinished' }] }]);
    await sites.rows(`UPDATE cases SET created_at = now() - interval '61 minutes'`);
    expect(await cases.run()).toEqual({ opened: 2 });
    expect(await owned()).toHaveLength(1);
  });

  it('is due again when a recheck fails', async () => {
    const page = await publish(`${FORM}<input>`, () => Promise.resolve(checkPage('<input type="password">')));
    await sites.rows(`INSERT INTO due_page_looks (site_id, number, reason) VALUES ($1, 1, 'time')`, [page.id]);
    check.mockImplementation(noThread);
    await recheckDue();
    const due = () => sites.rows('SELECT reason, failures, due_at > now() AS "isLater" FROM due_page_looks');
    expect(await due()).toEqual([{ reason: 'time', failures: 1, isLater: true }]);
    expect(await stateOf(page)).toMatchObject({ under_review: false, check: { outcome: 'passed' } });
    await sites.rows('UPDATE due_page_looks SET due_at = now()');
    await recheckDue();
    expect(await due()).toEqual([{ reason: 'time', failures: 2, isLater: true }]);
    check.mockImplementation((html) => Promise.resolve(checkPage(html)));
    await sites.rows('UPDATE due_page_looks SET due_at = now()');
    await recheckDue();
    expect(await due()).toEqual([]);
    expect(await stateOf(page)).toMatchObject({ check: { outcome: 'passed', look: { reason: 'time' } } });
  });

  it('is found in a page of several files by later rules', async () => {
    const harmless = { 'index.html': '<p>text', 'a.js': 'let a;' };
    const sent = [
      await publishTree(sites, harmless),
      await publishTree(sites, {
        ...harmless,
        'login/index.html': '<title>楽天カード ログイン</title><input type="password">',
      }),
      await publishTree(sites, {
        'index.html': '<title>楽天カード ログイン</title>',
        'a.js': 'i = { type: "password" }',
      }),
    ];
    check.mockImplementation((html, { kind } = {}) =>
      Promise.resolve(checkPage(kind === 'script' ? `<script>${html}</script>` : html)),
    );
    await recheckOutdated();
    const states = await sites.rows<{ path: string; under_review: boolean; outcome: string }>(
      `SELECT path, under_review, check_result->>'outcome' AS outcome FROM sites
       JOIN page_versions ON site_id = id AND number = version ORDER BY under_review`,
    );
    expect(states.filter(({ path }) => path !== sent[0])).toEqual(
      expect.arrayContaining(sent.slice(1).map((path) => ({ path, under_review: true, outcome: 'notice' }))),
    );
    expect(states[0]).toEqual({ path: sent[0], under_review: false, outcome: 'passed' });
  });

  it('keeps the similarity of a banned content due when its check fails', async () => {
    const text = `<p>${'この口座は停止されました。'.repeat(50)}`;
    const page = await publish(text);
    await sites.rows(
      `INSERT INTO banned_contents (hash, similarity, similarity_version, reason, banned_at)
       SELECT content_hash, '0', 1, 'r', now() FROM sites WHERE id = $1`,
      [page.id],
    );
    const ban = () =>
      sites.rows(
        `SELECT similarity, similarity_version AS version, similarity_failures AS failures, similarity_due_at > now() AS "isLater"
         FROM banned_contents`,
      );
    check.mockImplementation(noThread);
    await recheckOutdated();
    expect(await ban()).toEqual([{ similarity: '0', version: 1, failures: 1, isLater: true }]);
    check.mockImplementation((html) => Promise.resolve(checkPage(html)));
    await recheckOutdated();
    expect(await ban()).toMatchObject([{ version: 1 }]);
    await sites.rows('UPDATE banned_contents SET similarity_due_at = now()');
    await recheckOutdated();
    const { similarity } = checkPage(text);
    expect(await ban()).toEqual([{ similarity, version: SIMILARITY_VERSION, failures: 0, isLater: false }]);
    await sites.rows('DELETE FROM banned_contents');
  });
});
