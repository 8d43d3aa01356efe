import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds previews of pages with several files. */
export class AddPreviews1795550400000 implements MigrationInterface {
  readonly name = 'AddPreviews1795550400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE previews (
        name text PRIMARY KEY,
        subject_id uuid NOT NULL,
        version integer NOT NULL,
        expires_at timestamptz NOT NULL,
        UNIQUE (subject_id, version)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE previews');
  }
}
