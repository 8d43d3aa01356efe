import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that are gone: what one of them sends at the last moment is kept as nobody's. */
export class CreateDeletedAccounts1795200002002 implements MigrationInterface {
  readonly name = 'CreateDeletedAccounts1795200002002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_accounts (
        account_id uuid PRIMARY KEY,
        deleted_at timestamptz NOT NULL DEFAULT now()
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_accounts');
  }
}
