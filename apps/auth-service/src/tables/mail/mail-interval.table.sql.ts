import type { TableDeclaration } from '@haru/database';

export const mailIntervalsTable: TableDeclaration = {
  name: 'mail_intervals',
  sql: `
    CREATE TABLE mail_intervals (
      -- This is the SHA-256 of slot and address: addresses without an account are not stored in readable form.
      key_hash     bytea PRIMARY KEY,
      requested_at timestamptz NOT NULL
    );
    CREATE INDEX mail_intervals_requested_at_idx ON mail_intervals (requested_at);`,
};
