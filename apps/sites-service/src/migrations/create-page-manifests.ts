import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the manifest of each path in storage says. Those of the pages that are there the reconcile writes. */
export class CreatePageManifests1795200001022 implements MigrationInterface {
  readonly name = 'CreatePageManifests1795200001022';

  async up(runner: QueryRunner): Promise<void> {
    // One for all paths, so that a path whose row was purged never gets a revision that it had.
    await runner.query('CREATE SEQUENCE page_manifest_revisions');
    // No reference to a site: a path outlives its page, and storage is written outside of any transaction.
    await runner.query(`
      CREATE TABLE page_manifests (
        path     text COLLATE "C" PRIMARY KEY,
        revision bigint NOT NULL,
        written  text,
        gone_at  timestamptz
      ) WITH (fillfactor = 80)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE page_manifests');
    await runner.query('DROP SEQUENCE page_manifest_revisions');
  }
}
