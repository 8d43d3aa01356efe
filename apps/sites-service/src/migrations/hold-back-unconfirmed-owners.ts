import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages of accounts that were temporary when they published, and accounts that were registered lately. Pages that are
 * there stay as they are: this service does not know whose account is temporary.
 */
export class HoldBackUnconfirmedOwners1795200001021 implements MigrationInterface {
  readonly name = 'HoldBackUnconfirmedOwners1795200001021';

  async up(runner: QueryRunner): Promise<void> {
    // A constant default rewrites no row. A process of the version before leaves the column out.
    await runner.query('ALTER TABLE sites ADD COLUMN owner_unconfirmed boolean NOT NULL DEFAULT false');
    await runner.query(`
      CREATE TABLE confirmed_accounts (
        account_id   uuid PRIMARY KEY,
        confirmed_at timestamptz NOT NULL DEFAULT now()
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE confirmed_accounts');
    await runner.query('ALTER TABLE sites DROP COLUMN owner_unconfirmed');
  }
}
