import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each account has created with an idempotency key, so that a repeat answers the first result. */
export class CreateIdempotentCreates1795200001002 implements MigrationInterface {
  readonly name = 'CreateIdempotentCreates1795200001002';

  async up(runner: QueryRunner): Promise<void> {
    // The answer is kept, not looked up: a repeat says what the first call said, whatever became of the site.
    await runner.query(`
      CREATE TABLE idempotent_creates (
        user_id      uuid NOT NULL,
        key          text NOT NULL,
        content_hash text NOT NULL,
        site_id      uuid NOT NULL,
        answer       json NOT NULL,
        created_at   timestamptz NOT NULL,
        PRIMARY KEY (user_id, key)
      )
    `);
    await runner.query('CREATE INDEX idempotent_creates_created_at_idx ON idempotent_creates (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotent_creates');
  }
}
