import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MailTokensAndIdentities1789000001000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE users
        -- Asked for and not yet confirmed. Several accounts may ask for one address: it is the first one's to confirm.
        ADD COLUMN new_email text CHECK (new_email = lower(new_email) AND char_length(new_email) <= 255),
        -- The slot of the half of a two-sided change that is confirmed.
        ADD COLUMN email_change_confirmed text,
        ADD COLUMN confirmation_sent_at timestamptz,
        ADD COLUMN recovery_sent_at timestamptz,
        ADD COLUMN email_change_sent_at timestamptz,
        ADD COLUMN reauthentication_sent_at timestamptz,
        ADD COLUMN invited_at timestamptz,
        ADD COLUMN last_active_at timestamptz NOT NULL DEFAULT now();
      CREATE INDEX users_new_email_idx ON users (new_email) WHERE new_email IS NOT NULL;
      -- For the clean-up of temporary accounts.
      CREATE INDEX users_idle_idx ON users (last_active_at) WHERE is_anonymous;

      CREATE TABLE identities (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        provider text NOT NULL,
        -- Who this is at the provider; for e-mail the account's id.
        provider_id text NOT NULL,
        identity_data jsonb NOT NULL DEFAULT '{}',
        last_sign_in_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (provider, provider_id)
      );
      CREATE INDEX identities_user_id_idx ON identities (user_id);

      -- No reference to users here and below: requests about unknown addresses leave the same rows.
      CREATE TABLE flow_states (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        method text NOT NULL,
        code_challenge text NOT NULL,
        code_challenge_method text NOT NULL,
        -- SHA-256; set once the link of the mail was followed.
        auth_code_hash bytea UNIQUE,
        code_issued_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX flow_states_user_id_idx ON flow_states (user_id);
      CREATE INDEX flow_states_created_at_idx ON flow_states (created_at);

      CREATE TABLE one_time_tokens (
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        slot text NOT NULL,
        kind text NOT NULL,
        address text NOT NULL,
        -- SHA-256 of the link's token.
        link_hash bytea NOT NULL UNIQUE,
        flow_state_id uuid,
        code_failures integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        -- A new mail of a kind takes the place of the one before.
        PRIMARY KEY (user_id, slot)
      );
      CREATE INDEX one_time_tokens_address_idx ON one_time_tokens (address);
      CREATE INDEX one_time_tokens_expires_at_idx ON one_time_tokens (expires_at);

      CREATE TABLE mail_requests (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        kind text NOT NULL,
        address text NOT NULL,
        redirect_to text,
        flow_state_id uuid,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX mail_requests_user_id_idx ON mail_requests (user_id);
      CREATE INDEX mail_requests_created_at_idx ON mail_requests (created_at);

      CREATE TABLE mail_intervals (
        -- SHA-256 of slot and address: what was asked about addresses of no account is not kept readable.
        key_hash bytea PRIMARY KEY,
        requested_at timestamptz NOT NULL
      );
      CREATE INDEX mail_intervals_requested_at_idx ON mail_intervals (requested_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE mail_intervals; DROP TABLE mail_requests; DROP TABLE one_time_tokens;
      DROP TABLE flow_states; DROP TABLE identities;
      DROP INDEX users_idle_idx; DROP INDEX users_new_email_idx;
      ALTER TABLE users
        DROP COLUMN new_email, DROP COLUMN email_change_confirmed,
        DROP COLUMN confirmation_sent_at, DROP COLUMN recovery_sent_at, DROP COLUMN email_change_sent_at,
        DROP COLUMN reauthentication_sent_at, DROP COLUMN invited_at, DROP COLUMN last_active_at;
    `);
  }
}
