import type { EntityManager } from 'typeorm';
import { lockPaths } from './paths/path-claims.js';
import { sitesColumns } from '../tables/columns.js';

/** `sites` and `deleted_sites` have the same columns. */
export const ALL_COLUMNS = Object.values(sitesColumns)
  .map(({ name }) => name)
  .join(', ');

/**
 * Deletes these sites, whose rows the caller has locked. They are kept for a week, and their paths for their owners: a
 * publish that waits for a path finds it reserved.
 * @param sites at most a thousand, because each takes one of Postgres's locks
 * @param returning columns of the deleted rows, in SQL
 */
export async function deleteAndKeep<Row>(
  manager: EntityManager,
  sites: readonly { id: string; path: string }[],
  returning: string,
): Promise<Row[]> {
  await lockPaths(
    manager,
    sites.map(({ path }) => path),
  );
  return manager.query<Row[]>(
    `WITH gone AS (DELETE FROM sites WHERE id = ANY($1::uuid[]) RETURNING ${ALL_COLUMNS}),
       kept AS (INSERT INTO deleted_sites (${ALL_COLUMNS}, deleted_at) SELECT ${ALL_COLUMNS}, now() FROM gone)
     SELECT ${returning} FROM gone`,
    [sites.map(({ id }) => id)],
  );
}

/**
 * Keeps only the latest deleted pages of an account, up to `maxBytes` with their versions, so that deleting and
 * publishing again cannot fill the disk. What was deleted last is kept in any case.
 */
export async function boundDeletedBytes(manager: EntityManager, accountId: string, maxBytes: number): Promise<void> {
  await manager.query(
    `DELETE FROM deleted_sites WHERE id IN (
       SELECT id FROM (
         SELECT id, sum(versions.bytes) OVER (ORDER BY deleted_at DESC, id DESC) AS bytes,
           rank() OVER (ORDER BY deleted_at DESC) AS place
         FROM deleted_sites
         CROSS JOIN LATERAL (SELECT sum(bytes) AS bytes FROM page_versions WHERE site_id = deleted_sites.id) AS versions
         WHERE user_id = $1 AND stopped_at IS NULL
       ) AS kept WHERE bytes > $2 AND place > 1
     )`,
    [accountId, maxBytes],
  );
}
