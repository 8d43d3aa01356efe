import { limits } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { lockPaths } from '../paths/path-claims.js';
import { sitesTable } from '../tables/columns.js';

/** Of `sites` and of `deleted_sites`. */
export const ALL_COLUMNS = Object.values(sitesTable)
  .map(({ name }) => name)
  .join(', ');

/** Whether a row of `deleted_sites` is still kept for its owner at `now`. */
export function isKept(now: string): string {
  return `deleted_at > ${now}::timestamptz - make_interval(days => ${limits.deletedKeptDays})`;
}

/** Each path takes a lock, and Postgres has some 6,000. */
const MAX_LOCKED_PATHS = 1_000;

/** A stopped page's path is kept by `stopped_paths`, for no account. */
const RESERVE_PATHS = `
  INSERT INTO reserved_paths AS known (path, user_id, reserved_until)
  SELECT path, user_id, now() + make_interval(days => ${limits.deletedKeptDays}) FROM gone
  WHERE stopped_at IS NULL ORDER BY path
  ON CONFLICT (path) DO UPDATE
    SET user_id = EXCLUDED.user_id, reserved_until = greatest(known.reserved_until, EXCLUDED.reserved_until)`;

/**
 * Deletes these sites, whose rows are locked, and keeps them for a week. Their paths are reserved for their owners as
 * long. A publish that waits for a path finds it reserved, if no more than a thousand pages are deleted together.
 * @param returning columns of the deleted rows, in SQL
 */
export async function deleteAndKeep<Row>(
  manager: EntityManager,
  sites: readonly { id: string; path: string }[],
  returning: string,
): Promise<Row[]> {
  if (sites.length <= MAX_LOCKED_PATHS) {
    await lockPaths(
      manager,
      sites.map(({ path }) => path),
    );
  }
  return manager.query<Row[]>(
    `WITH gone AS (DELETE FROM sites WHERE id = ANY($1::uuid[]) RETURNING ${ALL_COLUMNS}),
       kept AS (INSERT INTO deleted_sites (${ALL_COLUMNS}, deleted_at) SELECT ${ALL_COLUMNS}, now() FROM gone),
       reserved AS (${RESERVE_PATHS})
     SELECT ${returning} FROM gone`,
    [sites.map(({ id }) => id)],
  );
}

/** Ends the reservation of paths, unless other deleted pages have them, or they are reserved forever. */
export async function releaseDeletedPaths(manager: EntityManager, paths: readonly string[]): Promise<void> {
  await manager.query(
    `DELETE FROM reserved_paths WHERE path = ANY ($1::text[]) AND reserved_until <> 'infinity'
       AND NOT EXISTS (SELECT FROM deleted_sites WHERE deleted_sites.path = reserved_paths.path AND ${isKept('now()')})`,
    [paths],
  );
}

/**
 * Of an account's deleted pages only the latest are kept, as many as have `maxBytes` together with their versions:
 * deleting and publishing again must not fill the disk.
 */
export async function boundDeletedBytes(manager: EntityManager, accountId: string, maxBytes: number): Promise<void> {
  const [removed] = await manager.query<[{ path: string }[], number]>(
    `DELETE FROM deleted_sites WHERE id IN (
       SELECT id FROM (
         SELECT id, sum(coalesce(versions.bytes, octet_length(html_content))) OVER (ORDER BY deleted_at DESC, id DESC) AS bytes
         FROM deleted_sites
         CROSS JOIN LATERAL (SELECT sum(bytes) AS bytes FROM page_versions WHERE site_id = deleted_sites.id) AS versions
         WHERE user_id = $1 AND stopped_at IS NULL
       ) AS kept WHERE bytes > $2
     ) RETURNING path`,
    [accountId, maxBytes],
  );
  await releaseDeletedPaths(
    manager,
    removed.map(({ path }) => path),
  );
}
