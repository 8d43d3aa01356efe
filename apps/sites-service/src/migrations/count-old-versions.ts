import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Old versions use disk space, too: the stored bytes of an account are those of all versions of its pages. Beside the
 * triggers of count-bytes.ts, which count what pages show. It also notes the contents of deleted versions, which may have been their last.
 */
export class CountOldVersions1795200001060 implements MigrationInterface {
  readonly name = 'CountOldVersions1795200001060';

  async up(runner: QueryRunner): Promise<void> {
    // Retention looks at these.
    await runner.query('CREATE INDEX sites_updated_idx ON sites (id) WHERE version > 1');
    await runner.query(`
      CREATE TABLE released_contents (
        hash        bytea NOT NULL,
        released_at timestamptz NOT NULL DEFAULT now()
      )
    `);
    await runner.query(`
      CREATE FUNCTION count_old_versions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO account_storage_deltas
        SELECT old_rows.user_id, 0, sum(coalesce(old_rows.bytes, octet_length(old_rows.html_content)))
        FROM old_rows JOIN new_rows USING (id) WHERE old_rows.version <> new_rows.version GROUP BY old_rows.user_id;
        RETURN NULL;
      END $$
    `);
    await runner.query(`
      CREATE TRIGGER count_old_versions_on_update AFTER UPDATE ON sites
      REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_old_versions()
    `);
    // The latest version of a page that is gone was counted as what the page showed.
    await runner.query(`
      CREATE FUNCTION release_versions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO released_contents (hash) SELECT DISTINCT content_hash FROM old_rows;
        INSERT INTO account_storage_deltas
        SELECT account_id, 0, -sum(bytes) FROM (
          SELECT account_id, bytes, number < max(number) OVER (PARTITION BY site_id) AS is_old,
            EXISTS (SELECT FROM sites WHERE sites.id = site_id)
            OR EXISTS (SELECT FROM deleted_sites WHERE deleted_sites.id = site_id) AS is_of_page
          FROM old_rows
        ) AS gone
        WHERE is_old OR is_of_page GROUP BY account_id;
        RETURN NULL;
      END $$
    `);
    await runner.query(`
      CREATE TRIGGER release_versions_on_delete AFTER DELETE ON page_versions REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION release_versions()
    `);
    // Triggers fire in the order of their names, this one after the versions are deleted.
    await runner.query(`
      CREATE FUNCTION forget_released_versions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM account_storage_deltas;
        RETURN NULL;
      END $$
    `);
    await runner.query(`
      CREATE TRIGGER forget_released_versions_on_truncate AFTER TRUNCATE ON sites
      FOR EACH STATEMENT EXECUTE FUNCTION forget_released_versions()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['count_old_versions', 'release_versions', 'forget_released_versions']) {
      await runner.query(`DROP FUNCTION ${name} CASCADE`);
    }
    await runner.query('DROP TABLE released_contents');
    await runner.query('DROP INDEX sites_updated_idx');
  }
}
