import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SessionDevices1789000011000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Null for sessions of before, and for those that processes of the version before open.
      ALTER TABLE sessions ADD COLUMN user_agent text, ADD COLUMN network text;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions DROP COLUMN user_agent, DROP COLUMN network');
  }
}
