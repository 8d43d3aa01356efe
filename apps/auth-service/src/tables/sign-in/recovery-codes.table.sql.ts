import type { TableDeclaration } from '@haru/database';

export const recoveryCodesTable: TableDeclaration = {
  name: 'recovery_codes',
  sql: `
    CREATE TABLE recovery_codes (
      user_id        uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      -- HMAC-SHA256 of the codes that are not used yet.
      code_hashes    bytea[] NOT NULL,
      created_at     timestamptz NOT NULL,
      -- Wrong codes since failures_since; too many lock them for a while.
      failures       integer NOT NULL DEFAULT 0,
      failures_since timestamptz
    );`,
};
