import { hash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDeleted, DAY_MS, limits, moderationMessages, siteMessages } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { RemoveSitesWhenAccountDeleted } from '../src/ownership/remove-sites-when-account-deleted.worker.js';
import { PurgeSites } from '../src/maintenance/purge-sites.job.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('removeSitesWhenAccountDeleted', () => {
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await sites.startService();
  }, 60_000);
  afterAll(() => sites.stop());

  /**
   * The auth service's relay would deliver the event; here the outbox of the same database delivers it to this service
   * alone.
   */
  const publishSiteDeleted = (accountId: string) =>
    sites.dataSource.transaction((manager) =>
      new Outbox().publish(
        manager,
        { ...accountDeleted, consumers: ['sites'] },
        { accountId },
        { aggregateId: accountId, context: contextOf() },
      ),
    );
  const deleteSite = (id: string, accountId: string) =>
    sites.client.call(
      siteMessages.deleteSites,
      { filters: [{ column: 'id', operator: 'eq', values: [id] }], single: true },
      contextOf({ accountId }),
    );
  const storedIds = async () => (await sites.storedContents()).map(({ id }) => id);
  const hashOf = (title: number) => hash('sha256', `<title>${title}</title><h1>${title}</h1>`);
  const sitesOf = (accountId: string) => sites.rows('SELECT id FROM sites WHERE user_id = $1', [accountId]);

  it('leaves neither rows nor files, also when the worker was down meanwhile, and keeps those of other accounts', async () => {
    const [gone, staying] = [randomUUID(), randomUUID()];
    const worker = await sites.startWorker();
    await Promise.all([
      sites.createSite({ htmlContent: '<h1>1</h1>', idempotencyKey: 'k' }, { accountId: gone }),
      sites.createSite({ htmlContent: '<h1>2</h1>' }, { accountId: gone }),
      sites.createSite({ htmlContent: '<h1>3</h1>' }, { accountId: staying }),
    ]);
    await sites.eventsHandled();
    expect(await storedIds()).toEqual([hashOf(1), hashOf(2), hashOf(3)].sort());
    // A killed write leaves such a file.
    await writeFile(join(sites.storageDirectory, hashOf(1).slice(0, 3), `${hashOf(1)}.0.tmp`), 'half');

    const earlier = await sites.createSite({ htmlContent: '<h1>4</h1>', customPath: 'earlier' }, { accountId: gone });
    expect((await deleteSite(earlier.id, gone)).total).toBe(1);
    await sites.eventsHandled();

    await worker.close();
    await publishSiteDeleted(gone);
    expect(await sitesOf(gone)).toHaveLength(2);
    await sites.startWorker();
    await sites.eventsHandled();
    expect(await sitesOf(gone)).toEqual([]);
    expect(await sitesOf(staying)).toHaveLength(1);
    expect(await sites.rows('SELECT 1 FROM deleted_sites')).toEqual([]);
    await sites.createSite({ htmlContent: '<h1>3</h1>', customPath: 'earlier' }, { accountId: staying });
    await sites.eventsHandled();
    expect(await storedIds()).toEqual([hashOf(3)]);
    expect(await sites.rows('SELECT 1 FROM idempotent_creates WHERE user_id = $1', [gone])).toEqual([]);

    // A repeated event does nothing, and a publish that was in flight at the deletion is deleted, too.
    await publishSiteDeleted(gone);
    await sites.createSite({ htmlContent: '<h1>late</h1>' }, { accountId: gone });
    await sites.eventsHandled();
    expect(await sitesOf(gone)).toEqual([]);
    expect(await storedIds()).toEqual([hashOf(3)]);
  }, 60_000);

  it('deletes many pages in batches, so that the locks of their paths fit into the memory of Postgres', async () => {
    const accountId = randomUUID();
    await sites.rows(
      `INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified,
         had_own_origin)
       SELECT gen_random_uuid(), $1, 't', 'many-' || n, 'x', 1, 'x', now(), now() + interval '1 day', now(), true
       FROM generate_series(1, 1100) AS n`,
      [accountId],
    );
    const deletion = new RemoveSitesWhenAccountDeleted(new Outbox());
    // Each path that had an own origin is locked while it is freed.
    const handle = () =>
      sites.dataSource.transaction(async (manager) => {
        await deletion.handle({ accountId }, { manager, context: contextOf(), eventId: randomUUID() });
        return manager.query<{ count: number }[]>(
          `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`,
        );
      });
    expect((await handle())[0]?.count).toBeLessThan(64);
    await sites.eventsHandled();
    expect(await sitesOf(accountId)).toEqual([]);
  }, 60_000);

  it('keeps stopped pages, deleted ones too, as evidence for 30 days', async () => {
    const accountId = randomUUID();
    const publish = (title: string) => sites.createSite({ htmlContent: `<title>${title}</title>` }, { accountId });
    const [live, deleted] = [await publish('live'), await publish('deleted')];
    await Promise.all([publish('other'), deleteSite((await publish('deleted, too')).id, accountId)]);
    await deleteSite(deleted.id, accountId);
    for (const { id: site } of [live, deleted]) {
      const stop = { site, reason: 'phishing' };
      await sites.client.call(moderationMessages.stopSite, stop, contextOf({ haruRole: 'moderator' }));
    }
    await publishSiteDeleted(accountId);
    await sites.eventsHandled();
    expect(await sitesOf(accountId)).toEqual([]);
    const kept = () =>
      sites.rows(
        `SELECT deleted_sites.id, html FROM deleted_sites
         JOIN page_versions ON site_id = deleted_sites.id JOIN contents ON hash = page_versions.content_hash
         WHERE user_id = $1 ORDER BY deleted_at`,
        [accountId],
      );
    expect(await kept()).toEqual([
      { id: deleted.id, html: '<title>deleted</title>' },
      { id: live.id, html: '<title>live</title>' },
    ]);
    const purging = new PurgeSites(sites.dataSource);
    const sweepAfter = async (days: number) =>
      (await purging.run(undefined, new Date(Date.now() + days * DAY_MS))).deleted;
    expect(await sweepAfter(limits.evidenceKeptDays - 1)).toBe(0);
    expect(await sweepAfter(limits.evidenceKeptDays)).toBe(2);
    expect(await kept()).toEqual([]);
  }, 60_000);
});
