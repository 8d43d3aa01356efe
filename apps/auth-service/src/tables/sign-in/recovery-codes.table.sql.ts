import type { TableDeclaration } from '@haru/database';

export const recoveryCodesTable: TableDeclaration = {
  name: 'recovery_codes',
  sql: `
    CREATE TABLE recovery_codes (
      user_id        uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      -- These are HMAC-SHA256 of the unused codes.
      code_hashes    bytea[] NOT NULL,
      created_at     timestamptz NOT NULL,
      -- Counts wrong codes since failures_since; too many lock the codes for a while.
      failures       integer NOT NULL DEFAULT 0,
      failures_since timestamptz
    );`,
};
