import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpiryNotices1789000009000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Processes of the version before insert accounts without it.
      ALTER TABLE users ADD COLUMN expiry_mails boolean NOT NULL DEFAULT true;
      CREATE TABLE expiry_notices (
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        day date NOT NULL,
        mail_request_id uuid NOT NULL UNIQUE,
        total integer NOT NULL,
        sites jsonb NOT NULL,
        PRIMARY KEY (user_id, day)
      );
      CREATE INDEX expiry_notices_day_idx ON expiry_notices (day);
      CREATE TABLE expiry_notice_days (day date PRIMARY KEY);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE expiry_notice_days;
      DROP TABLE expiry_notices;
      ALTER TABLE users DROP COLUMN expiry_mails;
    `);
  }
}
