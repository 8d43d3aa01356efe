import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddKeyName1795532460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE page_versions ADD COLUMN key_name text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE page_versions DROP COLUMN key_name');
  }
}
