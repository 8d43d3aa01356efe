import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The way in which the similarity of a banned content was computed; the worker computes those of an older one again. */
export class KeepSimilarityVersion1795200001093 implements MigrationInterface {
  readonly name = 'KeepSimilarityVersion1795200001093';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE banned_contents ADD COLUMN similarity_version integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE banned_contents DROP COLUMN similarity_version');
  }
}
