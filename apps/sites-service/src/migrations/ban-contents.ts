import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contents that no page may have. A process of the version before does not know them. */
export class BanContents1795200001081 implements MigrationInterface {
  readonly name = 'BanContents1795200001081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE banned_contents (
        hash       bytea PRIMARY KEY,
        similarity text,
        reason     text NOT NULL,
        banned_at  timestamptz NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE banned_contents');
  }
}
