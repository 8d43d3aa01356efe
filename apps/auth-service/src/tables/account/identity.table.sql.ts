import type { TableDeclaration } from '@haru/database';

export const identitiesTable: TableDeclaration = {
  name: 'identities',
  sql: `
    CREATE TABLE identities (
      id              uuid PRIMARY KEY,
      user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      provider        text NOT NULL,
      -- This is the person's id at the provider; for e-mail it is the account's id.
      provider_id     text NOT NULL,
      identity_data   jsonb NOT NULL DEFAULT '{}',
      last_sign_in_at timestamptz,
      created_at      timestamptz NOT NULL DEFAULT now(),
      updated_at      timestamptz NOT NULL DEFAULT now(),
      UNIQUE (provider, provider_id)
    );
    CREATE INDEX identities_user_id_idx ON identities (user_id);`,
};
