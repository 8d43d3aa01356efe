import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Paths that were given up: for a while nobody but their former owner gets them. */
export class CreateReservedPaths1795200001004 implements MigrationInterface {
  readonly name = 'CreateReservedPaths1795200001004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reserved_paths (
        path           text COLLATE "C" PRIMARY KEY,
        user_id        uuid NOT NULL,
        reserved_until timestamptz NOT NULL
      )
    `);
    await runner.query('CREATE INDEX reserved_paths_until_idx ON reserved_paths (reserved_until)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reserved_paths');
  }
}
