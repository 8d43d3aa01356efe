import type { TableDeclaration } from '@haru/database';

export const mailRequestsTable: TableDeclaration = {
  name: 'mail_requests',
  sql: `
    CREATE TABLE mail_requests (
      id          uuid PRIMARY KEY,
      kind        text NOT NULL,
      created_at  timestamptz NOT NULL DEFAULT now(),
      -- The digest took its reports then; later ones go into the next.
      composed_at timestamptz,
      -- 'sent'; 'void': there was nothing to send; 'refused' by the mail server for good; 'failed' for a day.
      outcome     text CHECK (outcome IN ('sent', 'void', 'refused', 'failed')),
      settled_at  timestamptz,
      CHECK ((outcome IS NULL) = (settled_at IS NULL))
    );
    CREATE INDEX mail_requests_open_idx ON mail_requests (created_at) WHERE outcome IS NULL;
    -- At most one digest gathers reports.
    CREATE UNIQUE INDEX mail_requests_digest_key ON mail_requests (kind)
      WHERE kind = 'digest' AND composed_at IS NULL AND outcome IS NULL;`,
};
