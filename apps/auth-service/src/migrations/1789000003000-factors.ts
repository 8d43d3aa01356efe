import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Factors1789000003000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE factors (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        friendly_name text NOT NULL DEFAULT '',
        status text NOT NULL DEFAULT 'unverified' CHECK (status IN ('unverified', 'verified')),
        -- AES-256-GCM: nonce, tag and ciphertext.
        sealed_secret bytea NOT NULL,
        -- The 30-second step of the newest code that was accepted: no code of it or before counts again.
        last_used_step bigint NOT NULL DEFAULT 0,
        -- Wrong codes since failures_since; too many close the factor for a while.
        failures integer NOT NULL DEFAULT 0,
        failures_since timestamptz,
        last_challenged_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (user_id, friendly_name)
      );
      CREATE INDEX factors_unverified_idx ON factors (created_at) WHERE status = 'unverified';

      CREATE TABLE factor_challenges (
        id uuid PRIMARY KEY,
        factor_id uuid NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX factor_challenges_factor_id_idx ON factor_challenges (factor_id);
      CREATE INDEX factor_challenges_expires_at_idx ON factor_challenges (expires_at);

      ALTER TABLE sessions
        -- What raised the session to aal2.
        ADD COLUMN factor_id uuid REFERENCES factors (id) ON DELETE SET NULL,
        -- Refresh tokens with a lower counter are dead, however short a time ago they were replaced.
        ADD COLUMN refresh_floor integer NOT NULL DEFAULT 0;
      CREATE INDEX sessions_factor_id_idx ON sessions (factor_id) WHERE factor_id IS NOT NULL;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE sessions DROP COLUMN factor_id, DROP COLUMN refresh_floor;
      DROP TABLE factor_challenges; DROP TABLE factors;
    `);
  }
}
