import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds contents that were refused, and that a moderator found harmless. The hash is the SHA-256 of the source. */
export class AddAcceptedContents1795750800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE accepted_contents (hash bytea PRIMARY KEY, accepted_at timestamptz NOT NULL DEFAULT now())',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE accepted_contents');
  }
}
