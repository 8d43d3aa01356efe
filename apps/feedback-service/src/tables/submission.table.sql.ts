import type { TableDeclaration } from '@haru/database';

export const likeKeysTable: TableDeclaration = {
  name: 'like_keys',
  sql: `
    CREATE TABLE like_keys (
      day date NOT NULL,
      -- This is the SHA-256 of an account or a device.
      key bytea NOT NULL,
      PRIMARY KEY (day, key)
    );`,
};

export const likeTotalTable: TableDeclaration = {
  name: 'like_total',
  sql: `
    CREATE TABLE like_total (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      total    bigint NOT NULL
    );
    INSERT INTO like_total (total) VALUES (0);`,
};

export const idempotentSubmissionsTable: TableDeclaration = {
  name: 'idempotent_submissions',
  // The answer is stored, not looked up: a repeat gets the same answer as the first call.
  sql: `
    CREATE TABLE idempotent_submissions (
      sender       text NOT NULL,
      key          text NOT NULL,
      content_hash text NOT NULL,
      answer       json,
      created_at   timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (sender, key)
    );
    CREATE INDEX idempotent_submissions_created_at_idx ON idempotent_submissions (created_at);`,
};
