import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Claims1789000006000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE users
        -- Made by a sign-up that nobody has confirmed: password and metadata are those of whoever asked first.
        ADD COLUMN is_claim boolean NOT NULL DEFAULT false;
      UPDATE users SET is_claim = true
      WHERE email IS NOT NULL AND email_confirmed_at IS NULL AND NOT is_anonymous AND invited_at IS NULL
        AND NOT EXISTS (SELECT FROM sessions WHERE sessions.user_id = users.id)
        AND NOT EXISTS (SELECT FROM identities WHERE identities.user_id = users.id AND provider <> 'email');
      -- What the sign-up of this mail asked for: the hash of its password, its metadata, its time.
      ALTER TABLE mail_requests ADD COLUMN claim jsonb;
      ALTER TABLE one_time_tokens ADD COLUMN claim jsonb;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE one_time_tokens DROP COLUMN claim;
      ALTER TABLE mail_requests DROP COLUMN claim;
      ALTER TABLE users DROP COLUMN is_claim;
    `);
  }
}
