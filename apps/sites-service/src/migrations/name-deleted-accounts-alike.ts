import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The column has the name that it has with every service, as what reads the table is shared. */
export class NameDeletedAccountsAlike1795200001008 implements MigrationInterface {
  readonly name = 'NameDeletedAccountsAlike1795200001008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deleted_accounts RENAME COLUMN user_id TO account_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deleted_accounts RENAME COLUMN account_id TO user_id');
  }
}
