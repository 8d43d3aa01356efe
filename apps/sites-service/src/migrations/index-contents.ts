import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sites by the content that they show: pages that are alike share one artifact, which goes with the last of them. */
export class IndexContents1795200001010 implements MigrationInterface {
  readonly name = 'IndexContents1795200001010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX sites_content_hash_idx ON sites ((substr(storage_path, 38, 64) COLLATE "C"))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sites_content_hash_idx');
  }
}
