import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReportsAndLikes1795200002001 implements MigrationInterface {
  readonly name = 'CreateReportsAndLikes1795200002001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_requests (
        id          uuid PRIMARY KEY,
        kind        text NOT NULL CHECK (kind IN ('digest', 'answer')),
        created_at  timestamptz NOT NULL DEFAULT now(),
        -- When a digest took its reports; later ones go into the next.
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
        -- The mail that tells the operators of it.
        digest_id   uuid REFERENCES mail_requests (id),
        -- Whole milliseconds, because lists go on from the time of their last row.
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
        -- SHA-256 of an account or a device.
        key bytea NOT NULL,
        PRIMARY KEY (day, key)
      );
      CREATE TABLE like_total (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        total    bigint NOT NULL
      );
      INSERT INTO like_total (total) VALUES (0);

      -- The answer is kept, not looked up: a repeat says what the first call said.
      CREATE TABLE idempotent_submissions (
        sender       text NOT NULL,
        key          text NOT NULL,
        content_hash text NOT NULL,
        answer       json,
        created_at   timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (sender, key)
      );
      CREATE INDEX idempotent_submissions_created_at_idx ON idempotent_submissions (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE idempotent_submissions; DROP TABLE like_total; DROP TABLE like_keys;
      DROP TABLE report_entries; DROP TABLE reports; DROP TABLE mail_requests;
    `);
  }
}
