import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The producer's side: one row for each event and service that reacts, kept until that service is done with it. */
export class CreateOutbox1795200000001 implements MigrationInterface {
  readonly name = 'CreateOutbox1795200000001';

  async up(runner: QueryRunner): Promise<void> {
    // Rows come and go all the time: vacuum by count, or the dead ones slow every look for the next row.
    await runner.query(`
      CREATE TABLE outbox (
        seq            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event_id       uuid NOT NULL,
        consumer       text NOT NULL,
        name           text NOT NULL,
        aggregate_id   text NOT NULL,
        payload        json NOT NULL,
        context        json NOT NULL,
        created_at     timestamptz NOT NULL DEFAULT now(),
        handed_over_at timestamptz,
        CONSTRAINT outbox_event_consumer_key UNIQUE (event_id, consumer)
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)
    `);
    await runner.query('CREATE INDEX outbox_lane_idx ON outbox (consumer, aggregate_id, seq)');
    await runner.query('CREATE INDEX outbox_to_hand_over_idx ON outbox (seq) WHERE handed_over_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox');
  }
}
