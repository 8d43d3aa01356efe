import type { TableDeclaration } from '@haru/database';

export const usersTable: TableDeclaration = {
  name: 'users',
  sql: `
    CREATE TABLE users (
      id                       uuid PRIMARY KEY,
      -- It is NULL once deleted softly, which frees the address.
      email                    text CHECK (email = lower(email) AND char_length(email) <= 255),
      encrypted_password       text,
      is_anonymous             boolean NOT NULL DEFAULT false,
      user_metadata            jsonb NOT NULL DEFAULT '{}',
      app_metadata             jsonb NOT NULL DEFAULT '{}',
      email_confirmed_at       timestamptz,
      last_sign_in_at          timestamptz,
      banned_until             timestamptz,
      deleted_at               timestamptz,
      created_at               timestamptz NOT NULL DEFAULT now(),
      updated_at               timestamptz NOT NULL DEFAULT now(),
      -- The address is not yet confirmed. Several accounts may request one address: the first to confirm it gets it.
      new_email                text CHECK (new_email = lower(new_email) AND char_length(new_email) <= 255),
      -- This half of a two-sided change is confirmed.
      email_change_confirmed   text,
      confirmation_sent_at     timestamptz,
      recovery_sent_at         timestamptz,
      email_change_sent_at     timestamptz,
      reauthentication_sent_at timestamptz,
      invited_at               timestamptz,
      last_active_at           timestamptz NOT NULL DEFAULT now(),
      haru_role                text CHECK (haru_role IN ('moderator', 'admin')),
      ban_reason               text CHECK (char_length(ban_reason) <= 1000),
      -- An unconfirmed sign-up made the account: password and metadata are those of the first sign-up.
      is_claim                 boolean NOT NULL DEFAULT false,
      expiry_mails             boolean NOT NULL DEFAULT true
    );
    -- Addresses are stored in lower case, so upper and lower case make no difference.
    CREATE UNIQUE INDEX users_email_key ON users (email);
    -- Admin lists show the newest first.
    CREATE INDEX users_created_at_idx ON users (created_at DESC, id);
    CREATE INDEX users_new_email_idx ON users (new_email) WHERE new_email IS NOT NULL;
    -- The clean-up of temporary accounts uses this.
    CREATE INDEX users_idle_idx ON users (last_active_at) WHERE is_anonymous;
    CREATE INDEX users_haru_role_idx ON users (haru_role) WHERE haru_role IS NOT NULL;
    -- Expired bans are searched for every 15 seconds, and few accounts have one.
    CREATE INDEX users_banned_until_idx ON users (banned_until) WHERE banned_until IS NOT NULL;`,
};
