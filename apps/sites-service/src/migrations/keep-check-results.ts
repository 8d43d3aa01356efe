import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the check found in a version of a page. A process of the version before writes none. */
export class KeepCheckResults1795200001070 implements MigrationInterface {
  readonly name = 'KeepCheckResults1795200001070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE page_versions ADD COLUMN check_result jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE page_versions DROP COLUMN check_result');
  }
}
