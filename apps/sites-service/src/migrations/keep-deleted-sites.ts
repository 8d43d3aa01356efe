import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deleted pages, which can be restored for a week. They are rows of a table of their own, so that every statement about
 * `sites` leaves them out, also one of the version before.
 */
export class KeepDeletedSites1795200001040 implements MigrationInterface {
  readonly name = 'KeepDeletedSites1795200001040';

  async up(runner: QueryRunner): Promise<void> {
    // With the columns and defaults of `sites`, and none of its constraints: a path may be deleted twice.
    await runner.query('CREATE TABLE deleted_sites (LIKE sites INCLUDING DEFAULTS, deleted_at timestamptz NOT NULL)');
    await runner.query('ALTER TABLE deleted_sites ADD PRIMARY KEY (id)');
    await runner.query('CREATE INDEX deleted_sites_owner_idx ON deleted_sites (user_id, deleted_at DESC, id DESC)');
    await runner.query('CREATE INDEX deleted_sites_path_idx ON deleted_sites (path)');
    await runner.query('CREATE INDEX deleted_sites_created_at_idx ON deleted_sites (created_at DESC, id DESC)');
    await runner.query('CREATE INDEX deleted_sites_purge_idx ON deleted_sites (deleted_at)');
    // They use disk space, but no quota of live pages.
    await runner.query(`
      CREATE FUNCTION count_bytes_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO account_storage_deltas
          SELECT user_id, 0, sum(octet_length(html_content)) FROM new_rows GROUP BY user_id;
        ELSE
          INSERT INTO account_storage_deltas
          SELECT user_id, 0, -sum(octet_length(html_content)) FROM old_rows GROUP BY user_id;
        END IF;
        RETURN NULL;
      END $$
    `);
    await runner.query(`
      CREATE TRIGGER count_bytes_on_insert AFTER INSERT ON deleted_sites REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_deleted()
    `);
    await runner.query(`
      CREATE TRIGGER count_bytes_on_delete AFTER DELETE ON deleted_sites REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_deleted()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Deleted before this version, a page is gone.
    await runner.query('DELETE FROM deleted_sites');
    await runner.query('DROP TABLE deleted_sites');
    await runner.query('DROP FUNCTION count_bytes_of_deleted');
  }
}
