import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages whose visitors first see a notice. */
export class ReviewSites1795200001082 implements MigrationInterface {
  readonly name = 'ReviewSites1795200001082';

  async up(runner: QueryRunner): Promise<void> {
    // A constant default rewrites no row. A process of the version before leaves the column out.
    for (const table of ['sites', 'deleted_sites']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN under_review boolean NOT NULL DEFAULT false`);
    }
    // Costs a publish nothing but the look at its condition.
    await runner.query('CREATE INDEX sites_under_review_idx ON sites (id) WHERE under_review');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sites_under_review_idx');
    for (const table of ['sites', 'deleted_sites']) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN under_review`);
    }
  }
}
