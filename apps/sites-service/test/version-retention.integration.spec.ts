import { randomUUID } from 'node:crypto';
import { HOUR_MS, limits } from '@haru/contracts';
import { allowInTransaction } from '@haru/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PurgeSites } from '../src/maintenance/purge-sites.job.js';
import { RemoveOldVersions } from '../src/maintenance/remove-old-versions.job.js';
import { RemoveUnusedContents } from '../src/maintenance/remove-unused-contents.job.js';
import { foldAccountStorage, recountAccountStorage } from '../src/sites/quotas/account-storage.js';
import { deleteAndRestore } from './delete-and-restore.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const retention = { keepAllHours: 24, newestTemporary: 3, newestRegistered: 5, maxDays: 365 };
const BYTES = 100;

describe('old versions', () => {
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
  }, 60_000);
  afterAll(() => sites.stop());
  beforeEach(async () => {
    await sites.empty();
    await sites.rows('TRUNCATE contents, released_contents');
  });

  /** Makes a page whose latest version is `count`; each older version is one day older. */
  async function site(count: number, { accountId = randomUUID(), isAnonymous = false, days = 2 } = {}) {
    const page = (n: number) => `${n} of ${accountId}`.padEnd(BYTES, 'x');
    const creation = sites.newCreateSite();
    const { id } = await creation.createSite({ htmlContent: page(1) }, contextOf({ accountId, isAnonymous }));
    for (let n = 2; n <= count; n++) {
      await sites.rows(
        `WITH made AS (INSERT INTO contents VALUES (sha256($2::text::bytea), $2, now()) RETURNING hash),
           versioned AS (
             INSERT INTO page_versions (site_id, number, content_hash, title, bytes, source, created_at, account_id)
             SELECT $1, $3, hash, 't', ${BYTES}, 'api', now(), $4 FROM made)
         UPDATE sites SET version = $3, content_hash = hash, bytes = ${BYTES} FROM made WHERE id = $1`,
        [id, page(n), n, accountId],
      );
    }
    await sites.rows(
      `UPDATE page_versions SET created_at = now() - make_interval(days => $2 + $3 - number)
       WHERE site_id = $1 AND number < $3`,
      [id, days, count],
    );
    return { id, accountId };
  }
  const numbersOf = async (id: string) => {
    const select = 'SELECT number FROM page_versions WHERE site_id = $1 ORDER BY number';
    return (await sites.rows<{ number: number }>(select, [id])).map(({ number }) => number);
  };
  const remove = async (now = new Date()) =>
    (await new RemoveOldVersions(sites.dataSource, retention).run(undefined, now)).removed;
  const storedBytes = async () => {
    await foldAccountStorage(sites.dataSource);
    const rows = await sites.rows<{ bytes: number }>('SELECT sum(stored_bytes)::integer AS bytes FROM account_storage');
    expect(await recountAccountStorage(sites.dataSource)).toBe(0);
    return rows[0]?.bytes;
  };
  const contents = async () => (await sites.rows('SELECT 1 FROM contents')).length;
  const removeContents = async (hours: number) =>
    (await new RemoveUnusedContents(sites.dataSource).run(undefined, new Date(Date.now() + hours * HOUR_MS))).removed;

  it('are kept for a day, and then the newest; more of them of a registered account', async () => {
    const [fresh, temporary, registered] = [
      await site(9, { days: -8 }),
      await site(9, { isAnonymous: true }),
      await site(9),
    ];
    expect(await remove()).toBe(6 + 4);
    expect(await numbersOf(fresh.id)).toHaveLength(9);
    expect(await numbersOf(temporary.id)).toEqual([7, 8, 9]);
    expect(await numbersOf(registered.id)).toEqual([5, 6, 7, 8, 9]);
    expect(await remove()).toBe(0);
  });

  it('are removed after a year, unless they have a label or are shown', async () => {
    const { id } = await site(4, { days: 366 });
    await sites.rows(`UPDATE page_versions SET label = '公開時' WHERE site_id = $1 AND number = 2`, [id]);
    await sites.rows(`UPDATE page_versions SET created_at = now() - interval '2 years' WHERE number = 4`);
    await remove();
    expect(await numbersOf(id)).toEqual([2, 4]);
  });

  it('of a stopped page are kept as evidence for 30 days, with the page', async () => {
    const { id } = await site(9);
    await sites.rows(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = 'x', stopped_source = 'admin',
         expires_at = now() - interval '29 days' WHERE id = $1`,
      [id],
    );
    const purge = async (now: Date) => (await new PurgeSites(sites.dataSource).run(undefined, now)).expired;
    const after = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS);
    expect(await remove(after(limits.evidenceKeptDays - 1))).toBe(0);
    expect(await purge(after(limits.evidenceKeptDays - 1))).toBe(0);
    expect(await remove(after(limits.evidenceKeptDays))).toBe(4);
    expect(await purge(after(limits.evidenceKeptDays))).toBe(1);
    expect(await numbersOf(id)).toEqual([]);
  });

  it('count towards the stored bytes until they are removed, as do deleted pages', async () => {
    const { id, accountId } = await site(9);
    await site(2, { accountId: randomUUID() });
    const { deletion, restoring } = deleteAndRestore(sites);
    expect(await storedBytes()).toBe(11 * BYTES);
    await remove();
    expect(await storedBytes()).toBe(7 * BYTES);
    const owner = contextOf({ accountId });
    const filters = [{ column: 'id', operator: 'eq' as const, values: [id] }];
    await deletion.deleteSites({ filters, single: true }, owner);
    expect(await storedBytes()).toBe(7 * BYTES);
    await restoring.restoreOwnSite(id, owner);
    expect(await storedBytes()).toBe(7 * BYTES);
    await sites.rows('DELETE FROM sites WHERE id = $1', [id]);
    expect(await storedBytes()).toBe(2 * BYTES);
  });

  it('have their contents removed an hour later, unless another version has them', async () => {
    const { id } = await site(9);
    const shared = await site(2);
    await sites.rows(
      `UPDATE page_versions SET content_hash = (SELECT content_hash FROM page_versions WHERE site_id = $1 AND number = 1)
       WHERE site_id = $2 AND number = 1`,
      [id, shared.id],
    );
    expect(await contents()).toBe(11);
    await remove();
    expect(await removeContents(0.5)).toBe(0);
    // These are the contents of versions 2 to 4; that of the other page's first version was never released.
    expect(await removeContents(1.5)).toBe(3);
    expect(await contents()).toBe(8);
    expect(await removeContents(1.5)).toBe(0);
    await sites.rows('DELETE FROM sites');
    expect(await removeContents(1.5)).toBe(7);
  });

  it('have their contents removed later where those were locked when it was their turn', async () => {
    const { id } = await site(1);
    await sites.rows('DELETE FROM sites WHERE id = $1', [id]);
    await sites.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM contents FOR UPDATE');
      expect(await allowInTransaction(() => removeContents(1.5))).toBe(0);
    });
    expect(await removeContents(2)).toBe(0);
    expect(await removeContents(3)).toBe(1);
    expect(await sites.rows('SELECT FROM released_contents')).toEqual([]);
  });

  it('keep their contents when those are published again meanwhile', async () => {
    const { id } = await site(1);
    await sites.rows('DELETE FROM sites WHERE id = $1', [id]);
    await sites.dataSource.transaction(async (manager) => {
      await manager.query(`UPDATE contents SET used_at = now() + interval '1 hour'`);
      expect(await allowInTransaction(() => removeContents(1.5))).toBe(0);
    });
    await sites.rows('INSERT INTO released_contents (hash) SELECT hash FROM contents');
    expect(await removeContents(1.5)).toBe(0);
    expect(await contents()).toBe(1);
  });
});
