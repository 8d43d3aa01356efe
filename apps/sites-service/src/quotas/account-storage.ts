import type { DataSource, EntityManager } from 'typeorm';
import { AccountStorage } from '../tables/totals.entity.js';

// Rows that another fold has are its own. The ids are sorted, so that two folds never wait crosswise.
const FOLD = `
  WITH taken AS (
    DELETE FROM account_storage_deltas WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM account_storage_deltas WHERE $1::uuid IS NULL OR user_id = $1 FOR UPDATE SKIP LOCKED))
    RETURNING user_id, live_bytes, stored_bytes
  )
  INSERT INTO account_storage AS used (user_id, live_bytes, stored_bytes)
  SELECT user_id, sum(live_bytes), sum(stored_bytes) FROM taken GROUP BY user_id ORDER BY user_id
  ON CONFLICT (user_id) DO UPDATE
    SET live_bytes = used.live_bytes + EXCLUDED.live_bytes, stored_bytes = used.stored_bytes + EXCLUDED.stored_bytes`;

/** Adds the differences to the rows of the accounts, or of one account. */
export async function foldAccountStorage(database: DataSource | EntityManager, accountId?: string): Promise<void> {
  await database.query(FOLD, [accountId ?? null]);
}

/**
 * Bytes of the account's live pages. Its row stays locked until the transaction ends: what it publishes meanwhile, or
 * brings back to life in the same way, waits.
 */
export async function lockedLiveBytes(manager: EntityManager, accountId: string): Promise<number> {
  await manager.query(
    `INSERT INTO account_storage AS used (user_id, live_bytes, stored_bytes) VALUES ($1, 0, 0)
     ON CONFLICT (user_id) DO UPDATE SET live_bytes = used.live_bytes`,
    [accountId],
  );
  const [row] = await manager.query<{ bytes: string }[]>(
    `SELECT (SELECT live_bytes FROM account_storage WHERE user_id = $1)
          + (SELECT coalesce(sum(live_bytes), 0) FROM account_storage_deltas WHERE user_id = $1) AS bytes`,
    [accountId],
  );
  return Number(row?.bytes ?? 0);
}

/** Says what all pages take together; counted here, once in a while, and not by everybody who publishes. */
export async function totalStorage(dataSource: DataSource): Promise<number> {
  const [[row]] = await dataSource.query<[{ bytes: string }[], number]>(`
    UPDATE storage_total SET stored_bytes =
      (SELECT coalesce(sum(stored_bytes), 0) FROM account_storage)
      + (SELECT coalesce(sum(stored_bytes), 0) FROM account_storage_deltas)
    RETURNING stored_bytes AS bytes`);
  return Number(row?.bytes ?? 0);
}

/** The rows of accounts that have nothing go. */
export async function purgeAccountStorage(dataSource: DataSource): Promise<void> {
  await dataSource.manager.delete(AccountStorage, { liveBytes: '0', storedBytes: '0' });
}

const COUNTED = `sum(octet_length(html_content)) FILTER (WHERE is_active) AS live_bytes, sum(octet_length(html_content)) AS stored_bytes`;

// Rows and differences are of one view of the tables, in which they agree unless something went wrong.
const DRIFTED = `
  SELECT user_id FROM (
    SELECT user_id, ${COUNTED} FROM sites GROUP BY user_id
    UNION ALL SELECT user_id, -live_bytes, -stored_bytes FROM account_storage
    UNION ALL SELECT user_id, -live_bytes, -stored_bytes FROM account_storage_deltas
  ) AS counted
  GROUP BY user_id HAVING coalesce(sum(live_bytes), 0) <> 0 OR coalesce(sum(stored_bytes), 0) <> 0`;

const RECOUNT = `
  WITH outdated AS (DELETE FROM account_storage_deltas WHERE user_id = $1),
    counted AS (SELECT ${COUNTED} FROM sites WHERE user_id = $1)
  UPDATE account_storage AS used
  SET live_bytes = coalesce(counted.live_bytes, 0), stored_bytes = coalesce(counted.stored_bytes, 0)
  FROM counted WHERE used.user_id = $1`;

/** Counts the pages of the accounts whose numbers are wrong. @returns how many were */
export async function recountAccountStorage(dataSource: DataSource): Promise<number> {
  const drifted = await dataSource.query<{ user_id: string }[]>(DRIFTED);
  for (const { user_id: accountId } of drifted) {
    await dataSource.transaction(async (manager) => {
      // Nobody publishes from here on, so the next statement sees all that was published.
      await lockedLiveBytes(manager, accountId);
      await manager.query(RECOUNT, [accountId]);
    });
  }
  return drifted.length;
}
