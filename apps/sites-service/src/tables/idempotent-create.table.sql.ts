import type { TableDeclaration } from '@haru/database';

export const idempotentCreatesTable: TableDeclaration = {
  name: 'idempotent_creates',
  // The answer is stored, so a repeat gets the first result, whatever happened to the site since.
  sql: `
    CREATE TABLE idempotent_creates (
      user_id      uuid NOT NULL,
      key          text NOT NULL,
      content_hash text NOT NULL,
      site_id      uuid NOT NULL,
      answer       json NOT NULL,
      created_at   timestamptz NOT NULL,
      PRIMARY KEY (user_id, key)
    );
    CREATE INDEX idempotent_creates_created_at_idx ON idempotent_creates (created_at);`,
};
