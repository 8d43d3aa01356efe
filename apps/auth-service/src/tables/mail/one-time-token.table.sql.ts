import type { TableDeclaration } from '@haru/database';

export const oneTimeTokensTable: TableDeclaration = {
  name: 'one_time_tokens',
  sql: `
    CREATE TABLE one_time_tokens (
      user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      slot          text NOT NULL,
      kind          text NOT NULL,
      address       text NOT NULL,
      -- This is the SHA-256 of the link's token.
      link_hash     bytea NOT NULL UNIQUE,
      flow_state_id uuid,
      code_failures integer NOT NULL DEFAULT 0,
      created_at    timestamptz NOT NULL DEFAULT now(),
      expires_at    timestamptz NOT NULL,
      -- The sign-up of this mail requested these: the hash of its password, its metadata, its time.
      claim         jsonb,
      -- A new mail of a kind replaces the previous one.
      PRIMARY KEY (user_id, slot)
    );
    CREATE INDEX one_time_tokens_address_idx ON one_time_tokens (address);
    CREATE INDEX one_time_tokens_expires_at_idx ON one_time_tokens (expires_at);`,
};
