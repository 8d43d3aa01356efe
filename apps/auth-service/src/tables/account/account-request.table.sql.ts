import type { TableDeclaration } from '@haru/database';

export const accountRequestsTable: TableDeclaration = {
  name: 'account_requests',
  sql: `
    CREATE TABLE account_requests (
      key_hash   bytea PRIMARY KEY,
      user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    -- The cascade from users and the purge of rows older than a day use these.
    CREATE INDEX account_requests_user_id_idx ON account_requests (user_id);
    CREATE INDEX account_requests_created_at_idx ON account_requests (created_at);`,
};
