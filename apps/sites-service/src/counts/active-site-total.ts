import { advisoryLocks } from '@haru/database';
import type { DataSource } from 'typeorm';

// What is overdue is still marked active until the next sweep, so it is taken off here: the clock counts, not the sweep.
const COUNT = `
  SELECT ((SELECT total FROM active_site_total)
        + (SELECT coalesce(sum(delta), 0) FROM active_site_deltas)
        - (SELECT count(*) FROM sites WHERE is_active AND expires_at <= $1))::int AS count`;

/** How many sites are live at `now`. Costs as much as what changed since the last fold, not as much as there is. */
export async function activeSiteTotal(dataSource: DataSource, now: Date): Promise<number> {
  const [row] = await dataSource.query<{ count: number }[]>(COUNT, [now]);
  return Math.max(0, row?.count ?? 0);
}

/** Adds the differences to the total. */
export async function foldActiveSites(dataSource: DataSource): Promise<void> {
  await changeTotal(
    dataSource,
    `WITH folded AS (DELETE FROM active_site_deltas RETURNING delta)
     UPDATE active_site_total SET total = total + (SELECT coalesce(sum(delta), 0) FROM folded)`,
  );
}

/** Counts the rows themselves. One statement, so one view of the table: what is committed later leaves its difference. */
export async function recountActiveSites(dataSource: DataSource): Promise<void> {
  await changeTotal(
    dataSource,
    `WITH counted AS (DELETE FROM active_site_deltas)
     UPDATE active_site_total SET total = (SELECT count(*) FROM sites WHERE is_active)`,
  );
}

/**
 * One at a time, each with a view of the table that begins after the one before it: a recount that waited for a fold
 * with an older view would lose what that one folded, and the two would lock rows in different orders.
 */
async function changeTotal(dataSource: DataSource, sql: string): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('active_site_total', $1))`, [
      advisoryLocks.total,
    ]);
    await manager.query(sql);
  });
}
