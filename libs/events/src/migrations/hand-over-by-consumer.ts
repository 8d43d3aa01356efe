import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows to hand over, by the service that reacts: while one queue is full, a look past its rows must not read them. */
export class HandOverByConsumer1795200000003 implements MigrationInterface {
  readonly name = 'HandOverByConsumer1795200000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX outbox_waiting_idx ON outbox (consumer, seq) WHERE handed_over_at IS NULL');
    await runner.query('DROP INDEX outbox_to_hand_over_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX outbox_to_hand_over_idx ON outbox (seq) WHERE handed_over_at IS NULL');
    await runner.query('DROP INDEX outbox_waiting_idx');
  }
}
