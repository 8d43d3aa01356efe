import { advisoryLocks } from '@haru/database';
import type { DataSource } from 'typeorm';

// Expired sites stay marked active until the next sweep, so they are subtracted here.
const COUNT = `
  SELECT ((SELECT total FROM active_site_total)
        + (SELECT coalesce(sum(delta), 0) FROM active_site_deltas)
        - (SELECT count(*) FROM sites WHERE is_active AND expires_at <= $1))::int AS count`;

/** Counts the sites that are live at `now`. The cost grows with the changes since the last fold, not with all sites. */
export async function activeSiteTotal(dataSource: DataSource, now: Date): Promise<number> {
  const [row] = await dataSource.query<{ count: number }[]>(COUNT, [now]);
  return Math.max(0, row?.count ?? 0);
}

export async function foldActiveSites(dataSource: DataSource): Promise<void> {
  await changeTotal(
    dataSource,
    `WITH folded AS (DELETE FROM active_site_deltas RETURNING delta)
     UPDATE active_site_total SET total = total + (SELECT coalesce(sum(delta), 0) FROM folded)`,
  );
}

/** Counts the rows. One statement has one snapshot, so later commits leave differences of their own. */
export async function recountActiveSites(dataSource: DataSource): Promise<void> {
  await changeTotal(
    dataSource,
    `WITH counted AS (DELETE FROM active_site_deltas)
     UPDATE active_site_total SET total = (SELECT count(*) FROM sites WHERE is_active)`,
  );
}

/**
 * Changes run one at a time, each with a snapshot from after the one before. A recount with a snapshot from before a
 * fold would lose what that fold added, and the two could deadlock.
 */
async function changeTotal(dataSource: DataSource, sql: string): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('active_site_total', $1))`, [
      advisoryLocks.total,
    ]);
    await manager.query(sql);
  });
}
