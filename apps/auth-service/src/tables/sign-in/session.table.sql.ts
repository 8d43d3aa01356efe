import type { TableDeclaration } from '@haru/database';

export const sessionsTable: TableDeclaration = {
  name: 'sessions',
  sql: `
    CREATE TABLE sessions (
      id              uuid PRIMARY KEY,
      user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      refresh_counter integer NOT NULL DEFAULT 0 CHECK (refresh_counter >= 0),
      refreshed_at    timestamptz NOT NULL DEFAULT now(),
      aal             text NOT NULL DEFAULT 'aal1' CHECK (aal IN ('aal1', 'aal2')),
      amr             jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(amr) = 'array'),
      created_at      timestamptz NOT NULL DEFAULT now(),
      -- This factor raised the session to aal2.
      factor_id       uuid REFERENCES factors (id) ON DELETE SET NULL,
      -- Refresh tokens with a lower counter are invalid, however recently they were replaced.
      refresh_floor   integer NOT NULL DEFAULT 0,
      user_agent      text,
      network         text
    );
    CREATE INDEX sessions_user_id_idx ON sessions (user_id);
    CREATE INDEX sessions_factor_id_idx ON sessions (factor_id) WHERE factor_id IS NOT NULL;`,
};
