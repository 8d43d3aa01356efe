import { DAY_MS, limits } from '@haru/contracts';
import { advisoryLocks, onlyRow } from '@haru/database';
import { type DataSource, type EntityManager, LessThanOrEqual } from 'typeorm';
import { isKept } from '../tables/columns.js';
import { ReservedPath } from '../tables/reserved-path.entity.js';

/**
 * Locks these paths until the transaction ends. Without it a path could be taken after it is given up and before it is
 * reserved.
 */
export async function lockPaths(manager: EntityManager, paths: readonly string[]): Promise<void> {
  // Sorted, so that two transactions cannot deadlock.
  const sorted = [...new Set(paths)].sort();
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended(path, $2)) FROM unnest($1::text[]) AS path', [
    sorted,
    advisoryLocks.path,
  ]);
}

/**
 * Whether a path is kept for an account other than `userId`, or stopped, in SQL: renaming a page keeps its old path, and a
 * deleted page has its path as long as it can be restored.
 */
export function isReservedPath(path: string, userId: string, now: string): string {
  return `(
    EXISTS (SELECT FROM reserved_paths AS kept
      WHERE kept.path = ${path} AND kept.user_id IS DISTINCT FROM ${userId} AND reserved_until > ${now})
    OR EXISTS (SELECT FROM deleted_sites AS kept
      WHERE kept.path = ${path} AND kept.user_id IS DISTINCT FROM ${userId} AND ${isKept(now)})
    OR EXISTS (SELECT FROM stopped_paths AS kept WHERE kept.path = ${path}))`;
}

/** The same for one path. @param userId undefined for a visitor */
export async function isReservedForOther(
  manager: EntityManager,
  path: string,
  userId: string | undefined,
  now: Date,
): Promise<boolean> {
  const sql = `SELECT ${isReservedPath('$1', '$2::uuid', '$3::timestamptz')} AS "isReserved"`;
  return onlyRow(await manager.query<{ isReserved: boolean }[]>(sql, [path, userId ?? null, now])).isReserved;
}

/** Keeps a path that was given up for its former owner. */
export async function reservePath(manager: EntityManager, path: string, userId: string, now: Date): Promise<void> {
  const reservedUntil = new Date(now.getTime() + limits.pathReservedDays * DAY_MS);
  await manager.upsert(ReservedPath, { path, userId, reservedUntil }, ['path']);
}

/** @returns how many reservations had expired */
export async function purgeReservations(dataSource: DataSource, now: Date): Promise<number> {
  const { affected } = await dataSource.manager.delete(ReservedPath, { reservedUntil: LessThanOrEqual(now) });
  return affected ?? 0;
}
