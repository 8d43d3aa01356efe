import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the tables of release 0.2.0. Like every migration of a release it is never edited. */
export class Baseline1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE idempotent_submissions, like_total, like_keys, report_entries, reports, mail_requests, deleted_accounts, inbox, outbox',
    );
  }
}

const up = `
CREATE TABLE outbox (
      seq            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      event_id       uuid NOT NULL,
      consumer       text NOT NULL,
      name           text NOT NULL,
      aggregate_id   text NOT NULL,
      payload        json NOT NULL,
      context        json NOT NULL,
      created_at     timestamptz NOT NULL DEFAULT now(),
      handed_over_at timestamptz,
      CONSTRAINT outbox_event_consumer_key UNIQUE (event_id, consumer)
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
    CREATE INDEX outbox_lane_idx ON outbox (consumer, aggregate_id, seq);
    -- The index is by consumer: while one queue is full, a search must not read its rows.
    CREATE INDEX outbox_waiting_idx ON outbox (consumer, seq) WHERE handed_over_at IS NULL;

CREATE TABLE inbox (
      event_id   uuid NOT NULL,
      consumer   text NOT NULL,
      handled_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (event_id, consumer)
    );
    CREATE INDEX inbox_handled_at_idx ON inbox (handled_at);

CREATE TABLE deleted_accounts (
      account_id uuid PRIMARY KEY,
      deleted_at timestamptz NOT NULL DEFAULT now()
    );

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
      WHERE kind = 'digest' AND composed_at IS NULL AND outcome IS NULL;

CREATE TABLE reports (
      id          uuid PRIMARY KEY,
      type        text NOT NULL CHECK (type IN ('bug', 'feature', 'improvement', 'other')),
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
      created_at  timestamptz(3) NOT NULL
    );
    CREATE INDEX reports_created_at_idx ON reports (created_at DESC, id DESC);
    CREATE INDEX reports_state_idx ON reports (state, created_at DESC, id DESC);
    CREATE INDEX reports_account_idx ON reports (account_id) WHERE account_id IS NOT NULL;
    CREATE INDEX reports_digest_idx ON reports (digest_id);

CREATE TABLE report_entries (
      id              uuid PRIMARY KEY,
      report_id       uuid NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
      kind            text NOT NULL CHECK (kind IN ('note', 'answer')),
      text            text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 5000),
      author_id       uuid,
      mail_request_id uuid UNIQUE REFERENCES mail_requests (id),
      created_at      timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX report_entries_report_idx ON report_entries (report_id, created_at);

CREATE TABLE like_keys (
      day date NOT NULL,
      -- This is the SHA-256 of an account or a device.
      key bytea NOT NULL,
      PRIMARY KEY (day, key)
    );

CREATE TABLE like_total (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      total    bigint NOT NULL
    );
    INSERT INTO like_total (total) VALUES (0);

CREATE TABLE idempotent_submissions (
      sender       text NOT NULL,
      key          text NOT NULL,
      content_hash text NOT NULL,
      answer       json,
      created_at   timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (sender, key)
    );
    CREATE INDEX idempotent_submissions_created_at_idx ON idempotent_submissions (created_at);
`;
