import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The last step of a change in three: `AddKeyPrefix` expands the table with a column that may be null, and services write it
 * since then. This migrates the keys from before, whose beginning nobody knows any more, and contracts what may be null.
 */
export class RequireKeyPrefix1795920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE api_keys SET prefix = '' WHERE kind = 'apiKey' AND prefix IS NULL;
      ALTER TABLE api_keys ADD CONSTRAINT api_keys_prefix_check CHECK ((kind = 'apiKey') = (prefix IS NOT NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP CONSTRAINT api_keys_prefix_check');
  }
}
