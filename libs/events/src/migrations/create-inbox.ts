import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The consumer's side: what it has handled, so that a second delivery does nothing. */
export class CreateInbox1795200000002 implements MigrationInterface {
  readonly name = 'CreateInbox1795200000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE inbox (
        event_id   uuid NOT NULL,
        consumer   text NOT NULL,
        handled_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (event_id, consumer)
      )
    `);
    await runner.query('CREATE INDEX inbox_handled_at_idx ON inbox (handled_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox');
  }
}
