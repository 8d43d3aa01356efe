import { limits } from '@haru/contracts';
import { advisoryLocks } from '@haru/database';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * Whoever claims or gives up one of these paths waits until the transaction ends. Without it a path could be taken
 * between its being given up and its being reserved.
 */
export async function lockPaths(manager: EntityManager, paths: readonly string[]): Promise<void> {
  // The 2 keeps these keys apart from those of accounts and of the outbox. Sorted, so that two never wait crosswise.
  for (const path of [...new Set(paths)].sort()) {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [path, advisoryLocks.path]);
  }
}

/** Whether a path is kept for someone else, or from everybody because its page was stopped. */
export async function isReservedForOther(
  manager: EntityManager,
  path: string,
  userId: string | undefined,
  now: Date,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `SELECT FROM reserved_paths WHERE path = $1 AND user_id IS DISTINCT FROM $2::uuid AND reserved_until > $3
     UNION ALL SELECT FROM stopped_paths WHERE path = $1`,
    [path, userId ?? null, now],
  );
  return rows.length > 0;
}

/** Keeps a path that was given up for its former owner. */
export async function reservePath(manager: EntityManager, path: string, userId: string, now: Date): Promise<void> {
  await manager.query(
    `INSERT INTO reserved_paths (path, user_id, reserved_until)
     VALUES ($1, $2, $3::timestamptz + make_interval(days => ${limits.pathReservedDays}))
     ON CONFLICT (path) DO UPDATE SET user_id = EXCLUDED.user_id, reserved_until = EXCLUDED.reserved_until`,
    [path, userId, now],
  );
}

/** The path is in use again. */
export async function releasePath(manager: EntityManager, path: string): Promise<void> {
  await manager.query('DELETE FROM reserved_paths WHERE path = $1', [path]);
}

/** @returns how many reservations were over */
export async function purgeReservations(dataSource: DataSource, now: Date): Promise<number> {
  const rows = await dataSource.query<{ count: number }[]>(
    `WITH gone AS (DELETE FROM reserved_paths WHERE reserved_until <= $1 RETURNING 1)
     SELECT count(*)::int AS count FROM gone`,
    [now],
  );
  return rows[0]?.count ?? 0;
}
