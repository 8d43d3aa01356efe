import type { TableDeclaration } from '@haru/database';

export const managementLinksTable: TableDeclaration = {
  name: 'management_links',
  sql: `
    CREATE TABLE management_links (
      user_id      uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      secret_hash  bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
      created_at   timestamptz NOT NULL,
      last_used_at timestamptz
    );`,
};
