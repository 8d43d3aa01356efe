import { randomUUID } from 'node:crypto';
import {
  DAY_MS,
  limits,
  moderationMessages,
  recoveryMessages,
  siteInternalMessages,
  siteMessages,
} from '@haru/contracts';
import { allowInTransaction } from '@haru/service-runtime';
import { waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recountAccountStorage } from '../src/sites/quotas/account-storage.js';
import { PurgeSites } from '../src/maintenance/purge-sites.job.js';
import { deleteAndRestore } from './delete-and-restore.js';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('a page that was deleted or expired', () => {
  let sites: SitesUnderTest;
  let port: number;
  const moderator = contextOf({ haruRole: 'moderator' });

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    ({ port } = await sites.startAll());
    await sites.startChecks();
  }, 60_000);
  afterAll(() => sites.stop());

  const html = () => `<title>${randomUUID()}</title><p>${'本文 '.repeat(400)}`;
  const byId = (id: string) => [{ column: 'id', operator: 'eq' as const, values: [id] }];
  const owner = () => contextOf();
  type Context = ReturnType<typeof owner>;
  const accountOf = ({ caller }: Context) => (caller.role === 'authenticated' ? caller.accountId : '');
  const publish = async (context: Context, customPath = `page-${randomUUID().slice(0, 8)}`, htmlContent = html()) =>
    (await sites.client.call(siteMessages.createSite, { htmlContent, customPath }, context)).site;
  const remove = (id: string, context: Context) =>
    sites.client.call(siteMessages.deleteSites, { filters: byId(id), single: false }, context);
  const restore = async (id: string, context: Context) =>
    (await sites.client.call(recoveryMessages.restoreOwnSite, { id }, context)).site;
  const purge = (id: string, context: Context) => sites.client.call(recoveryMessages.purgeSite, { id }, context);
  const ended = (context: Context, after?: string) =>
    sites.client.call(recoveryMessages.listDeletedSites, { after }, context);
  const variants = (path: string) =>
    Promise.all(
      ['identity', 'gzip', 'br'].map(async (encoding) => {
        const { status, headers, body } = await ask(port, `/share/${path}`, {
          headers: { 'accept-encoding': encoding },
        });
        return { status, etag: headers.etag, body: body.toString('base64') };
      }),
    );
  const shows = (path: string, status: number) =>
    waitFor(async () => (await ask(port, `/share/${path}`)).status === status, {
      timeoutMs: 5_000,
      what: `${path} to answer ${status}`,
    });

  it('is not found until its owner restores it, with the same bytes, path and lifetime', async () => {
    const context = owner();
    const site = await publish(context);
    await sites.eventsHandled();
    const before = await variants(site.path);
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
    await remove(site.id, context);
    await shows(site.path, 404);
    await sites.eventsHandled();
    expect(await sites.storedContents()).toEqual([]);
    await expect(sites.client.call(siteMessages.serveSite, { path: site.path }, owner())).rejects.toMatchObject({
      code: 'SITE_NOT_FOUND',
    });
    const list = { columns: ['*'], filters: [], order: [], offset: 0, want: 'rows' as const, single: false };
    expect((await sites.client.call(siteMessages.listSites, list, context)).rows).toEqual([]);
    await expect(publish(owner(), site.path)).rejects.toMatchObject({ code: 'PATH_TAKEN' });
    const check = await sites.client.call(siteMessages.checkPath, { path: site.path }, owner());
    expect(check.available).toBe(false);
    await expect(restore(site.id, owner())).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    const { sites: kept, next } = await ended(context);
    expect(kept).toMatchObject([{ id: site.id, path: site.path, title: site.title, state: 'deleted' }]);
    const keptMs = Date.parse(kept[0]?.purge_at ?? '') - Date.parse(kept[0]?.deleted_at ?? '');
    expect([next, keptMs]).toEqual([null, limits.deletedKeptDays * DAY_MS]);
    expect((await ended(owner())).sites).toEqual([]);

    expect(await restore(site.id, context)).toEqual(site);
    await shows(site.path, 200);
    await sites.eventsHandled();
    expect(await variants(site.path)).toEqual(before);
    expect(await sites.storedContents()).toHaveLength(1);
    expect(await restore(site.id, context)).toEqual(site);
    expect((await ended(context)).sites).toEqual([]);
    expect(await recountAccountStorage(sites.dataSource)).toBe(0);
  }, 60_000);

  it('has ten more days when it is restored after its expiry, deleted or not, by an account that is not banned', async () => {
    const context = owner();
    const [expired, deleted] = [await publish(context), await publish(context)];
    await remove(deleted.id, context);
    // A publish that is handled while its account is banned stops the page.
    await sites.eventsHandled();
    const past = "now() - interval '3 days'";
    await sites.rows(`UPDATE sites SET expires_at = ${past}, is_active = false WHERE id = $1`, [expired.id]);
    await sites.rows(`UPDATE deleted_sites SET expires_at = ${past} WHERE id = $1`, [deleted.id]);
    const { sites: list } = await ended(context);
    expect(list.map(({ id, state }) => [id, state])).toEqual([
      [deleted.id, 'deleted'],
      [expired.id, 'expired'],
    ]);
    const withPages = async () => {
      const accountIds = [accountOf(context)];
      return (await sites.client.call(siteInternalMessages.findOwnersOfLiveSites, { accountIds }, context)).accountIds;
    };
    expect(await withPages()).toEqual([accountOf(context)]);
    // The database counts microseconds and the service milliseconds, so exactly at the limit the result is not certain.
    await sites.rows(`UPDATE sites SET expires_at = now() - interval '30 days 1 second' WHERE id = $1`, [expired.id]);
    await expect(restore(expired.id, context)).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    expect(await withPages()).toEqual([accountOf(context)]);
    await sites.rows('UPDATE deleted_sites SET user_id = gen_random_uuid() WHERE id = $1', [deleted.id]);
    expect(await withPages()).toEqual([]);
    await sites.rows('UPDATE deleted_sites SET user_id = $2 WHERE id = $1', [deleted.id, accountOf(context)]);
    await sites.rows(`UPDATE sites SET expires_at = ${past} WHERE id = $1`, [expired.id]);
    await sites.rows(`INSERT INTO banned_accounts VALUES ($1, '規約違反', now())`, [accountOf(context)]);
    for (const { id } of [expired, deleted]) {
      await expect(restore(id, context)).rejects.toMatchObject({ code: 'SITE_STOPPED' });
    }
    await sites.rows('DELETE FROM banned_accounts');
    for (const { id, path } of [expired, deleted]) {
      const lifetime = Date.parse((await restore(id, context)).expiresAt) - Date.now();
      expect(Math.abs(lifetime - limits.siteLifetimeDays * DAY_MS)).toBeLessThan(60_000);
      await shows(path, 200);
    }
  }, 30_000);

  it('is listed a page at a time, the latest first', async () => {
    const context = owner();
    await sites.rows(
      `INSERT INTO deleted_sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at,
         last_modified, deleted_at)
       SELECT gen_random_uuid(), $1, n::text, 'listed-' || n, 'x', 1, 'x', now(), now(), now(), now() - n * interval '1 minute'
       FROM generate_series(1, 60) AS n`,
      [accountOf(context)],
    );
    const first = await ended(context);
    const second = await ended(context, first.next ?? '');
    expect([...first.sites, ...second.sites].map(({ title }) => Number(title))).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
    expect(second.next).toBeNull();
    await expect(ended(context, 'x')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('can be purged by its owner, and only then is its path free', async () => {
    const context = owner();
    const [live, expired, deleted] = [await publish(context), await publish(context), await publish(context)];
    await sites.rows(`UPDATE sites SET expires_at = now() - interval '1 day' WHERE id = $1`, [expired.id]);
    await remove(deleted.id, context);
    await expect(purge(live.id, context)).rejects.toMatchObject({ code: 'SITE_IS_LIVE' });
    for (const { id, path } of [expired, deleted]) {
      await expect(purge(id, owner())).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
      await purge(id, context);
      await expect(restore(id, context)).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
      await expect(purge(id, context)).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
      await publish(owner(), path);
    }
    expect((await ended(context)).sites).toEqual([]);
  });

  it('leaves a path that its owner gave up to the owner when it is purged', async () => {
    const context = owner();
    const rename = (id: string) =>
      sites.client.call(
        siteMessages.updateSites,
        { filters: byId(id), single: false, changes: { path: `page-${randomUUID().slice(0, 8)}` } },
        context,
      );
    const deleted = await publish(context);
    await remove(deleted.id, context);
    await rename((await publish(context, deleted.path)).id);
    await purge(deleted.id, context);
    await expect(publish(owner(), deleted.path)).rejects.toMatchObject({ code: 'PATH_TAKEN' });
    // A path that was used again in between stays the owner's for the rest of its time.
    const again = await publish(context, deleted.path);
    await remove(again.id, context);
    await purge(again.id, context);
    await expect(publish(owner(), deleted.path)).rejects.toMatchObject({ code: 'PATH_TAKEN' });
    await sites.rows(`UPDATE reserved_paths SET reserved_until = now() WHERE path = $1`, [deleted.path]);
    await publish(owner(), deleted.path);
  });

  it('cannot be restored while its owner has another page at its path', async () => {
    const context = owner();
    const first = await publish(context);
    await remove(first.id, context);
    const second = await publish(context, first.path);
    await expect(restore(first.id, context)).rejects.toMatchObject({ code: 'PATH_TAKEN' });
    await remove(second.id, context);
    await purge(second.id, context);
    await expect(publish(owner(), first.path)).rejects.toMatchObject({ code: 'PATH_TAKEN' });
    expect((await restore(first.id, context)).path).toBe(first.path);
  });

  it('is restored by two concurrent calls in different replicas', async () => {
    const context = owner();
    const { id } = await publish(context);
    await remove(id, context);
    const restoreHere = () => deleteAndRestore(sites).restoring.restoreOwnSite(id, context);
    const { restoring } = await sites.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM deleted_sites WHERE id = $1 FOR UPDATE', [id]);
      const both = allowInTransaction(() => Promise.all([restoreHere(), restoreHere()]));
      const wait = async () => (await sites.rows('SELECT FROM pg_locks WHERE NOT granted')).length === 2;
      await waitFor(wait, { timeoutMs: 5_000, what: 'both calls to wait' });
      return { restoring: both };
    });
    expect(await restoring).toMatchObject([{ id }, { id }]);
  });

  it('is purged after a week, stopped ones after 30 days', async () => {
    const context = owner();
    const [plain, stopped] = [await publish(context), await publish(context)];
    await sites.client.call(moderationMessages.stopSite, { site: stopped.id, reason: '確認中' }, moderator);
    for (const { id } of [plain, stopped]) await remove(id, context);
    const purging = new PurgeSites(sites.dataSource);
    const keptIds = async () =>
      (await sites.rows<{ id: string }>('SELECT id FROM deleted_sites WHERE id = ANY ($1)', [[plain.id, stopped.id]]))
        .map(({ id }) => id)
        .sort();
    const sweepAfter = async (ms: number) => {
      await purging.run(undefined, new Date(Date.now() + ms));
      return keptIds();
    };
    expect(await sweepAfter(limits.deletedKeptDays * DAY_MS - 60_000)).toEqual([plain.id, stopped.id].sort());
    expect(await sweepAfter(limits.deletedKeptDays * DAY_MS)).toEqual([stopped.id]);
    await expect(restore(plain.id, context)).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    await expect(restore(stopped.id, context)).rejects.toMatchObject({ code: 'SITE_STOPPED' });
    await expect(purge(stopped.id, context)).rejects.toMatchObject({ code: 'SITE_STOPPED' });
    expect((await ended(context)).sites).toEqual([]);
    expect(await sweepAfter(limits.evidenceKeptDays * DAY_MS - 60_000)).toEqual([stopped.id]);
    expect(await sweepAfter(limits.evidenceKeptDays * DAY_MS)).toEqual([]);
  });

  it('can be stopped by a moderator, and restored by its owner once the stop is lifted', async () => {
    const context = owner();
    const site = await publish(context);
    await remove(site.id, context);
    const moderate = (message: typeof moderationMessages.stopSite | typeof moderationMessages.restoreSite) =>
      sites.client.call(message, { site: site.path, reason: '確認中' }, moderator);
    expect((await moderate(moderationMessages.stopSite)).site).toMatchObject({ is_deleted: true, is_active: false });
    await shows(site.path, 451);
    const search = { text: site.path, state: 'stopped' as const };
    expect((await sites.client.call(moderationMessages.searchSites, search, moderator)).sites).toMatchObject([
      { id: site.id, is_deleted: true, stopped_reason: '確認中' },
    ]);
    await expect(restore(site.id, context)).rejects.toMatchObject({ code: 'SITE_STOPPED' });
    await moderate(moderationMessages.restoreSite);
    await shows(site.path, 404);
    await expect(publish(owner(), site.path)).rejects.toMatchObject({ code: 'PATH_TAKEN' });
    await restore(site.id, context);
    await shows(site.path, 200);
  });

  it('is checked again before it is shown: what the rules refuse by now stays deleted', async () => {
    const context = owner();
    const { id, path } = await publish(context);
    const phishing = '<title>楽天カード ログイン</title><input type="password">';
    await sites.rows(
      `UPDATE contents SET html = $2 FROM page_versions AS v WHERE v.content_hash = hash AND v.site_id = $1`,
      [id, phishing],
    );
    await remove(id, context);
    await expect(restore(id, context)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    await shows(path, 404);
  });
});
