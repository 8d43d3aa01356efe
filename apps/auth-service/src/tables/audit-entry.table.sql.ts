import type { TableDeclaration } from '@haru/database';

export const auditLogTable: TableDeclaration = {
  name: 'audit_log',
  sql: `
    -- Append-only: the services' role may read and insert, nothing else. No reference to users: an entry outlives
    -- whom it is about.
    CREATE TABLE audit_log (
      id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at           timestamptz NOT NULL,
      -- NULL: the command line.
      actor_id     uuid,
      -- As it was then: accounts are renamed and deleted.
      actor_email  text,
      action       text NOT NULL,
      subject_kind text NOT NULL,
      subject_id   text NOT NULL,
      reason       text,
      details      jsonb NOT NULL DEFAULT '{}'
    );
    CREATE INDEX audit_log_subject_idx ON audit_log (subject_kind, subject_id, id);`,
};
