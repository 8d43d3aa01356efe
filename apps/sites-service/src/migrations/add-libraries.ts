import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the files of libraries, which components load and no page is charged for. */
export class AddLibraries1795750000000 implements MigrationInterface {
  readonly name = 'AddLibraries1795750000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD COLUMN is_library boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files DROP COLUMN is_library');
  }
}
