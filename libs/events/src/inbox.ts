import { queryPrepared } from '@haru/database';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * Enters the event in the service's inbox, in the handler's transaction.
 * While another transaction is handling the same event this waits for it to end.
 * @returns false when the event was handled before
 */
export async function enterInbox(manager: EntityManager, eventId: string, consumer: string): Promise<boolean> {
  const rows = await queryPrepared(
    manager,
    'INSERT INTO inbox (event_id, consumer) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
    [eventId, consumer],
  );
  return rows.length > 0;
}

const PURGE_BATCH = 5_000;

/**
 * Forgets events handled more than `olderThanDays` ago. No delivery comes back that late: a row leaves the outbox
 * within moments of its job being done.
 * @returns how many were forgotten
 */
export async function purgeInbox(dataSource: DataSource, olderThanDays = 30): Promise<number> {
  let purged = 0;
  for (;;) {
    // In batches, so that no transaction runs long.
    const rows = await dataSource.query<{ count: number }[]>(
      `WITH old AS (
         SELECT ctid FROM inbox WHERE handled_at < now() - make_interval(days => $1) LIMIT $2
       ), deleted AS (
         DELETE FROM inbox USING old WHERE inbox.ctid = old.ctid RETURNING 1
       )
       SELECT count(*)::int AS count FROM deleted`,
      [olderThanDays, PURGE_BATCH],
    );
    const count = rows[0]?.count ?? 0;
    purged += count;
    if (count < PURGE_BATCH) return purged;
  }
}
