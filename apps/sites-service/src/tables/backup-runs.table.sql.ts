import type { TableDeclaration } from '@haru/database';

export const backupRunsTable: TableDeclaration = {
  name: 'backup_runs',
  // The program that takes backups is not a service; it reads here what to do and writes what it did.
  sql: `
    CREATE TABLE backup_runs (
      id           uuid PRIMARY KEY,
      kind         text NOT NULL CHECK (kind IN ('backup', 'verify')),
      -- It is the name of the backup, once that is known.
      backup       text,
      requested_at timestamptz NOT NULL,
      started_at   timestamptz,
      finished_at  timestamptz,
      -- No file is removed from storage until then.
      holds_until  timestamptz,
      done_bytes   bigint NOT NULL DEFAULT 0,
      total_bytes  bigint NOT NULL DEFAULT 0,
      -- It says why the run failed.
      error        text
    );
    CREATE INDEX backup_runs_requested_idx ON backup_runs (requested_at);`,
};
