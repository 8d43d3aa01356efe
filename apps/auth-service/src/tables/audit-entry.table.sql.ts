import type { TableDeclaration } from '@haru/database';

export const auditLogTable: TableDeclaration = {
  name: 'audit_log',
  sql: `
    -- The services' role may only read and insert. There is no reference to users: an entry outlives its account.
    CREATE TABLE audit_log (
      id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at           timestamptz NOT NULL,
      -- NULL stands for the command line.
      actor_id     uuid,
      -- The address is copied: accounts are renamed and deleted.
      actor_email  text,
      action       text NOT NULL,
      subject_kind text NOT NULL,
      subject_id   text NOT NULL,
      reason       text,
      details      jsonb NOT NULL DEFAULT '{}'
    );
    CREATE INDEX audit_log_subject_idx ON audit_log (subject_kind, subject_id, id);`,
};
