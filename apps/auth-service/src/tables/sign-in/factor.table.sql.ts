import type { TableDeclaration } from '@haru/database';

export const factorsTable: TableDeclaration = {
  name: 'factors',
  sql: `
    CREATE TABLE factors (
      id                 uuid PRIMARY KEY,
      user_id            uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      friendly_name      text NOT NULL DEFAULT '',
      status             text NOT NULL DEFAULT 'unverified' CHECK (status IN ('unverified', 'verified')),
      -- The AES-256-GCM box has nonce, tag and ciphertext.
      sealed_secret      bytea NOT NULL,
      -- This is the 30-second step of the newest accepted code: no code of it or before it is accepted again.
      last_used_step     bigint NOT NULL DEFAULT 0,
      -- Counts wrong codes since failures_since; too many lock the factor for a while.
      failures           integer NOT NULL DEFAULT 0,
      failures_since     timestamptz,
      last_challenged_at timestamptz,
      created_at         timestamptz NOT NULL DEFAULT now(),
      updated_at         timestamptz NOT NULL DEFAULT now(),
      UNIQUE (user_id, friendly_name)
    );
    CREATE INDEX factors_unverified_idx ON factors (created_at) WHERE status = 'unverified';`,
};

export const factorChallengesTable: TableDeclaration = {
  name: 'factor_challenges',
  sql: `
    CREATE TABLE factor_challenges (
      id         uuid PRIMARY KEY,
      factor_id  uuid NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX factor_challenges_factor_id_idx ON factor_challenges (factor_id);
    CREATE INDEX factor_challenges_expires_at_idx ON factor_challenges (expires_at);`,
};
