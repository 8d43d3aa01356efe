import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds pages that only people who have a key see. */
export class AddVisibility1795738000000 implements MigrationInterface {
  readonly name = 'AddVisibility1795738000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['sites', 'deleted_sites']) {
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN visibility text NOT NULL DEFAULT 'public',
          ADD COLUMN access_generation integer NOT NULL DEFAULT 1`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sites', 'deleted_sites']) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN visibility, DROP COLUMN access_generation`);
    }
  }
}
