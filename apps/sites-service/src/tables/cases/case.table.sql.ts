import type { TableDeclaration } from '@haru/database';

export const casesTable: TableDeclaration = {
  name: 'cases',
  sql: `
    CREATE TABLE cases (
      id                     uuid PRIMARY KEY,
      -- It is no reference, because the page may be deleted while its case continues.
      site_id                uuid NOT NULL,
      path                   text NOT NULL,
      title                  text NOT NULL,
      owner_id               uuid,
      kind                   text NOT NULL CHECK (kind IN ('phishing', 'malware', 'rights', 'privacy', 'other')),
      concerns_sexual_images boolean NOT NULL DEFAULT false,
      origin                 text NOT NULL CHECK (origin IN ('report', 'check', 'admin')),
      state                  text NOT NULL CHECK (state IN
        ('received', 'reviewing', 'inquiry', 'stopped', 'dismissed', 'objected', 'decided')),
      is_stopped             boolean,
      findings               jsonb NOT NULL DEFAULT '[]',
      -- It has whole milliseconds, because lists continue from the times of their last row.
      created_at             timestamptz(3) NOT NULL,
      due_at                 timestamptz(3),
      owner_informed_at      timestamptz,
      decided_at             timestamptz,
      stopped_by             uuid,
      objected_at            timestamptz,
      closed_at              timestamptz,
      CHECK ((closed_at IS NULL) = (state NOT IN ('dismissed', 'decided'))),
      CHECK ((is_stopped IS NULL) = (state <> 'decided'))
    );
    -- Reports of one page join one case.
    CREATE UNIQUE INDEX cases_open_key ON cases (site_id) WHERE closed_at IS NULL;
    CREATE INDEX cases_due_idx ON cases (due_at, id) WHERE due_at IS NOT NULL;
    CREATE INDEX cases_created_idx ON cases (created_at DESC, id DESC);
    CREATE INDEX cases_owner_idx ON cases (owner_id, created_at DESC, id DESC);`,
};
