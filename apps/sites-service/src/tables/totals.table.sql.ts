import type { TableDeclaration, TriggerFunction } from '@haru/database';

// These totals would cost too much to count. Writers add their difference as a row, so that they never wait for each
// other, readers add up the few rows, and a job folds them in.

/**
 * Counts the bytes of an account's live pages for its quota. Publishing adds them to the account's row, so that the
 * quota is checked under its lock; a transaction that holds a site's row never waits for an account's.
 */
export const countLiveBytes: TriggerFunction = {
  name: 'count_live_bytes',
  body: `
    BEGIN
      IF TG_OP = 'INSERT' THEN
        -- The rows are sorted by id, so that two statements cannot deadlock.
        INSERT INTO account_storage AS used
        SELECT user_id, coalesce(sum(bytes) FILTER (WHERE is_active), 0), 0 FROM new_rows GROUP BY user_id ORDER BY user_id
        ON CONFLICT (user_id) DO UPDATE SET live_bytes = used.live_bytes + EXCLUDED.live_bytes;
      ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO account_storage_deltas
        SELECT user_id, sum(bytes), 0 FROM (
          SELECT user_id, bytes FROM new_rows WHERE is_active
          UNION ALL SELECT user_id, -bytes FROM old_rows WHERE is_active
        ) AS changed
        GROUP BY user_id HAVING sum(bytes) <> 0;
      ELSE
        INSERT INTO account_storage_deltas SELECT user_id, -sum(bytes), 0 FROM old_rows WHERE is_active GROUP BY user_id;
      END IF;
      RETURN NULL;
    END`,
};

/** Counts the bytes of all versions of an account's pages, also of deleted ones. */
export const countStoredBytes: TriggerFunction = {
  name: 'count_stored_bytes',
  body: `
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO account_storage_deltas SELECT account_id, 0, sum(bytes) FROM new_rows GROUP BY account_id;
      ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO account_storage_deltas
        SELECT account_id, 0, sum(bytes) FROM (
          SELECT account_id, bytes FROM new_rows UNION ALL SELECT account_id, -bytes FROM old_rows
        ) AS changed
        GROUP BY account_id HAVING sum(bytes) <> 0;
      ELSE
        INSERT INTO account_storage_deltas SELECT account_id, 0, -sum(bytes) FROM old_rows GROUP BY account_id;
      END IF;
      RETURN NULL;
    END`,
};

/** Counting a million active rows takes some 100 ms, and browsers ask every 30 s. */
export const countActiveSites: TriggerFunction = {
  name: 'count_active_sites',
  body: `
    DECLARE difference integer := 0;
    BEGIN
      IF TG_OP <> 'DELETE' THEN
        SELECT count(*) INTO difference FROM new_rows WHERE is_active;
      END IF;
      IF TG_OP <> 'INSERT' THEN
        SELECT difference - count(*) INTO difference FROM old_rows WHERE is_active;
      END IF;
      IF difference <> 0 THEN
        INSERT INTO active_site_deltas VALUES (difference);
      END IF;
      RETURN NULL;
    END`,
};

export const accountStorageTable: TableDeclaration = {
  name: 'account_storage',
  sql: `
    CREATE TABLE account_storage (
      user_id      uuid PRIMARY KEY,
      live_bytes   bigint NOT NULL,
      stored_bytes bigint NOT NULL
    ) WITH (fillfactor = 50);`,
};

export const accountStorageDeltasTable: TableDeclaration = {
  name: 'account_storage_deltas',
  sql: `
    CREATE TABLE account_storage_deltas (
      user_id      uuid NOT NULL,
      live_bytes   bigint NOT NULL,
      stored_bytes bigint NOT NULL
    );
    CREATE INDEX account_storage_deltas_owner_idx ON account_storage_deltas (user_id);`,
};

export const storageTotalTable: TableDeclaration = {
  name: 'storage_total',
  sql: `
    CREATE TABLE storage_total (
      only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      stored_bytes bigint NOT NULL
    );
    INSERT INTO storage_total (stored_bytes) VALUES (0);`,
};

export const activeSiteTotalTable: TableDeclaration = {
  name: 'active_site_total',
  sql: `
    CREATE TABLE active_site_total (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      total    bigint NOT NULL
    );
    INSERT INTO active_site_total (total) VALUES (0);`,
};

export const activeSiteDeltasTable: TableDeclaration = {
  name: 'active_site_deltas',
  sql: `CREATE TABLE active_site_deltas (delta integer NOT NULL);`,
};

export const checkCountsTable: TableDeclaration = {
  name: 'check_counts',
  sql: `
    CREATE TABLE check_counts (
      day     date NOT NULL,
      outcome text NOT NULL,
      count   bigint NOT NULL,
      PRIMARY KEY (day, outcome)
    );`,
};
