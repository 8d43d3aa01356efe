import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccountsAndSessions1789000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        -- NULL once deleted softly, which frees the address.
        email text CHECK (email = lower(email) AND char_length(email) <= 255),
        encrypted_password text,
        is_anonymous boolean NOT NULL DEFAULT false,
        user_metadata jsonb NOT NULL DEFAULT '{}',
        app_metadata jsonb NOT NULL DEFAULT '{}',
        email_confirmed_at timestamptz,
        last_sign_in_at timestamptz,
        banned_until timestamptz,
        deleted_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      -- Addresses are stored in lower case, so this is unique whatever the case.
      CREATE UNIQUE INDEX users_email_key ON users (email);
      -- Admin lists show the newest first.
      CREATE INDEX users_created_at_idx ON users (created_at DESC, id);

      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        refresh_counter integer NOT NULL DEFAULT 0 CHECK (refresh_counter >= 0),
        refreshed_at timestamptz NOT NULL DEFAULT now(),
        aal text NOT NULL DEFAULT 'aal1' CHECK (aal IN ('aal1', 'aal2')),
        amr jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(amr) = 'array'),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX sessions_user_id_idx ON sessions (user_id);

      CREATE TABLE account_requests (
        key_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      -- For the cascade from users, and for clearing away what is older than a day.
      CREATE INDEX account_requests_user_id_idx ON account_requests (user_id);
      CREATE INDEX account_requests_created_at_idx ON account_requests (created_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE account_requests; DROP TABLE sessions; DROP TABLE users;');
  }
}
