import type { DataSource, EntityManager } from 'typeorm';

// Rows locked by another fold are skipped. The ids are sorted, so that two folds cannot deadlock.
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

export async function foldAccountStorage(database: DataSource | EntityManager, accountId?: string): Promise<void> {
  await database.query(FOLD, [accountId ?? null]);
}

/**
 * Returns the bytes of the account's live pages. Its row stays locked until the transaction ends, so that other
 * transactions that publish or extend its pages wait.
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

/** Updates the total of all pages in a job, because a row that every publish updates would be a bottleneck. */
export async function totalStorage(dataSource: DataSource): Promise<number> {
  const [[row]] = await dataSource.query<[{ bytes: string }[], number]>(`
    UPDATE storage_total SET stored_bytes =
      (SELECT coalesce(sum(stored_bytes), 0) FROM account_storage)
      + (SELECT coalesce(sum(stored_bytes), 0) FROM account_storage_deltas)
    RETURNING stored_bytes AS bytes`);
  return Number(row?.bytes ?? 0);
}

// One statement has one snapshot of rows and differences, which agree unless there is a fault.
const DRIFTED = `
  SELECT user_id FROM (
    SELECT user_id, bytes AS live_bytes, 0 AS stored_bytes FROM sites WHERE is_active
    UNION ALL SELECT account_id, 0, bytes FROM page_versions
    UNION ALL SELECT user_id, -live_bytes, -stored_bytes FROM account_storage
    UNION ALL SELECT user_id, -live_bytes, -stored_bytes FROM account_storage_deltas
  ) AS counted
  GROUP BY user_id HAVING sum(live_bytes) <> 0 OR sum(stored_bytes) <> 0`;

const RECOUNT = `
  WITH folded AS (DELETE FROM account_storage_deltas WHERE user_id = $1)
  UPDATE account_storage SET
    live_bytes = (SELECT coalesce(sum(bytes), 0) FROM sites WHERE user_id = $1 AND is_active),
    stored_bytes = (SELECT coalesce(sum(bytes), 0) FROM page_versions WHERE site_id IN (
      SELECT id FROM sites WHERE user_id = $1 UNION ALL SELECT id FROM deleted_sites WHERE user_id = $1))
  WHERE user_id = $1`;

/** Counts the pages of accounts whose numbers are wrong. @returns how many accounts were wrong */
export async function recountAccountStorage(dataSource: DataSource): Promise<number> {
  const drifted = await dataSource.query<{ user_id: string }[]>(DRIFTED);
  for (const { user_id: accountId } of drifted) {
    await dataSource.transaction(async (manager) => {
      // While the account's row is locked, the next statement sees all published pages.
      await lockedLiveBytes(manager, accountId);
      await manager.query(RECOUNT, [accountId]);
    });
  }
  return drifted.length;
}
