import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds previews of pages with several files. */
export class AddPreviews1795550400000 implements MigrationInterface {
  readonly name = 'AddPreviews1795550400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE previews (
        -- It is in the name of a host. Whoever knows it sees the files.
        name text PRIMARY KEY,
        -- It is a site, or an upload.
        subject_id uuid NOT NULL,
        -- It is the number of the site's version; 0 for an upload.
        version integer NOT NULL,
        expires_at timestamptz NOT NULL,
        UNIQUE (subject_id, version)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE previews');
  }
}
