import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks of pages that were not finished when they were published, and looks that failed. */
export class FinishChecks1795200001092 implements MigrationInterface {
  readonly name = 'FinishChecks1795200001092';

  async up(runner: QueryRunner): Promise<void> {
    // Costs a publish nothing but the look at its condition.
    await runner.query(`
      CREATE INDEX page_versions_unfinished_idx ON page_versions (site_id, number)
      WHERE (check_result->>'unfinished')::integer < 2`);
    await runner.query(`
      ALTER TABLE due_page_looks
        ADD COLUMN reason text NOT NULL DEFAULT 'views',
        ADD COLUMN failures integer NOT NULL DEFAULT 0,
        ADD COLUMN due_at timestamptz NOT NULL DEFAULT now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE due_page_looks DROP COLUMN reason, DROP COLUMN failures, DROP COLUMN due_at');
    await runner.query('DROP INDEX page_versions_unfinished_idx');
  }
}
