import { randomUUID } from 'node:crypto';
import { adoptionMessages, recoveryMessages, siteMessages, versionMessages } from '@haru/contracts';
import { allowInTransaction } from '@haru/service-runtime';
import { type TestProcess, waitFor } from '@haru/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { joinCase } from '../src/moderation/cases/steps/open-case.js';
import { recountAccountStorage } from '../src/sites/quotas/account-storage.js';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('adoptSites', () => {
  let sites: SitesUnderTest;
  let service: TestProcess;
  let port: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    [service, { port }] = await Promise.all([sites.spawnService(), sites.startViewer()]);
  }, 60_000);
  afterAll(() => sites.stop());
  beforeEach(() => sites.empty());

  const temporary = () => contextOf({ isAnonymous: true });
  const registered = () => contextOf();
  type Context = ReturnType<typeof contextOf>;
  const idOf = ({ caller }: Context) => (caller.role === 'authenticated' ? caller.accountId : '');
  const html = () => `<title>${randomUUID()}</title><p>${'本文 '.repeat(40)}`;
  const publish = async (context: Context, idempotencyKey?: string) =>
    (await sites.client.call(siteMessages.createSite, { htmlContent: html(), idempotencyKey }, context)).site;
  const update = (id: string, context: Context) =>
    sites.client.call(versionMessages.updateSite, { id, htmlContent: html(), baseVersion: null }, context);
  const remove = (id: string, context: Context) => {
    const filters = [{ column: 'id', operator: 'eq' as const, values: [id] }];
    return sites.client.call(siteMessages.deleteSites, { filters, single: false }, context);
  };
  const adopt = async (from: Context, to: Context) =>
    (await sites.client.call(adoptionMessages.adoptSites, { temporaryAccountId: idOf(from) }, to)).moved;

  /**
   * Publishes a live page with two versions, one that is stopped, one that has expired, and a deleted one with two
   * versions.
   */
  async function publishAllKinds(context: Context) {
    const [live, stopped, expired, deleted] = [
      await publish(context, 'key'),
      await publish(context),
      await publish(context),
      await publish(context),
    ];
    await Promise.all([update(live.id, context), update(deleted.id, context)]);
    await remove(deleted.id, context);
    await sites.rows(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = '規約違反', stopped_source = 'admin' WHERE id = $1`,
      [stopped.id],
    );
    await sites.rows(`UPDATE sites SET is_active = false, expires_at = now() - interval '3 days' WHERE id = $1`, [
      expired.id,
    ]);
    await sites.rows('TRUNCATE outbox');
    return { live, stopped, expired, deleted };
  }

  /** Reads everything that the service has of an account's pages, without the id of the account. */
  async function ownedBy(context: Context) {
    const of = (statement: string) => sites.rows<{ row: object }>(statement, [idOf(context)]);
    const rows = (table: string, owner = 'user_id') =>
      of(`SELECT to_jsonb(t) - '${owner}' - 'owner_unconfirmed' AS row FROM ${table} AS t WHERE ${owner} = $1
          ORDER BY to_jsonb(t) - '${owner}'`);
    const [pages, deleted, versions, paths, bytes] = await Promise.all([
      rows('sites'),
      rows('deleted_sites'),
      rows('page_versions', 'account_id'),
      rows('reserved_paths'),
      of(`SELECT jsonb_build_array(sum(live_bytes), sum(stored_bytes)) AS row FROM (
            SELECT live_bytes, stored_bytes FROM account_storage WHERE user_id = $1
            UNION ALL SELECT live_bytes, stored_bytes FROM account_storage_deltas WHERE user_id = $1) AS used`),
    ]);
    return { pages, deleted, versions, paths, bytes };
  }
  const events = async () =>
    (await sites.rows<{ name: string }>('SELECT name FROM outbox ORDER BY name')).map(({ name }) => name);
  const isEmpty = { pages: [], deleted: [], versions: [], paths: [] };

  it('moves every page with its versions, path, key and bytes, once, with an entry in the audit log', async () => {
    const [from, to] = [temporary(), registered()];
    const { live, deleted } = await publishAllKinds(from);
    const other = await publish(from);
    await sites.rows('UPDATE sites SET noindex = true WHERE id = $1', [live.id]);
    const shown = async ({ path }: { path: string }) => {
      const { status, headers, body } = await ask(port, `/share/${path}`);
      return { status, etag: headers.etag, robots: headers['x-robots-tag'], body: body.toString() };
    };
    const [seen, seenOfOther] = [await shown(live), await shown(other)];
    expect([seen, seenOfOther]).toMatchObject([
      { status: 200, robots: 'noindex' },
      { status: 200, robots: 'noindex' },
    ]);
    const before = await ownedBy(from);
    expect(before).toMatchObject({ pages: { length: 4 }, deleted: { length: 1 }, versions: { length: 7 } });
    await sites.rows('TRUNCATE outbox');

    expect(await adopt(from, to)).toBe(4);
    expect(await ownedBy(to)).toEqual(before);
    expect(await ownedBy(from)).toMatchObject({ ...isEmpty, bytes: [{ row: [0, 0] }] });
    expect(await recountAccountStorage(sites.dataSource)).toBe(0);
    expect(await shown(live)).toEqual(seen);
    // As at a registration, its owner alone decides from then on.
    const etag = seenOfOther.etag?.replace('-noindex', '');
    expect(await shown(other)).toEqual({ ...seenOfOther, etag, robots: undefined });
    expect(await events()).toEqual(['adminActed', 'siteStateChanged']);
    const [act] = await sites.rows(`SELECT payload FROM outbox WHERE name = 'adminActed'`);
    expect(act).toMatchObject({
      payload: {
        action: 'adoptSites',
        actor: { kind: 'account', accountId: idOf(to) },
        subject: { kind: 'account', id: idOf(from) },
        details: { pages: 4, deletedPages: 1 },
      },
    });
    expect(await sites.rows('SELECT 1 FROM sites WHERE owner_unconfirmed')).toEqual([]);

    expect([await adopt(from, to), await adopt(from, registered()), await adopt(to, to)]).toEqual([0, 0, 0]);
    expect(await ownedBy(to)).toEqual(before);
    expect(await events()).toEqual(['adminActed', 'siteStateChanged']);
    const repeat = (context: Context) =>
      sites.rows('SELECT site_id FROM idempotent_creates WHERE user_id = $1 AND key = $2', [idOf(context), 'key']);
    expect([await repeat(from), await repeat(to)]).toEqual([[{ site_id: live.id }], [{ site_id: live.id }]]);
    await update(live.id, to);
    await expect(update(live.id, from)).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    await sites.client.call(recoveryMessages.restoreOwnSite, { id: deleted.id }, to);
    expect(await recountAccountStorage(sites.dataSource)).toBe(0);
  });

  /** Blocks the statements on a table, begins the call, and says when it waits there. */
  async function adoptBlockedAt(table: string, from: Context, to: Context) {
    const blocker = sites.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const outcome = adopt(from, to).then(
      () => 'done',
      () => 'refused',
    );
    const pids = await waitFor(
      async () => {
        const found = await sites.rows<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND application_name = 'sites-service'`,
        );
        return found.length > 0 && found.map(({ pid }) => pid);
      },
      { what: `the call to wait for ${table}`, timeoutMs: 6_000 },
    );
    const release = async () => {
      await blocker.rollbackTransaction();
      await blocker.release();
    };
    return { outcome, pids, release };
  }

  it.each([
    ...['deleted_accounts', 'banned_accounts', 'sites', 'account_storage', 'deleted_sites', 'page_versions'],
    ...['account_storage_deltas', 'reserved_paths', 'stopped_paths', 'idempotent_creates', 'outbox'],
  ])('moves nothing when its connection ends at %s, and everything in the repeat', async (table) => {
    const [from, to] = [temporary(), registered()];
    await publishAllKinds(from);
    const before = await ownedBy(from);
    const { outcome, pids, release } = await adoptBlockedAt(table, from, to);
    await sites.rows('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
    await release();
    expect(await outcome).toBe('refused');
    expect([await ownedBy(from), await ownedBy(to), await events()]).toEqual([
      before,
      expect.objectContaining(isEmpty),
      [],
    ]);
    expect([await adopt(from, to), await adopt(from, to)]).toEqual([3, 0]);
    expect(await ownedBy(to)).toEqual(before);
    expect(await events()).toEqual(['adminActed', 'siteStateChanged']);
    expect(await recountAccountStorage(sites.dataSource)).toBe(0);
  });

  it('moves nothing when the process is killed, and everything in the repeat', async () => {
    const [from, to] = [temporary(), registered()];
    await publishAllKinds(from);
    const before = await ownedBy(from);
    const { release } = await adoptBlockedAt('outbox', from, to);
    service.kill('SIGKILL');
    await service.exited;
    await release();
    service = await sites.spawnService();
    expect([await ownedBy(from), await events()]).toEqual([before, []]);
    expect(await adopt(from, to)).toBe(3);
    expect(await ownedBy(to)).toEqual(before);
    expect(await recountAccountStorage(sites.dataSource)).toBe(0);
  }, 60_000);

  it('moves 200 pages once to one of two accounts that ask concurrently, and what is published meanwhile', async () => {
    const [from, one, other] = [temporary(), registered(), registered()];
    const published = await Promise.all(Array.from({ length: 200 }, () => publish(from)));
    const late = Array.from({ length: 10 }, () => publish(from));
    const moved = await Promise.all([one, other, one, other].map((to) => adopt(from, to)));
    const all = [...published, ...(await Promise.all(late))].map(({ id }) => id);
    const winner = (await ownedBy(one)).pages.length > 0 ? one : other;
    moved.push(await adopt(from, winner));
    expect(moved.reduce((sum, count) => sum + count)).toBe(210);
    expect(await ownedBy(from)).toMatchObject(isEmpty);
    const owners = await sites.rows<{ id: string; user_id: string }>('SELECT id, user_id FROM sites');
    expect(owners.map(({ id }) => id).sort()).toEqual(all.sort());
    expect(await recountAccountStorage(sites.dataSource)).toBe(0);
  }, 60_000);

  const waits = (count: number) =>
    waitFor(async () => (await sites.rows('SELECT FROM pg_locks WHERE NOT granted')).length === count, {
      what: `${count} calls to wait`,
      timeoutMs: 6_000,
    });
  const casesOf = (siteId: string) => sites.rows('SELECT owner_id FROM cases WHERE site_id = $1', [siteId]);

  it('moves the case of a page while a moderator decides it', async () => {
    const [from, to] = [temporary(), registered()];
    const { id } = await publish(from);
    await sites.dataSource.transaction((manager) => joinCase(manager, { siteId: id, kind: 'other' }, 'report'));
    const adopting = await sites.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM cases WHERE site_id = $1 FOR UPDATE', [id]);
      const moved = allowInTransaction(() => adopt(from, to));
      await waits(1);
      await manager.query('SELECT FROM sites WHERE id = $1 FOR NO KEY UPDATE', [id]);
      return { moved };
    });
    expect(await adopting.moved).toBe(1);
    expect(await casesOf(id)).toEqual([{ owner_id: idOf(to) }]);
  });

  it('moves the case that is opened meanwhile', async () => {
    const [from, to] = [temporary(), registered()];
    const { id } = await publish(from);
    const { outcome, release } = await adoptBlockedAt('page_versions', from, to);
    const opened = sites.dataSource.transaction((manager) =>
      joinCase(manager, { siteId: id, kind: 'other' }, 'report'),
    );
    await waits(2);
    await release();
    expect([await outcome, (await opened).abuseCase.ownerId]).toEqual(['done', idOf(to)]);
    expect(await casesOf(id)).toEqual([{ owner_id: idOf(to) }]);
  });

  it('takes in pages over the quota of the account, which then publishes no more', async () => {
    const [from, to] = [temporary(), registered()];
    await Promise.all([publish(from), publish(to)]);
    await sites.rows('UPDATE account_storage SET live_bytes = 1e12 WHERE user_id = $1', [idOf(to)]);
    expect(await adopt(from, to)).toBe(1);
    await expect(publish(to)).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED' });
    expect(await recountAccountStorage(sites.dataSource)).toBe(1);
  });

  it('moves nothing to a temporary, deleted or banned account, nor from a banned one', async () => {
    const [from, deleted, banned] = [temporary(), registered(), registered()];
    await publish(from);
    await sites.rows('INSERT INTO deleted_accounts VALUES ($1)', [idOf(deleted)]);
    const ban = (context: Context) =>
      sites.rows(`INSERT INTO banned_accounts VALUES ($1, '規約違反', now())`, [idOf(context)]);
    await ban(banned);
    await expect(adopt(from, temporary())).rejects.toMatchObject({ code: 'REGISTRATION_REQUIRED' });
    await expect(adopt(from, deleted)).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    await expect(adopt(from, banned)).rejects.toMatchObject({ code: 'ACCOUNT_BANNED' });
    await ban(from);
    await expect(adopt(from, registered())).rejects.toMatchObject({ code: 'ACCOUNT_BANNED' });
    expect((await ownedBy(from)).pages).toHaveLength(1);
  });
});
