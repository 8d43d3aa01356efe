import { advisoryLocks, onlyRow } from '@haru/database';
import type { DataSource, EntityManager } from 'typeorm';
import { isKept } from '../../tables/columns.js';
import { Site } from '../../tables/pages/site.entity.js';

/** Postgres has places for this many locks for each connection, unless `max_locks_per_transaction` says otherwise. */
const LOCKS_PER_CONNECTION = 64;

/** Locks these paths until the transaction ends, so that none is taken between being freed and reserved. */
export async function lockPaths(manager: EntityManager, paths: readonly string[]): Promise<void> {
  // The paths are sorted, so that two transactions cannot deadlock.
  const sorted = [...new Set(paths)].sort();
  // Several such transactions could fill Postgres's lock table: then statements of others fail, too.
  if (sorted.length > LOCKS_PER_CONNECTION) {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('many paths', $1))`, [advisoryLocks.manyPaths]);
  }
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended(path, $2)) FROM unnest($1::text[]) AS path', [
    sorted,
    advisoryLocks.path,
  ]);
}

/**
 * Writes in SQL whether a path is kept for an account other than `userId`, or stopped. Renaming a page keeps its old
 * path, and a deleted page keeps its path as long as it can be restored.
 */
export function isKeptForOther(path: string, userId: string, now: string): string {
  return `(
    EXISTS (SELECT FROM reserved_paths AS kept
      WHERE kept.path = ${path} AND kept.user_id IS DISTINCT FROM ${userId} AND reserved_until > ${now})
    OR EXISTS (SELECT FROM deleted_sites AS kept
      WHERE kept.path = ${path} AND kept.user_id IS DISTINCT FROM ${userId} AND ${isKept(now)})
    OR EXISTS (SELECT FROM stopped_paths AS kept WHERE kept.path = ${path}))`;
}

export async function isReservedForOther(manager: EntityManager, path: string, userId: string | undefined, now: Date) {
  const sql = `SELECT ${isKeptForOther('$1', '$2::uuid', '$3::timestamptz')} AS "isReserved"`;
  return onlyRow(await manager.query<{ isReserved: boolean }[]>(sql, [path, userId ?? null, now])).isReserved;
}

/** Whether no page has the path, and it is not kept for an account other than `userId`. */
export async function isPathFree(manager: EntityManager, path: string, userId: string | undefined, now: Date) {
  return !(await manager.existsBy(Site, { path })) && !(await isReservedForOther(manager, path, userId, now));
}

/** Keeps a path for the account that frees it or that it is granted to. @param until null for forever */
export async function reservePath(manager: EntityManager, path: string, userId: string, until: Date | null) {
  await manager.query(
    `INSERT INTO reserved_paths AS known (path, user_id, reserved_until)
     VALUES ($1, $2, coalesce($3::timestamptz, 'infinity'))
     ON CONFLICT (path) DO UPDATE SET user_id = EXCLUDED.user_id,
       reserved_until = greatest(known.reserved_until, EXCLUDED.reserved_until)`,
    [path, userId, until],
  );
}

/** Whether the account had the path before, or an admin granted it. */
export async function isReservedFor(database: DataSource | EntityManager, path: string, userId: string) {
  const sql = 'SELECT FROM reserved_paths WHERE path = $1 AND user_id = $2 AND reserved_until > now()';
  return (await database.query<object[]>(sql, [path, userId])).length > 0;
}
