import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages are kept once per content, and each site has versions that name contents. Rows that are there stay as they are:
 * a maintenance job moves them a day later, when no process of the version before is left, and an update moves its own.
 * Until then pages are written to `html_content` as well, where those processes read them.
 */
export class KeepVersions1795200001050 implements MigrationInterface {
  readonly name = 'KeepVersions1795200001050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE contents (
        hash    bytea PRIMARY KEY,
        html    text NOT NULL,
        used_at timestamptz NOT NULL,
        CONSTRAINT contents_html_check CHECK (octet_length(html) <= 1048576)
      )
    `);
    // No foreign keys: each would cost every publish a lookup and a lock.
    await runner.query(`
      CREATE TABLE page_versions (
        site_id      uuid NOT NULL,
        number       integer NOT NULL,
        content_hash bytea NOT NULL,
        title        text NOT NULL,
        bytes        integer NOT NULL,
        source       text NOT NULL,
        label        text,
        created_at   timestamptz NOT NULL,
        account_id   uuid NOT NULL,
        PRIMARY KEY (site_id, number)
      )
    `);
    await runner.query('CREATE INDEX page_versions_content_idx ON page_versions (content_hash)');
    for (const table of ['sites', 'deleted_sites']) {
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN version      integer NOT NULL DEFAULT 1,
          ADD COLUMN content_hash bytea,
          ADD COLUMN bytes        integer,
          ALTER COLUMN html_content DROP NOT NULL
      `);
    }
    // What is left to move. Empty, it costs a publish nothing but the look at its condition.
    await runner.query('CREATE INDEX sites_html_content_idx ON sites (id) WHERE html_content IS NOT NULL');
    await runner.query(`
      CREATE TABLE content_migration (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        until    timestamptz NOT NULL
      )
    `);
    await runner.query(`
      INSERT INTO content_migration (until)
      SELECT CASE WHEN EXISTS (SELECT FROM sites) THEN now() + interval '1 day' ELSE now() END
    `);
    for (const count of [countBytes, countBytesOfDeleted]) {
      await runner.query(count('coalesce(bytes, octet_length(html_content))'));
    }
    // A page that is deleted and kept, or restored, is in the other table by now.
    await runner.query(`
      CREATE FUNCTION delete_page_versions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM page_versions;
        ELSE
          DELETE FROM page_versions USING old_rows WHERE page_versions.site_id = old_rows.id
            AND NOT EXISTS (SELECT FROM sites WHERE sites.id = old_rows.id)
            AND NOT EXISTS (SELECT FROM deleted_sites WHERE deleted_sites.id = old_rows.id);
        END IF;
        RETURN NULL;
      END $$
    `);
    for (const [event, table, rows] of [
      ['DELETE', 'sites', 'REFERENCING OLD TABLE AS old_rows'],
      ['DELETE', 'deleted_sites', 'REFERENCING OLD TABLE AS old_rows'],
      ['TRUNCATE', 'sites', ''],
    ]) {
      await runner.query(`
        CREATE TRIGGER delete_page_versions_on_${event} AFTER ${event} ON ${table} ${rows}
        FOR EACH STATEMENT EXECUTE FUNCTION delete_page_versions()
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION delete_page_versions CASCADE');
    for (const table of ['sites', 'deleted_sites']) {
      await runner.query(`
        UPDATE ${table} SET html_content = contents.html FROM contents
        WHERE contents.hash = content_hash AND html_content IS NULL
      `);
    }
    for (const count of [countBytes, countBytesOfDeleted]) await runner.query(count('octet_length(html_content)'));
    await runner.query('DROP INDEX sites_html_content_idx');
    for (const table of ['sites', 'deleted_sites']) {
      await runner.query(`
        ALTER TABLE ${table}
          DROP COLUMN version, DROP COLUMN content_hash, DROP COLUMN bytes,
          ALTER COLUMN html_content SET NOT NULL
      `);
    }
    await runner.query('DROP TABLE content_migration, page_versions, contents');
  }
}

/** The trigger function of count-bytes.ts. @param bytes of a row */
function countBytes(bytes: string): string {
  return `
    CREATE OR REPLACE FUNCTION count_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM account_storage_deltas;
        DELETE FROM account_storage;
      ELSIF TG_OP = 'INSERT' THEN
        -- In the order of the ids, so that two statements never wait crosswise.
        INSERT INTO account_storage AS used
        SELECT user_id, coalesce(sum(${bytes}) FILTER (WHERE is_active), 0), sum(${bytes})
        FROM new_rows GROUP BY user_id ORDER BY user_id
        ON CONFLICT (user_id) DO UPDATE
          SET live_bytes = used.live_bytes + EXCLUDED.live_bytes, stored_bytes = used.stored_bytes + EXCLUDED.stored_bytes;
      ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO account_storage_deltas
        SELECT user_id, sum(CASE WHEN is_active THEN size ELSE 0 END), sum(size) FROM (
          SELECT user_id, is_active, ${bytes} AS size FROM new_rows
          UNION ALL SELECT user_id, is_active, -${bytes} FROM old_rows
        ) AS changed
        GROUP BY user_id HAVING sum(CASE WHEN is_active THEN size ELSE 0 END) <> 0 OR sum(size) <> 0;
      ELSE
        INSERT INTO account_storage_deltas
        SELECT user_id, -coalesce(sum(${bytes}) FILTER (WHERE is_active), 0), -sum(${bytes})
        FROM old_rows GROUP BY user_id;
      END IF;
      RETURN NULL;
    END $$
  `;
}

/** The trigger function of keep-deleted-sites.ts. @param bytes of a row */
function countBytesOfDeleted(bytes: string): string {
  return `
    CREATE OR REPLACE FUNCTION count_bytes_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO account_storage_deltas SELECT user_id, 0, sum(${bytes}) FROM new_rows GROUP BY user_id;
      ELSE
        INSERT INTO account_storage_deltas SELECT user_id, 0, -sum(${bytes}) FROM old_rows GROUP BY user_id;
      END IF;
      RETURN NULL;
    END $$
  `;
}
