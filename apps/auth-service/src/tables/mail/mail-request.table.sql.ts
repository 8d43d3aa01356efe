import type { TableDeclaration } from '@haru/database';

export const mailRequestsTable: TableDeclaration = {
  name: 'mail_requests',
  sql: `
    -- There is no reference to users: requests about unknown addresses leave the same rows.
    CREATE TABLE mail_requests (
      id            uuid PRIMARY KEY,
      user_id       uuid NOT NULL,
      kind          text NOT NULL,
      address       text NOT NULL,
      redirect_to   text,
      flow_state_id uuid,
      created_at    timestamptz NOT NULL DEFAULT now(),
      -- 'sent'; 'void': there was nothing to send; 'refused' by the mail server for good; 'failed' for a day.
      outcome       text CHECK (outcome IN ('sent', 'void', 'refused', 'failed')),
      settled_at    timestamptz,
      -- The token has the same claim.
      claim         jsonb,
      details       jsonb,
      CHECK ((outcome IS NULL) = (settled_at IS NULL))
    );
    CREATE INDEX mail_requests_user_id_idx ON mail_requests (user_id);
    CREATE INDEX mail_requests_created_at_idx ON mail_requests (created_at);
    -- The worker finds unsent mails with this and puts them back on an emptied queue.
    CREATE INDEX mail_requests_open_idx ON mail_requests (created_at) WHERE outcome IS NULL;`,
};
