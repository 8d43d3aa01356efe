import { randomUUID } from 'node:crypto';
import { DAY_MS, defaultPublishLimits, defaultSitePolicy, limits } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { foldAccountStorage, recountAccountStorage, totalStorage } from '../src/sites/quotas/account-storage.js';
import { RecheckEndedPages } from '../src/sites/checks/recheck-ended-pages.js';
import { ReservedPaths } from '../src/sites/paths/reserved-paths.js';
import { OwnOriginRule } from '../src/sites/own-origin-rule.js';
import { SitePolicies } from '../src/sites/site-policies.js';
import { StorageQuotas } from '../src/sites/quotas/storage-quotas.js';
import { UpdateSite } from '../src/publishing/versions/update-site.js';
import { UpdateWriter } from '../src/publishing/versions/update-writer.js';
import { PurgeExpiredRows } from '../src/maintenance/purge-expired-rows.job.js';
import { RemoveOldVersions } from '../src/maintenance/remove-old-versions.job.js';
import { UpdateSites } from '../src/data-api/update-sites.js';
import { deleteAndRestore } from './delete-and-restore.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const PAGE_BYTES = 100;
const MAX_PAGES = 50;
const bounds = { temporaryLiveBytes: MAX_PAGES * PAGE_BYTES, registeredLiveBytes: 10 * PAGE_BYTES };

describe('the quota of an account', () => {
  const policies = new SitePolicies(defaultSitePolicy);
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
  }, 60_000);
  afterAll(() => sites.stop());
  beforeEach(() => sites.empty());

  const page = (title: string) => `<title>${title}</title>`.padEnd(PAGE_BYTES, 'x');
  const contextOfAccount = (accountId: string, isAnonymous = true) => contextOf({ accountId, isAnonymous });
  async function fill(accountId: string, count = MAX_PAGES, isAnonymous = true): Promise<void> {
    const creation = sites.newCreateSite(bounds);
    const context = contextOfAccount(accountId, isAnonymous);
    await Promise.all(
      Array.from({ length: count }, (_, n) => creation.createSite({ htmlContent: page(`${n}`) }, context)),
    );
  }
  const publish = (accountId: string, isAnonymous = true) =>
    sites.newCreateSite(bounds).createSite({ htmlContent: page('one more') }, contextOfAccount(accountId, isAnonymous));
  const livePages = async (accountId: string) =>
    (await sites.rows('SELECT 1 FROM sites WHERE user_id = $1 AND is_active', [accountId])).length;
  const drifted = () => recountAccountStorage(sites.dataSource);

  it('is never exceeded by 200 concurrent publications, which do not affect other accounts', async () => {
    const [accountId, other] = [randomUUID(), randomUUID()];
    const replicas = [sites.newCreateSite(bounds), sites.newCreateSite(bounds)];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => {
        const request = { htmlContent: page(`${n}`), ...(n % 5 === 0 ? { idempotencyKey: `key ${n}` } : {}) };
        const creation = replicas[n % 2] ?? sites.newCreateSite(bounds);
        return creation.createSite(request, contextOfAccount(n % 10 === 9 ? other : accountId));
      }),
    );
    const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
    expect(codes).toEqual(Array<string>(180 - MAX_PAGES).fill('STORAGE_QUOTA_EXCEEDED'));
    expect(await livePages(accountId)).toBe(MAX_PAGES);
    expect(await livePages(other)).toBe(20);
    expect(await sites.rows('SELECT DISTINCT aggregate_id FROM outbox')).toHaveLength(MAX_PAGES + 20);
    expect(await drifted()).toBe(0);
  }, 60_000);

  it('counts what pages grew by since the last fold', async () => {
    const accountId = randomUUID();
    await fill(accountId, MAX_PAGES - 2);
    const grow = 'UPDATE sites SET bytes = bytes + $2 WHERE id = (SELECT id FROM sites WHERE user_id = $1 LIMIT 1)';
    await sites.rows(grow, [accountId, PAGE_BYTES]);
    await publish(accountId);
    await sites.rows(grow, [accountId, PAGE_BYTES]);
    await sites.rows('DELETE FROM sites WHERE id = (SELECT id FROM sites WHERE user_id = $1 AND bytes = $2 LIMIT 1)', [
      accountId,
      PAGE_BYTES,
    ]);
    await expect(publish(accountId)).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
  });

  it('is higher for registered accounts, also on a custom path', async () => {
    const accountId = randomUUID();
    await fill(accountId, 10, false);
    await expect(publish(accountId, false)).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
    const chosen = sites
      .newCreateSite(bounds)
      .createSite({ htmlContent: page('x'), customPath: 'chosen' }, contextOfAccount(accountId, false));
    await expect(chosen).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
  });

  it('a repeat with the same key answers the first result when the quota is used up', async () => {
    const accountId = randomUUID();
    const creation = sites.newCreateSite(bounds);
    const request = { htmlContent: page('once'), idempotencyKey: 'key' };
    const first = await creation.createSite(request, contextOfAccount(accountId));
    await fill(accountId, MAX_PAGES - 1);
    expect(await creation.createSite(request, contextOfAccount(accountId))).toEqual(first);
    const other = creation.createSite({ ...request, idempotencyKey: 'other' }, contextOfAccount(accountId));
    await expect(other).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
    expect(await sites.rows('SELECT 1 FROM idempotent_creates')).toHaveLength(1);
  });

  it('deleting frees the quota immediately', async () => {
    const accountId = randomUUID();
    await fill(accountId);
    await expect(publish(accountId)).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
    const [row] = await sites.rows<{ id: string }>('SELECT id FROM sites LIMIT 1');
    const { deletion } = deleteAndRestore(sites, bounds);
    const filters = [{ column: 'id', operator: 'eq' as const, values: [row?.id ?? ''] }];
    await deletion.deleteSites({ filters, single: false }, contextOfAccount(accountId));
    await publish(accountId);
    await expect(publish(accountId)).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
  });

  it('bounds what is restored, and what is kept of deleted pages', async () => {
    const accountId = randomUUID();
    const context = contextOfAccount(accountId);
    const { deletion, restoring } = deleteAndRestore(sites, bounds);
    const deleteAll = () => {
      const filters = [{ column: 'user_id', operator: 'eq' as const, values: [accountId] }];
      return deletion.deleteSites({ filters, single: false }, context);
    };
    await fill(accountId);
    const [first] = await sites.rows<{ id: string }>('SELECT id FROM sites LIMIT 1');
    await deleteAll();
    await fill(accountId);
    const restored = restoring.restoreOwnSite(first?.id ?? '', context);
    await expect(restored).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
    // The earlier ones are deleted.
    await deleteAll();
    expect(await sites.rows('SELECT FROM deleted_sites')).toHaveLength(MAX_PAGES);
    expect(await sites.rows('SELECT FROM deleted_sites WHERE id = $1', [first?.id])).toEqual([]);
    expect(await drifted()).toBe(0);
  });

  it('keeps what was deleted last, whatever its versions take', async () => {
    const context = contextOfAccount(randomUUID());
    const { deletion, restoring } = deleteAndRestore(sites, bounds);
    const { id } = await sites.newCreateSite(bounds).createSite({ htmlContent: page('edited often') }, context);
    await sites.rows('UPDATE page_versions SET bytes = $2 WHERE site_id = $1', [id, bounds.temporaryLiveBytes + 1]);
    await deletion.deleteSites({ filters: [{ column: 'id', operator: 'eq', values: [id] }], single: true }, context);
    expect(await restoring.restoreOwnSite(id, context)).toMatchObject({ id });
  });

  it('bounds the versions of its pages, until old ones are removed', async () => {
    const context = contextOfAccount(randomUUID(), false);
    const { id } = await sites.newCreateSite(bounds).createSite({ htmlContent: page('first') }, context);
    const updating = new UpdateSite(
      sites.dataSource,
      new UpdateWriter(sites.dataSource, new Outbox()),
      policies,
      new StorageQuotas({ ...defaultPublishLimits, ...bounds }, sites.dataSource, 0),
      sites.changes,
      sites.checker,
      sites.newTreeContents(),
      sites.newGivenContents(),
      new OwnOriginRule(),
      { hash: () => Promise.resolve(null), matches: () => Promise.resolve(true) },
    );
    const update = (title: string) => updating.updateSite({ id, htmlContent: page(title), baseVersion: null }, context);
    const mostVersions = (4 * bounds.registeredLiveBytes) / PAGE_BYTES;
    for (let version = 2; version <= mostVersions; version++) await update(`${version}`);
    await expect(update('one more')).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
    expect(await drifted()).toBe(0);
    const retention = { keepAllHours: 24, newestTemporary: 1, newestRegistered: 2, maxDays: 365 };
    await new RemoveOldVersions(sites.dataSource, retention).run(undefined, new Date(Date.now() + 2 * DAY_MS));
    expect(await update('one more')).toMatchObject({ version: mostVersions + 1 });
    expect(await drifted()).toBe(0);
  });

  it('expiry frees the quota, and an expired page is extended only within the quota', async () => {
    const accountId = randomUUID();
    await fill(accountId);
    await sites.rows(
      `UPDATE sites SET is_active = false, expires_at = date_trunc('second', now()) WHERE id IN (SELECT id FROM sites LIMIT 1)`,
    );
    const [expired] = await sites.rows<{ id: string; expires_at: Date }>(
      'SELECT id, expires_at FROM sites WHERE NOT is_active',
    );
    const extended = new Date((expired?.expires_at.getTime() ?? 0) + limits.extensionDays * DAY_MS);
    const changing = new UpdateSites(
      sites.dataSource,
      policies,
      sites.changes,
      new StorageQuotas({ ...defaultPublishLimits, ...bounds }, sites.dataSource, 0),
      new ReservedPaths('Haru', []),
      new RecheckEndedPages(sites.dataSource, sites.checker, sites.renderer),
      new OwnOriginRule(),
      { hash: () => Promise.resolve(null) },
    );
    const extend = () =>
      changing.updateSites(
        {
          filters: [{ column: 'id', operator: 'eq', values: [expired?.id ?? ''] }],
          single: false,
          changes: { expires_at: extended.toISOString() },
        },
        contextOfAccount(accountId),
      );
    await publish(accountId);
    await expect(extend()).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
    await sites.rows('DELETE FROM sites WHERE id = (SELECT id FROM sites WHERE is_active LIMIT 1)');
    await extend();
    await expect(publish(accountId)).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
    expect(await livePages(accountId)).toBe(MAX_PAGES);
    expect(await drifted()).toBe(0);
  });

  it('a wrong count is corrected, and rows of accounts without pages are deleted', async () => {
    const [accountId, gone] = [randomUUID(), randomUUID()];
    await fill(accountId, 3);
    await fill(gone, 1);
    await sites.rows('DELETE FROM sites WHERE user_id = $1', [gone]);
    await sites.rows('UPDATE account_storage SET live_bytes = 7 WHERE user_id = $1', [accountId]);
    expect(await drifted()).toBe(1);
    expect(await drifted()).toBe(0);
    await foldAccountStorage(sites.dataSource);
    await new PurgeExpiredRows(sites.dataSource).run();
    expect(await sites.rows('SELECT * FROM account_storage')).toEqual([
      { user_id: accountId, live_bytes: '300', stored_bytes: '300' },
    ]);
  });

  it('over the soft limit only registered accounts publish, until space is free again', async () => {
    const accountId = randomUUID();
    await fill(accountId, 3);
    expect(await totalStorage(sites.dataSource)).toBe(3 * PAGE_BYTES);
    const publishWith = (softLimit: number, isAnonymous: boolean) =>
      sites
        .newCreateSite(bounds, softLimit)
        .createSite({ htmlContent: page('more') }, contextOfAccount(randomUUID(), isAnonymous));
    await expect(publishWith(3 * PAGE_BYTES, true)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await publishWith(3 * PAGE_BYTES, false);
    await publishWith(3 * PAGE_BYTES + 1, true);
    await publishWith(0, true);
  });
});
