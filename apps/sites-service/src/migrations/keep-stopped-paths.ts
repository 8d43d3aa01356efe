import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stopped pages whose rows are gone: their paths go on being stopped, and nobody gets them. */
export class KeepStoppedPaths1795200001007 implements MigrationInterface {
  readonly name = 'KeepStoppedPaths1795200001007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stopped_paths (
        path           text COLLATE "C" PRIMARY KEY,
        id             uuid NOT NULL UNIQUE,
        user_id        uuid NOT NULL,
        title          text NOT NULL,
        noindex        boolean NOT NULL,
        created_at     timestamptz NOT NULL,
        expires_at     timestamptz NOT NULL,
        stopped_at     timestamptz NOT NULL,
        stopped_reason text NOT NULL,
        stopped_source text NOT NULL
      )
    `);
    await runner.query('CREATE INDEX stopped_paths_owner_idx ON stopped_paths (user_id)');
    // By a trigger, so that no way of deleting leaves it out. The lock is that of path-claims.ts: whoever wants the
    // path at this moment waits, and then finds it kept.
    await runner.query(`
      CREATE FUNCTION keep_stopped_path() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended(OLD.path, 2));
        INSERT INTO stopped_paths VALUES (
          OLD.path, OLD.id, OLD.user_id, OLD.title, OLD.noindex, OLD.created_at, OLD.expires_at,
          OLD.stopped_at, OLD.stopped_reason, OLD.stopped_source
        ) ON CONFLICT DO NOTHING;
        RETURN OLD;
      END $$
    `);
    await runner.query(`
      CREATE TRIGGER keep_stopped_path_on_delete BEFORE DELETE ON sites
      FOR EACH ROW WHEN (OLD.stopped_at IS NOT NULL) EXECUTE FUNCTION keep_stopped_path()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER keep_stopped_path_on_delete ON sites');
    await runner.query('DROP FUNCTION keep_stopped_path');
    await runner.query('DROP TABLE stopped_paths');
  }
}
