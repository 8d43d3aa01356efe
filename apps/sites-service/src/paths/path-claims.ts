import { DAY_MS, limits } from '@haru/contracts';
import { advisoryLocks } from '@haru/database';
import { type DataSource, type EntityManager, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { ReservedPath } from '../tables/reserved-path.entity.js';
import { StoppedPath } from '../tables/stopped-path.entity.js';

/**
 * Locks these paths until the transaction ends. Without it a path could be taken after it is given up and before it is
 * reserved.
 */
export async function lockPaths(manager: EntityManager, paths: readonly string[]): Promise<void> {
  // Sorted, so that two transactions cannot deadlock.
  for (const path of [...new Set(paths)].sort()) {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [path, advisoryLocks.path]);
  }
}

/** Whether a path is kept for another account, or stopped. @param userId undefined for a visitor */
export async function isReservedForOther(
  manager: EntityManager,
  path: string,
  userId: string | undefined,
  now: Date,
): Promise<boolean> {
  const owner = userId === undefined ? {} : { userId: Not(userId) };
  if (await manager.existsBy(ReservedPath, { path, ...owner, reservedUntil: MoreThan(now) })) return true;
  return manager.existsBy(StoppedPath, { path });
}

/** Keeps a path that was given up for its former owner. */
export async function reservePath(manager: EntityManager, path: string, userId: string, now: Date): Promise<void> {
  const reservedUntil = new Date(now.getTime() + limits.pathReservedDays * DAY_MS);
  await manager.upsert(ReservedPath, { path, userId, reservedUntil }, ['path']);
}

/** The path is in use again. */
export async function releasePath(manager: EntityManager, path: string): Promise<void> {
  await manager.delete(ReservedPath, { path });
}

/** @returns how many reservations had expired */
export async function purgeReservations(dataSource: DataSource, now: Date): Promise<number> {
  const { affected } = await dataSource.manager.delete(ReservedPath, { reservedUntil: LessThanOrEqual(now) });
  return affected ?? 0;
}
