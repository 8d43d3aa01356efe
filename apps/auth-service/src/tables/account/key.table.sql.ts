import type { TableDeclaration } from '@haru/database';

export const apiKeysTable: TableDeclaration = {
  name: 'api_keys',
  sql: `
    CREATE TABLE api_keys (
      id                uuid PRIMARY KEY,
      user_id           uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      kind              text NOT NULL CHECK (kind IN ('apiKey', 'editKey')),
      key_hash          bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
      name              text,
      scopes            text[] NOT NULL,
      site_id           uuid,
      created_at        timestamptz NOT NULL,
      expires_at        timestamptz,
      last_used_at      timestamptz,
      last_used_network text,
      prefix            text,
      CHECK ((kind = 'apiKey') = (name IS NOT NULL) AND (kind = 'editKey') = (site_id IS NOT NULL))
    );
    CREATE INDEX api_keys_user_id_idx ON api_keys (user_id);`,
};
