import { queryPrepared } from '@haru/database';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * Enters events in the service's inbox, in the handler's transaction.
 * While another transaction is handling one of them this waits for it to end.
 * @returns the ids of those that were not handled before
 */
export async function enterInbox(
  manager: EntityManager,
  eventIds: readonly string[],
  consumer: string,
): Promise<ReadonlySet<string>> {
  const rows = await queryPrepared<{ event_id: string }>(
    manager,
    // The ids are in one order, or two transactions with the same ones could deadlock.
    `INSERT INTO inbox (event_id, consumer) SELECT id, $2 FROM unnest($1::uuid[]) AS id ORDER BY id
     ON CONFLICT DO NOTHING RETURNING event_id`,
    [eventIds, consumer],
  );
  return new Set(rows.map((row) => row.event_id));
}

const PURGE_BATCH = 5_000;

/**
 * Forgets events handled more than `olderThanDays` ago. No delivery is repeated that late: a row is deleted from the
 * outbox within moments of its job being done.
 * @returns how many were forgotten
 */
export async function purgeInbox(dataSource: DataSource, olderThanDays = 30): Promise<number> {
  let purged = 0;
  for (;;) {
    // It runs in batches, so that no transaction runs long.
    const [, count] = await dataSource.query<[unknown[], number]>(
      `WITH old AS (SELECT ctid FROM inbox WHERE handled_at < now() - make_interval(days => $1) LIMIT $2)
       DELETE FROM inbox USING old WHERE inbox.ctid = old.ctid`,
      [olderThanDays, PURGE_BATCH],
    );
    purged += count;
    if (count < PURGE_BATCH) return purged;
  }
}
