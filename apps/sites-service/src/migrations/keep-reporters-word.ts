import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a page shows sexual images is what a reporter says, until a moderator sets it in the case. */
export class KeepReportersWord1795200001092 implements MigrationInterface {
  readonly name = 'KeepReportersWord1795200001092';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE case_reports ADD COLUMN concerns_sexual_images boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE case_reports DROP COLUMN concerns_sexual_images');
  }
}
