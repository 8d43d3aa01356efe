import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that are gone: what one of them published at the last moment goes when its event comes. */
export class CreateDeletedAccounts1795200001003 implements MigrationInterface {
  readonly name = 'CreateDeletedAccounts1795200001003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_accounts (
        user_id    uuid PRIMARY KEY,
        deleted_at timestamptz NOT NULL DEFAULT now()
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_accounts');
  }
}
