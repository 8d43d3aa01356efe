import type { TableDeclaration } from '@haru/database';

/** The producer writes one row for each event and service that reacts, and keeps it until that service has completed it. */
export const outboxTable: TableDeclaration = {
  name: 'outbox',
  // Rows are inserted and deleted all the time: vacuum goes by count, or dead rows would slow every search for the next
  // row.
  sql: `
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
    -- The index is by consumer: while one queue is full, a search must not read its rows.
    CREATE INDEX outbox_waiting_idx ON outbox (consumer, seq) WHERE handed_over_at IS NULL;`,
};
