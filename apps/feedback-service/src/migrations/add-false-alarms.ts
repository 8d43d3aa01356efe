import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddFalseAlarms1795750800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE reports ADD COLUMN content_hash text, ADD COLUMN refused_page text,
        DROP CONSTRAINT reports_type_check,
        ADD CONSTRAINT reports_type_check CHECK (type IN ('bug', 'feature', 'improvement', 'other', 'false_alarm'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM reports WHERE type = 'false_alarm';
      ALTER TABLE reports DROP COLUMN content_hash, DROP COLUMN refused_page,
        DROP CONSTRAINT reports_type_check,
        ADD CONSTRAINT reports_type_check CHECK (type IN ('bug', 'feature', 'improvement', 'other'))`);
  }
}
