import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds pages with a password. The path of a stopped page keeps the visibility that the page had. */
export class AddPagePasswords1795910000000 implements MigrationInterface {
  readonly name = 'AddPagePasswords1795910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sites ADD COLUMN password_hash text;
      ALTER TABLE deleted_sites ADD COLUMN password_hash text;
      ALTER TABLE stopped_paths ADD COLUMN visibility text NOT NULL DEFAULT 'public';
      ${keepStoppedPath(', OLD.visibility')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${keepStoppedPath('')};
      ALTER TABLE sites DROP COLUMN password_hash;
      ALTER TABLE deleted_sites DROP COLUMN password_hash;
      ALTER TABLE stopped_paths DROP COLUMN visibility`);
  }
}

const keepStoppedPath = (visibility: string): string => `
CREATE OR REPLACE FUNCTION keep_stopped_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(OLD.path, 2));
      INSERT INTO stopped_paths VALUES (
        OLD.path, OLD.id, OLD.user_id, OLD.title, OLD.noindex, OLD.created_at, OLD.expires_at,
        OLD.stopped_at, OLD.stopped_reason, OLD.stopped_source${visibility}
      ) ON CONFLICT DO NOTHING;
      RETURN OLD;
    END
$$`;
