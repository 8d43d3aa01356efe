import type { TableDeclaration } from '@haru/database';

export const flowStatesTable: TableDeclaration = {
  name: 'flow_states',
  sql: `
    -- There is no reference to users: requests about unknown addresses leave the same rows.
    CREATE TABLE flow_states (
      id                    uuid PRIMARY KEY,
      user_id               uuid NOT NULL,
      method                text NOT NULL,
      code_challenge        text NOT NULL,
      code_challenge_method text NOT NULL,
      -- This is a SHA-256, set once the link of the mail was followed.
      auth_code_hash        bytea UNIQUE,
      code_issued_at        timestamptz,
      created_at            timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX flow_states_user_id_idx ON flow_states (user_id);
    CREATE INDEX flow_states_created_at_idx ON flow_states (created_at);`,
};
