import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often checks of pages had each outcome. */
export class CountChecks1795200001088 implements MigrationInterface {
  readonly name = 'CountChecks1795200001088';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE check_counts (
        day     date NOT NULL,
        outcome text NOT NULL,
        count   bigint NOT NULL,
        PRIMARY KEY (day, outcome)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE check_counts');
  }
}
