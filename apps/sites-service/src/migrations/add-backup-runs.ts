import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the table in which services request backups, and in which the program that takes them writes its progress. */
export class AddBackupRuns1795780800000 implements MigrationInterface {
  readonly name = 'AddBackupRuns1795780800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE backup_runs (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('backup', 'verify')),
        -- It is the name of the backup; null while it is not known.
        backup text,
        requested_at timestamptz NOT NULL,
        started_at timestamptz,
        finished_at timestamptz,
        -- No file is removed from storage until then.
        holds_until timestamptz,
        done_bytes bigint NOT NULL DEFAULT 0,
        total_bytes bigint NOT NULL DEFAULT 0,
        -- It says why the run failed.
        error text
      )`);
    await runner.query('CREATE INDEX backup_runs_requested_idx ON backup_runs (requested_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE backup_runs');
  }
}
