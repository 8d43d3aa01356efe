import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The adoption of pages moves the reserved paths of an account. */
export class IndexReservations1795200003010 implements MigrationInterface {
  readonly name = 'IndexReservations1795200003010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX reserved_paths_owner_idx ON reserved_paths (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reserved_paths_owner_idx');
  }
}
