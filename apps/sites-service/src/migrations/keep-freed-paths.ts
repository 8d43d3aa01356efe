import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where pages have origins of their own, a path stays with its owner for good: browsers keep what a page stored, and the
 * path's next page would read it, or run what the page before it left there.
 */
export class KeepFreedPaths1795200001020 implements MigrationInterface {
  readonly name = 'KeepFreedPaths1795200001020';

  async up(runner: QueryRunner): Promise<void> {
    // By triggers, so that no way of freeing a path leaves it out; on connections that ask for it (database.ts). The lock
    // is that of path-claims.ts: whoever wants the path at this moment waits, and then finds it kept.
    await runner.query(`
      CREATE FUNCTION keep_freed_path() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended(OLD.path, 2));
        INSERT INTO reserved_paths (path, user_id, reserved_until) VALUES (OLD.path, OLD.user_id, 'infinity')
        ON CONFLICT (path) DO UPDATE SET user_id = EXCLUDED.user_id, reserved_until = EXCLUDED.reserved_until;
        RETURN NULL;
      END $$
    `);
    await runner.query(`
      CREATE TRIGGER keep_freed_path_on_delete AFTER DELETE ON sites
      FOR EACH ROW WHEN (current_setting('haru.keep_freed_paths', true) = 'on') EXECUTE FUNCTION keep_freed_path()
    `);
    await runner.query(`
      CREATE TRIGGER keep_freed_path_on_move AFTER UPDATE OF path ON sites
      FOR EACH ROW WHEN (OLD.path <> NEW.path AND current_setting('haru.keep_freed_paths', true) = 'on')
      EXECUTE FUNCTION keep_freed_path()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER keep_freed_path_on_move ON sites');
    await runner.query('DROP TRIGGER keep_freed_path_on_delete ON sites');
    await runner.query('DROP FUNCTION keep_freed_path');
  }
}
