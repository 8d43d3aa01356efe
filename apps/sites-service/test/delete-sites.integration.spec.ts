import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { recoveryMessages, siteMessages } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { allowInTransaction } from '@haru/service-runtime';
import { waitFor } from '@haru/testing';
import { deleteAndKeep } from '../src/sites/deleted-rows.js';
import { RemoveSitesWhenAccountDeleted } from '../src/ownership/remove-sites-when-account-deleted.worker.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('deleting many sites together', () => {
  const accountId = randomUUID();
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await sites.startService();
  }, 60_000);
  afterEach(() => sites.empty());
  afterAll(() => sites.stop());

  const deleteAll = () =>
    sites.client.call(
      siteMessages.deleteSites,
      { filters: [{ column: 'user_id', operator: 'eq', values: [accountId] }], single: false },
      contextOf({ accountId }),
    );

  it('publishes them in events of 500', async () => {
    await sites.rows(
      `INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
       SELECT gen_random_uuid(), $1, 't', 'page-' || n, 'x', 1, 'x', now(), now() + interval '1 day', now()
       FROM generate_series(1, 1000) AS n`,
      [accountId],
    );
    expect((await deleteAll()).total).toBe(1_000);
    const events = await sites.rows<{ deleted: { path: string }[] }>(
      `SELECT payload->'sites' AS deleted FROM outbox WHERE name = 'siteDeleted' ORDER BY seq`,
    );
    expect(events.map(({ deleted }) => deleted.length)).toEqual([500, 500]);
    expect(new Set(events.flatMap(({ deleted }) => deleted.map(({ path }) => path))).size).toBe(1_000);
  });

  it('locks the rows in the order of their ids, not of their creation', async () => {
    const [first = '', last = ''] = [randomUUID(), randomUUID()].sort();
    // The site with the last id comes first in the table and, being the newest, in the index of its owner.
    await sites.rows(
      `INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
       SELECT id, $1, 't', left(id::text, 20), 'x', 1, 'x', now() - n * interval '1 minute', now() + interval '1 day', now()
       FROM unnest($2::uuid[]) WITH ORDINALITY AS given (id, n)`,
      [accountId, [last, first]],
    );
    let deleting: Promise<{ total: number }> | undefined;
    await sites.dataSource.transaction(async (manager) => {
      const lock = 'SELECT FROM sites WHERE id = $1 FOR UPDATE';
      await manager.query(lock, [first]);
      deleting = allowInTransaction(() => deleteAll());
      const waits = async () => (await sites.rows('SELECT FROM pg_locks WHERE NOT granted')).length > 0;
      await waitFor(waits, { timeoutMs: 5_000, what: 'the deletion to wait' });
      expect(await manager.query(`${lock} NOWAIT`, [last])).toHaveLength(1);
    });
    expect((await deleting)?.total).toBe(2);
  });

  it('gives up soon where another transaction has a row, and has changed nothing', async () => {
    const { id } = await sites.createSite({ htmlContent: 'x' }, { accountId });
    const filters = [{ column: 'user_id', operator: 'eq' as const, values: [accountId] }];
    const update = { filters, single: false, changes: { noindex: true } };
    const change = () => sites.client.call(siteMessages.updateSites, update, contextOf({ accountId }));
    // The caller itself would give up later, with another code.
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }) };
    await sites.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM sites WHERE id = $1 FOR UPDATE', [id]);
      const results = await allowInTransaction(() => Promise.allSettled([deleteAll(), change()]));
      expect(results).toEqual([refused, refused]);
    });
    expect(await sites.rows('SELECT noindex FROM sites WHERE id = $1', [id])).toEqual([{ noindex: false }]);
  });

  it('leaves connections of the pool to other accounts while calls of one wait for its rows', async () => {
    const { id } = await sites.createSite({ htmlContent: 'x' }, { accountId });
    await sites.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM sites WHERE id = $1 FOR UPDATE', [id]);
      const waiting = allowInTransaction(() => Promise.allSettled(Array.from({ length: 30 }, deleteAll)));
      const startedAt = performance.now();
      await allowInTransaction(() => sites.createSite({ htmlContent: 'y' }));
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      const waits = async () => (await sites.rows('SELECT FROM pg_locks WHERE NOT granted')).length;
      await waitFor(async () => (await waits()) > 0, { timeoutMs: 5_000, what: 'a deletion to wait' });
      expect(await waits()).toBeLessThanOrEqual(2);
      for (const result of await waiting) {
        expect(result).toMatchObject({ status: 'rejected' });
      }
    });
  }, 20_000);

  const waitsForLock = async () =>
    (await sites.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length > 0;

  it('keeps a path from being taken while its page is being deleted', async () => {
    const { id, path } = await sites.createSite({ htmlContent: 'x', customPath: 'wanted-now' }, { accountId });
    let taking: Promise<unknown> | undefined;
    await sites.dataSource.transaction(async (manager) => {
      await deleteAndKeep(manager, [{ id, path }], 'id');
      const take = () => sites.createSite({ htmlContent: 'y', customPath: path });
      taking = allowInTransaction(take).catch((error: unknown) => error);
      await waitFor(waitsForLock, { timeoutMs: 5_000, what: 'the other account to wait' });
    });
    expect(await taking).toMatchObject({ code: 'PATH_TAKEN' });
  });

  it('restores no page whose account is being deleted', async () => {
    const { id } = await sites.createSite({ htmlContent: 'x' }, { accountId });
    await deleteAll();
    const restore = () => sites.client.call(recoveryMessages.restoreOwnSite, { id }, contextOf({ accountId }));
    let restoring: Promise<unknown> | undefined;
    await sites.dataSource.transaction(async (manager) => {
      const deletion = new RemoveSitesWhenAccountDeleted(new Outbox());
      await deletion.handle({ accountId }, { manager, context: contextOf(), eventId: randomUUID() });
      restoring = allowInTransaction(restore).catch((error: unknown) => error);
      await waitFor(waitsForLock, { timeoutMs: 5_000, what: 'the owner to wait' });
    });
    expect(await restoring).toMatchObject({ code: 'SITE_NOT_FOUND' });
    for (const table of ['sites', 'deleted_sites', 'page_versions']) {
      expect(await sites.rows(`SELECT FROM ${table}`)).toEqual([]);
    }
  });
});

describe.each([
  ['on the shared host is free for others once it is purged', {}, true],
  ['on an origin of its own stays its owner’s', { VIEWER_ORIGIN_PATTERN: 'https://{path}.pages.example' }, false],
] as const)('the path of a deleted page', (title, env, isFree) => {
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await sites.startService(env);
  }, 60_000);
  afterAll(() => sites.stop());

  it(title, async () => {
    const accountId = randomUUID();
    const publish = (caller = {}) => sites.createSite({ htmlContent: '<p>x', customPath: 'wanted' }, caller);
    const deleted: string[] = [];
    // Its former owner can take it again.
    for (let round = 0; round < 2; round++) {
      const { id } = await publish({ accountId });
      await sites.client.call(
        siteMessages.deleteSites,
        { filters: [{ column: 'id', operator: 'eq', values: [id] }], single: false },
        contextOf({ accountId }),
      );
      deleted.push(id);
    }
    for (const id of deleted) {
      await expect(publish()).rejects.toMatchObject({ code: 'PATH_TAKEN' });
      await sites.client.call(recoveryMessages.purgeSite, { id }, contextOf({ accountId }));
    }
    if (isFree) expect(await publish()).toMatchObject({ path: 'wanted' });
    else await expect(publish()).rejects.toMatchObject({ code: 'PATH_TAKEN' });
  });
});
