import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the owner had a site's artifact removed from storage, so that a second removal answers nothing. */
export class MarkRemovedArtifacts1795200001011 implements MigrationInterface {
  readonly name = 'MarkRemovedArtifacts1795200001011';

  async up(runner: QueryRunner): Promise<void> {
    // A process of the version before sets and reads it nowhere: it lists a removed artifact again, as it always did.
    await runner.query('ALTER TABLE sites ADD COLUMN artifact_removed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sites DROP COLUMN artifact_removed_at');
  }
}
