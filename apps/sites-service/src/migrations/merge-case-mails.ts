import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails about cases that are sent as one, and links that were opened. */
export class MergeCaseMails1795200001101 implements MigrationInterface {
  readonly name = 'MergeCaseMails1795200001101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE case_mails ADD COLUMN sent_with uuid;
      ALTER TABLE case_links ADD COLUMN opened_at timestamptz;
      CREATE INDEX case_mails_report_idx ON case_mails (report_id) WHERE report_id IS NOT NULL;
      CREATE INDEX case_mails_owner_idx ON case_mails (case_id) WHERE report_id IS NULL AND sent_with IS NULL;
      CREATE INDEX case_mails_sent_with_idx ON case_mails (sent_with);
      CREATE INDEX case_reports_address_idx ON case_reports (lower(email)) WHERE email IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX case_reports_address_idx, case_mails_owner_idx, case_mails_report_idx;
      ALTER TABLE case_links DROP COLUMN opened_at;
      ALTER TABLE case_mails DROP COLUMN sent_with;
    `);
  }
}
