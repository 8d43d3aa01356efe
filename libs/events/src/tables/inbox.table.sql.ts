import type { TableDeclaration } from '@haru/database';

/** The consumer records here what it has handled, so that a second delivery has no effect. */
export const inboxTable: TableDeclaration = {
  name: 'inbox',
  sql: `
    CREATE TABLE inbox (
      event_id   uuid NOT NULL,
      consumer   text NOT NULL,
      handled_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (event_id, consumer)
    );
    CREATE INDEX inbox_handled_at_idx ON inbox (handled_at);`,
};
