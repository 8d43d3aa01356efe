import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables that each service with events has. */
export class AddTables1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
      CREATE INDEX outbox_lane_idx ON outbox (consumer, aggregate_id, seq);
      CREATE INDEX outbox_waiting_idx ON outbox (consumer, seq) WHERE handed_over_at IS NULL;
      CREATE TABLE inbox (
        event_id   uuid NOT NULL,
        consumer   text NOT NULL,
        handled_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (event_id, consumer)
      );
      CREATE INDEX inbox_handled_at_idx ON inbox (handled_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox, outbox');
  }
}
