import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bytes of HTML of each account: of its live pages, which its quota bounds, and of all rows, which use disk space. New
 * pages are added to the account's row, so that a quota can be checked under its lock; what ends or comes back is written
 * beside it and folded in later, so that nobody who holds a site's row waits for an account's.
 */
export class CountBytes1795200001009 implements MigrationInterface {
  readonly name = 'CountBytes1795200001009';

  async up(runner: QueryRunner): Promise<void> {
    // Nothing is published between the first count and the triggers.
    await runner.query('LOCK TABLE sites IN SHARE ROW EXCLUSIVE MODE');
    await runner.query(`
      CREATE TABLE account_storage (
        user_id      uuid PRIMARY KEY,
        live_bytes   bigint NOT NULL,
        stored_bytes bigint NOT NULL
      ) WITH (fillfactor = 50)
    `);
    await runner.query(`
      CREATE TABLE account_storage_deltas (
        user_id      uuid NOT NULL,
        live_bytes   bigint NOT NULL,
        stored_bytes bigint NOT NULL
      )
    `);
    await runner.query('CREATE INDEX account_storage_deltas_owner_idx ON account_storage_deltas (user_id)');
    await runner.query(`
      CREATE TABLE storage_total (
        only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        stored_bytes bigint NOT NULL
      )
    `);
    await runner.query(`
      INSERT INTO account_storage
      SELECT user_id, coalesce(sum(octet_length(html_content)) FILTER (WHERE is_active), 0), sum(octet_length(html_content))
      FROM sites GROUP BY user_id
    `);
    await runner.query(
      'INSERT INTO storage_total (stored_bytes) SELECT coalesce(sum(stored_bytes), 0) FROM account_storage',
    );
    await runner.query(`
      CREATE FUNCTION count_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM account_storage_deltas;
          DELETE FROM account_storage;
        ELSIF TG_OP = 'INSERT' THEN
          -- In the order of the ids, so that two statements never wait crosswise.
          INSERT INTO account_storage AS used
          SELECT user_id, coalesce(sum(octet_length(html_content)) FILTER (WHERE is_active), 0), sum(octet_length(html_content))
          FROM new_rows GROUP BY user_id ORDER BY user_id
          ON CONFLICT (user_id) DO UPDATE
            SET live_bytes = used.live_bytes + EXCLUDED.live_bytes, stored_bytes = used.stored_bytes + EXCLUDED.stored_bytes;
        ELSIF TG_OP = 'UPDATE' THEN
          INSERT INTO account_storage_deltas
          SELECT user_id, sum(CASE WHEN is_active THEN bytes ELSE 0 END), sum(bytes) FROM (
            SELECT user_id, is_active, octet_length(html_content) AS bytes FROM new_rows
            UNION ALL SELECT user_id, is_active, -octet_length(html_content) FROM old_rows
          ) AS changed
          GROUP BY user_id HAVING sum(CASE WHEN is_active THEN bytes ELSE 0 END) <> 0 OR sum(bytes) <> 0;
        ELSE
          INSERT INTO account_storage_deltas
          SELECT user_id, -coalesce(sum(octet_length(html_content)) FILTER (WHERE is_active), 0), -sum(octet_length(html_content))
          FROM old_rows GROUP BY user_id;
        END IF;
        RETURN NULL;
      END $$
    `);
    for (const [event, rows] of [
      ['INSERT', 'REFERENCING NEW TABLE AS new_rows'],
      ['UPDATE', 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows'],
      ['DELETE', 'REFERENCING OLD TABLE AS old_rows'],
      ['TRUNCATE', ''],
    ]) {
      await runner.query(`
        CREATE TRIGGER count_bytes_on_${event} AFTER ${event} ON sites ${rows}
        FOR EACH STATEMENT EXECUTE FUNCTION count_bytes()
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const event of ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) {
      await runner.query(`DROP TRIGGER count_bytes_on_${event} ON sites`);
    }
    await runner.query('DROP FUNCTION count_bytes');
    await runner.query('DROP TABLE account_storage, account_storage_deltas, storage_total');
  }
}
