import type { TableDeclaration } from '@haru/database';

export const reportsTable: TableDeclaration = {
  name: 'reports',
  sql: `
    CREATE TABLE reports (
      id          uuid PRIMARY KEY,
      type        text NOT NULL CHECK (type IN ('bug', 'feature', 'improvement', 'other', 'false_alarm')),
      title       text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
      description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 1000),
      email       text CHECK (char_length(email) <= 255),
      account_id  uuid,
      page        text,
      user_agent  text,
      state       text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'seen', 'answered', 'closed')),
      -- This mail lists the report for the operators.
      digest_id   uuid REFERENCES mail_requests (id),
      -- The time has whole milliseconds, because lists continue from the time of their last row.
      created_at  timestamptz(3) NOT NULL,
      content_hash text,
      refused_page text
    );
    CREATE INDEX reports_created_at_idx ON reports (created_at DESC, id DESC);
    CREATE INDEX reports_state_idx ON reports (state, created_at DESC, id DESC);
    CREATE INDEX reports_account_idx ON reports (account_id) WHERE account_id IS NOT NULL;
    CREATE INDEX reports_digest_idx ON reports (digest_id);`,
};

export const reportEntriesTable: TableDeclaration = {
  name: 'report_entries',
  sql: `
    CREATE TABLE report_entries (
      id              uuid PRIMARY KEY,
      report_id       uuid NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
      kind            text NOT NULL CHECK (kind IN ('note', 'answer')),
      text            text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 5000),
      author_id       uuid,
      mail_request_id uuid UNIQUE REFERENCES mail_requests (id),
      created_at      timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX report_entries_report_idx ON report_entries (report_id, created_at);`,
};
