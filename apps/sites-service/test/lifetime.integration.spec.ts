import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, isShownAsPermanent, siteInternalMessages, siteMessages } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { waitFor } from '@haru/testing';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { ExpireSites } from '../src/maintenance/expire-sites.job.js';
import { PurgeSites } from '../src/maintenance/purge-sites.job.js';
import { activeSiteTotal, foldActiveSites, recountActiveSites } from '../src/sites/counts/site-numbers.js';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('the lifetime of sites', () => {
  let sites: SitesUnderTest;
  let expiring: ExpireSites;
  const expire = async (now: Date, stop?: AbortSignal) => (await expiring.run(stop, now)).expired;
  const purge = async (now: Date) => (await new PurgeSites(sites.dataSource).run(undefined, now)).expired;
  let port: number;
  const accountId = randomUUID();
  const context = contextOf({ accountId });

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    expiring = new ExpireSites(sites.dataSource, new Outbox());
    ({ port } = await sites.startAll());
    await sites.startChecks();
  }, 60_000);
  afterAll(() => sites.stop());
  beforeEach(async () => {
    // A worker that handles an event and TRUNCATE would wait for each other; a sweep skips rows that one has locked.
    await sites.eventsHandled(60_000);
    await sites.empty();
  }, 70_000);

  const publish = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => sites.createSite({ htmlContent: `<h1>${randomUUID()}</h1>` }, { accountId })),
    );
  const change = (id: string, changes: Record<string, unknown>) =>
    sites.client.call(
      siteMessages.updateSites,
      { filters: [{ column: 'id', operator: 'eq', values: [id] }], changes, single: false, returning: ['*'] },
      context,
    );
  const after = (expiresAt: string, ms: number) => new Date(new Date(expiresAt).getTime() + ms);

  it('finds registered owners of pages that expire in the ranges, each with all of them', async () => {
    const [other, temporary] = [randomUUID(), randomUUID()];
    const published = [
      ...(await publish(3)),
      await sites.createSite({ htmlContent: '<title>別の人</title>' }, { accountId: other }),
      await sites.createSite({ htmlContent: '<title>一時</title>' }, { accountId: temporary, isAnonymous: true }),
    ];
    const times = ['2030-01-02', '2030-01-04', '2030-01-06', '2030-01-04', '2030-01-04'];
    for (const [at, site] of published.entries()) {
      await sites.rows('UPDATE sites SET expires_at = $2 WHERE id = $1', [site.id, `${times[at]}T12:00:00Z`]);
    }
    const dayOf = (day: string) => ({ from: `${day}T00:00:00.000Z`, to: `${day}T23:59:59.999Z` });
    const find = (ranges: { from: string; to: string }[], cursor?: string) =>
      sites.client.call(siteInternalMessages.findExpiringSites, { ranges, after: cursor }, context);
    const { accounts, next } = await find([dayOf('2030-01-04'), dayOf('2030-01-02')]);
    expect(next).toBeNull();
    expect(accounts).toHaveLength(2);
    expect(accounts).toEqual(
      expect.arrayContaining([
        {
          accountId,
          total: 2,
          sites: [
            { title: published[0]?.title, expiresAt: '2030-01-02T12:00:00.000Z' },
            { title: published[1]?.title, expiresAt: '2030-01-04T12:00:00.000Z' },
          ],
        },
        { accountId: other, total: 1, sites: [{ title: '別の人', expiresAt: '2030-01-04T12:00:00.000Z' }] },
      ]),
    );
    const afterFirst = `${Date.parse('2030-01-02T12:00:00Z') * 1_000}_${published[0]?.id}`;
    const rest = await find([dayOf('2030-01-02')], afterFirst);
    expect(rest).toEqual({ accounts: [], next: null });
    await sites.rows('UPDATE sites SET is_active = false WHERE user_id = $1', [other]);
    expect((await find([dayOf('2030-01-04')])).accounts.map((account) => account.accountId)).toEqual([accountId]);
  });

  it('marks at the millisecond of expiry, once, in concurrent sweeps', async () => {
    const [site] = await publish(1);
    await sites.eventsHandled(60_000);
    const expiresAt = site?.expiresAt ?? '';
    expect(await expire(after(expiresAt, -1))).toBe(0);
    const counts = await Promise.all([0, 1, 2].map(() => expire(after(expiresAt, 0))));
    expect(counts.toSorted()).toEqual([0, 0, 1]);
    expect(await expire(after(expiresAt, 0))).toBe(0);
    expect(await sites.rows('SELECT is_active FROM sites')).toEqual([{ is_active: false }]);
  });

  it('stops a long sweep after the current batch, and the next one continues', async () => {
    const published = await publish(150);
    await sites.eventsHandled(60_000);
    const expiresAt =
      published
        .map((site) => site.expiresAt)
        .toSorted()
        .at(-1) ?? '';
    const first = await expire(after(expiresAt, 0), AbortSignal.abort());
    expect(first).toBeLessThan(150);
    expect(first).toBeGreaterThan(0);
    expect(await expire(after(expiresAt, 0))).toBe(150 - first);
  }, 70_000);

  it('lets an extension win over a concurrent sweep', async () => {
    const published = await publish(14);
    await sites.rows(`UPDATE sites SET expires_at = date_trunc('milliseconds', now()) - interval '1 millisecond'`);
    const rows = await sites.rows<{ id: string; expires_at: Date }>('SELECT id, expires_at FROM sites');
    const extended = new Date((rows[0]?.expires_at.getTime() ?? 0) + 30 * DAY_MS);
    const extend = ({ id }: { id: string }) => change(id, { expires_at: extended.toISOString() });
    await Promise.all([
      ...rows.slice(0, 7).map(extend),
      expire(new Date()),
      ...rows.slice(7).map(extend),
      expire(new Date()),
    ]);
    expect(await sites.rows('SELECT DISTINCT is_active, expires_at FROM sites')).toEqual([
      { is_active: true, expires_at: extended },
    ]);
    expect(await activeSiteTotal(sites.dataSource, new Date())).toBe(published.length);
    expect(await expire(new Date())).toBe(0);
  });

  it('extends across a leap day, and permanently', async () => {
    const [site] = await publish(1);
    const id = site?.id ?? '';
    await sites.rows(`UPDATE sites SET expires_at = '2028-02-15T10:00:00.123Z'`);
    await change(id, { expires_at: '2028-03-16T10:00:00.123Z' });
    const [leap] = await sites.rows<{ expires_at: Date }>('SELECT expires_at FROM sites');
    expect(leap?.expires_at.toISOString()).toBe('2028-03-16T10:00:00.123Z');
    const requested = new Date();
    requested.setUTCFullYear(requested.getUTCFullYear() + 100);
    const { rows } = await change(id, { expires_at: requested.toISOString() });
    expect(isShownAsPermanent(new Date(String(rows[0]?.['expires_at'])), new Date())).toBe(true);
  });

  it('checks expired sites again before an extension shows them', async () => {
    const [refused, fine] = await publish(2);
    await sites.rows(
      `UPDATE contents SET html = '<title>楽天カード ログイン</title><input type="password">'
       FROM page_versions AS v WHERE v.content_hash = hash AND v.site_id = $1`,
      [refused?.id],
    );
    await sites.rows(`UPDATE sites SET expires_at = date_trunc('milliseconds', now()) - interval '1 day'`);
    await sites.rows(`UPDATE page_versions SET check_result = NULL`);
    await expire(new Date());
    const [row] = await sites.rows<{ expires_at: Date }>('SELECT expires_at FROM sites');
    const changes = { expires_at: new Date((row?.expires_at.getTime() ?? 0) + 30 * DAY_MS).toISOString() };

    await expect(change(refused?.id ?? '', changes)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    await change(fine?.id ?? '', changes);
    const live = await sites.rows(
      `SELECT id, check_result->>'outcome' AS outcome FROM sites JOIN page_versions ON site_id = id WHERE is_active`,
    );
    expect(live).toEqual([{ id: fine?.id, outcome: 'passed' }]);
  });

  it('extends an expired site by 30 days, until it is purged', async () => {
    const [site] = await publish(1);
    const id = site?.id ?? '';
    await sites.rows(`UPDATE sites SET expires_at = date_trunc('milliseconds', now()) - interval '29 days'`);
    await expire(new Date());
    const [row] = await sites.rows<{ expires_at: Date }>('SELECT expires_at FROM sites');
    const extended = new Date((row?.expires_at.getTime() ?? 0) + 30 * DAY_MS).toISOString();
    const { rows } = await change(id, { expires_at: extended });
    expect(rows[0]).toMatchObject({ is_active: true, expires_at: extended });
    expect((await ask(port, `/share/${site?.path}`)).status).toBe(200);
    // The present expiry differs the second time.
    await expect(change(id, { expires_at: extended })).rejects.toMatchObject({ code: 'EXPIRY_NOT_ALLOWED' });
  });

  it('purges 30 days after the expiry, with the artifacts', async () => {
    const [site] = await publish(1);
    const expiresAt = site?.expiresAt ?? '';
    const [row] = await sites.rows<{ storage_path: string }>('SELECT storage_path FROM sites');
    const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
    await sites.eventsHandled(60_000);
    expect(await storage.has(row?.storage_path ?? '')).toBe(true);
    await expire(after(expiresAt, 0));
    expect(await purge(after(expiresAt, 30 * DAY_MS - 1))).toBe(0);
    expect(await purge(after(expiresAt, 30 * DAY_MS))).toBe(1);
    expect(await sites.rows('SELECT 1 FROM sites')).toEqual([]);
    await waitFor(async () => !(await storage.has(row?.storage_path ?? '')), {
      timeoutMs: 20_000,
      what: 'its removal',
    });
  });

  it('excludes expired sites before the sweep, and counts exactly after each step', async () => {
    const [first, second] = await publish(5);
    const count = (now = new Date()) => activeSiteTotal(sites.dataSource, now);
    expect(await count()).toBe(5);
    await sites.rows('DELETE FROM sites WHERE id = $1', [first?.id]);
    await sites.rows(`UPDATE sites SET expires_at = now() - interval '1 second' WHERE id = $1`, [second?.id]);
    expect(await count()).toBe(3);
    await Promise.all([expire(new Date()), foldActiveSites(sites.dataSource)]);
    expect(await count()).toBe(3);
    await sites.rows('UPDATE active_site_total SET total = total + 7');
    await Promise.all([recountActiveSites(sites.dataSource), foldActiveSites(sites.dataSource)]);
    expect(await count()).toBe(3);
  });

  it('counts exactly during concurrent folds, recounts and publishes', async () => {
    await publish(1);
    const shake = async () => {
      for (let round = 0; round < 20; round++) {
        await Promise.all([
          recountActiveSites(sites.dataSource),
          foldActiveSites(sites.dataSource),
          sites.rows('UPDATE sites SET is_active = NOT is_active'),
        ]);
      }
    };
    await Promise.all([shake(), shake(), shake()]);
    const [live] = await sites.rows<{ count: number }>('SELECT count(*)::int FROM sites WHERE is_active');
    expect(await activeSiteTotal(sites.dataSource, new Date())).toBe(live?.count);
  });

  it('reconciles storage: writes what is missing, removes what has no site', async () => {
    await publish(2);
    const rows = await sites.rows<{ id: string; storage_path: string }>('SELECT id, storage_path FROM sites');
    const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
    const [lost, orphan] = rows;
    // An artifact whose event is not handled yet is left to the worker.
    await sites.eventsHandled();
    await storage.remove(lost?.storage_path ?? '');
    await sites.rows('DELETE FROM sites WHERE id = $1', [orphan?.id]);
    const reconciling = sites.newReconcileStorage(storage);
    const soon = new Date(Date.now() + 120_000);
    expect((await reconciling.reconcile(soon, contextOf())).written).toBe(1);
    expect(await storage.has(lost?.storage_path ?? '')).toBe(true);
    expect(await storage.has(orphan?.storage_path ?? '')).toBe(false);
    expect(await reconciling.reconcile(soon, contextOf())).toEqual({ written: 0, removed: 0, failures: [] });
  });

  it('gives a path to exactly one of two concurrent changes, and reserves the old one for its owner', async () => {
    const [one, other] = await publish(2);
    expect((await ask(port, `/share/${one?.path}`)).status).toBe(200);
    const outcomes = await Promise.allSettled([one, other].map((site) => change(site?.id ?? '', { path: 'wanted' })));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [winner] = await sites.rows<{ id: string }>(`SELECT id FROM sites WHERE path = 'wanted'`);
    const former = (winner?.id === one?.id ? one : other)?.path ?? '';
    await waitFor(async () => (await ask(port, `/share/${former}`)).status === 404, {
      timeoutMs: 1_500,
      what: 'the old path to stop',
    });
    expect((await ask(port, '/share/wanted')).status).toBe(200);
    await expect(sites.createSite({ htmlContent: 'x', customPath: former })).rejects.toMatchObject({
      code: 'PATH_TAKEN',
    });
    expect((await sites.createSite({ htmlContent: 'x', customPath: former }, { accountId })).path).toBe(former);
  });
});
