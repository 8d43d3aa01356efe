import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MailOutcomes1789000002000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE mail_requests
        -- 'sent'; 'void': there was nothing to send; 'refused' by the mail server for good; 'failed' for a day.
        ADD COLUMN outcome text CHECK (outcome IN ('sent', 'void', 'refused', 'failed')),
        ADD COLUMN settled_at timestamptz,
        ADD CHECK ((outcome IS NULL) = (settled_at IS NULL));
      -- What is still to be sent, for the watch that puts it back on an emptied queue.
      CREATE INDEX mail_requests_open_idx ON mail_requests (created_at) WHERE outcome IS NULL;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX mail_requests_open_idx;
      ALTER TABLE mail_requests DROP COLUMN outcome, DROP COLUMN settled_at;
    `);
  }
}
