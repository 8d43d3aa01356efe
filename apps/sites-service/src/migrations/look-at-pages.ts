import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second looks at pages, ten minutes after they were published and when they are shown often. */
export class LookAtPages1795200001085 implements MigrationInterface {
  readonly name = 'LookAtPages1795200001085';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE due_page_looks (
        site_id uuid NOT NULL,
        number  integer NOT NULL,
        PRIMARY KEY (site_id, number)
      )
    `);
    await runner.query(`
      CREATE TABLE page_look_progress (
        name       text PRIMARY KEY,
        after_time timestamptz NOT NULL,
        after_id   uuid NOT NULL
      )
    `);
    // First versions are found by the time of their site: nothing is added to a publish.
    await runner.query(
      'CREATE INDEX page_versions_updated_idx ON page_versions (created_at, site_id) WHERE number > 1',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX page_versions_updated_idx');
    await runner.query('DROP TABLE page_look_progress, due_page_looks');
  }
}
