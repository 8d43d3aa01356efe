import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddKeyPrefix1795546800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD prefix text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP prefix');
  }
}
