import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the tables of release 0.2.0. Like every migration of a release it is never edited. */
export class Baseline1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE case_links, case_mails, case_steps, case_reports, cases, check_counts, active_site_deltas, active_site_total, storage_total, account_storage_deltas, account_storage, confirmed_accounts, banned_contents, banned_accounts, page_look_progress, due_page_looks, page_manifests, idempotent_creates, stopped_paths, reserved_paths, released_contents, page_versions, contents, deleted_sites, sites, deleted_accounts, inbox, outbox; DROP FUNCTION keep_stopped_path, keep_freed_path, count_live_bytes, count_active_sites, delete_page_versions, count_stored_bytes, release_contents',
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

CREATE TABLE sites (id uuid PRIMARY KEY,
      user_id uuid NOT NULL,
      title text NOT NULL,
      path text COLLATE "C" NOT NULL,
      content_hash bytea NOT NULL,
      bytes integer NOT NULL,
      version integer NOT NULL DEFAULT 1,
      storage_path text NOT NULL,
      is_active boolean NOT NULL DEFAULT true,
      noindex boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      last_modified timestamptz NOT NULL,
      stopped_at timestamptz,
      stopped_reason text,
      stopped_source text,
      artifact_removed_at timestamptz,
      owner_unconfirmed boolean NOT NULL DEFAULT false,
      under_review boolean NOT NULL DEFAULT false,
      had_own_origin boolean NOT NULL DEFAULT false,
      CONSTRAINT sites_path_key UNIQUE (path),
      CONSTRAINT sites_path_check CHECK (path ~ '^[a-z0-9-]{3,20}$'),
      CONSTRAINT sites_stop_check CHECK (
        (stopped_at IS NULL AND stopped_reason IS NULL AND stopped_source IS NULL)
        OR (stopped_at IS NOT NULL AND stopped_reason IS NOT NULL AND stopped_source IS NOT NULL AND NOT is_active)
      )
    );
    CREATE INDEX sites_owner_idx ON sites (user_id, created_at DESC);
    CREATE INDEX sites_expiry_idx ON sites (expires_at) WHERE is_active;
    CREATE INDEX sites_purge_idx ON sites (expires_at) WHERE NOT is_active;
    -- Moderators search the sites of all accounts, newest first.
    CREATE INDEX sites_created_at_idx ON sites (created_at DESC, id DESC);
    CREATE INDEX sites_stopped_idx ON sites (created_at DESC, id DESC) WHERE stopped_at IS NOT NULL;
    -- Equal pages share one artifact, which is removed with the last of them.
    CREATE INDEX sites_content_hash_idx ON sites ((substr(storage_path, 38, 64) COLLATE "C"));
    -- Retention reads these.
    CREATE INDEX sites_updated_idx ON sites (id) WHERE version > 1;
    CREATE INDEX sites_under_review_idx ON sites (id) WHERE under_review;

CREATE TABLE deleted_sites (id uuid PRIMARY KEY,
      user_id uuid NOT NULL,
      title text NOT NULL,
      path text COLLATE "C" NOT NULL,
      content_hash bytea NOT NULL,
      bytes integer NOT NULL,
      version integer NOT NULL DEFAULT 1,
      storage_path text NOT NULL,
      is_active boolean NOT NULL DEFAULT true,
      noindex boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      last_modified timestamptz NOT NULL,
      stopped_at timestamptz,
      stopped_reason text,
      stopped_source text,
      artifact_removed_at timestamptz,
      owner_unconfirmed boolean NOT NULL DEFAULT false,
      under_review boolean NOT NULL DEFAULT false,
      had_own_origin boolean NOT NULL DEFAULT false,
      deleted_at          timestamptz NOT NULL
    );
    CREATE INDEX deleted_sites_owner_idx ON deleted_sites (user_id, deleted_at DESC, id DESC);
    CREATE INDEX deleted_sites_path_idx ON deleted_sites (path);
    CREATE INDEX deleted_sites_created_at_idx ON deleted_sites (created_at DESC, id DESC);
    CREATE INDEX deleted_sites_purge_idx ON deleted_sites (deleted_at);

CREATE TABLE contents (
      hash    bytea PRIMARY KEY,
      html    text STORAGE EXTERNAL NOT NULL,
      used_at timestamptz NOT NULL,
      CONSTRAINT contents_html_check CHECK (octet_length(html) <= 1048576)
    );

CREATE TABLE page_versions (
      site_id      uuid NOT NULL,
      number       integer NOT NULL,
      content_hash bytea NOT NULL,
      title        text NOT NULL,
      bytes        integer NOT NULL,
      source       text NOT NULL,
      label        text,
      created_at   timestamptz NOT NULL,
      account_id   uuid NOT NULL,
      check_result jsonb,
      
      PRIMARY KEY (site_id, number)
    );
    CREATE INDEX page_versions_content_idx ON page_versions (content_hash);
    -- First versions are found by the time of their site.
    CREATE INDEX page_versions_updated_idx ON page_versions (created_at, site_id) WHERE number > 1;
    -- Unfinished checks of published pages are found by this index.
    CREATE INDEX page_versions_unfinished_idx ON page_versions (site_id, number)
      WHERE (check_result->>'unfinished')::integer < 2;

CREATE TABLE released_contents (
      hash        bytea NOT NULL,
      released_at timestamptz NOT NULL DEFAULT now()
    );

CREATE TABLE reserved_paths (
      path           text COLLATE "C" PRIMARY KEY,
      user_id        uuid NOT NULL,
      -- It is infinite when pages have origins of their own.
      reserved_until timestamptz NOT NULL
    );
    CREATE INDEX reserved_paths_until_idx ON reserved_paths (reserved_until);
    CREATE INDEX reserved_paths_owner_idx ON reserved_paths (user_id);

CREATE TABLE stopped_paths (
      path           text COLLATE "C" PRIMARY KEY,
      id             uuid NOT NULL UNIQUE,
      user_id        uuid NOT NULL,
      title          text NOT NULL,
      noindex        boolean NOT NULL,
      created_at     timestamptz NOT NULL,
      expires_at     timestamptz NOT NULL,
      stopped_at     timestamptz NOT NULL,
      stopped_reason text NOT NULL,
      stopped_source text NOT NULL
    );
    CREATE INDEX stopped_paths_owner_idx ON stopped_paths (user_id);

CREATE TABLE idempotent_creates (
      user_id      uuid NOT NULL,
      key          text NOT NULL,
      content_hash text NOT NULL,
      site_id      uuid NOT NULL,
      answer       json NOT NULL,
      created_at   timestamptz NOT NULL,
      PRIMARY KEY (user_id, key)
    );
    CREATE INDEX idempotent_creates_created_at_idx ON idempotent_creates (created_at);

CREATE TABLE page_manifests (
      path     text COLLATE "C" PRIMARY KEY,
      -- It is that of the latest write, which may be in flight.
      revision bigint NOT NULL,
      -- It is the digest of the shown state with the key; null when no page is shown or nothing was written.
      written  text,
      -- It was first written then that there is no page.
      gone_at  timestamptz
    ) WITH (fillfactor = 80);
    CREATE SEQUENCE page_manifest_revisions OWNED BY page_manifests.revision;

CREATE TABLE due_page_looks (
      site_id  uuid NOT NULL,
      number   integer NOT NULL,
      reason   text NOT NULL DEFAULT 'views',
      -- It counts the rechecks that failed.
      failures integer NOT NULL DEFAULT 0,
      due_at   timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, number)
    );

CREATE TABLE page_look_progress (
      -- It is published, updated, or 'rules 7' for a check by version 7 of the rules.
      name       text PRIMARY KEY,
      after_time timestamptz NOT NULL,
      after_id   uuid NOT NULL
    );

CREATE TABLE banned_accounts (
      user_id   uuid PRIMARY KEY,
      -- The owner sees it.
      reason    text NOT NULL,
      banned_at timestamptz NOT NULL
    );

CREATE TABLE banned_contents (
      hash       bytea PRIMARY KEY,
      similarity text,
      -- The worker computes outdated similarities again.
      similarity_version integer NOT NULL DEFAULT 1,
      similarity_failures integer NOT NULL DEFAULT 0,
      similarity_due_at  timestamptz NOT NULL DEFAULT now(),
      reason     text NOT NULL,
      banned_at  timestamptz NOT NULL
    );

-- Pages that were published with an older access token count as those of the registered account.
    CREATE TABLE confirmed_accounts (
      account_id   uuid PRIMARY KEY,
      confirmed_at timestamptz NOT NULL DEFAULT now()
    );

CREATE TABLE account_storage (
      user_id      uuid PRIMARY KEY,
      live_bytes   bigint NOT NULL,
      stored_bytes bigint NOT NULL
    ) WITH (fillfactor = 50);

CREATE TABLE account_storage_deltas (
      user_id      uuid NOT NULL,
      live_bytes   bigint NOT NULL,
      stored_bytes bigint NOT NULL
    );
    CREATE INDEX account_storage_deltas_owner_idx ON account_storage_deltas (user_id);

CREATE TABLE storage_total (
      only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      stored_bytes bigint NOT NULL
    );
    INSERT INTO storage_total (stored_bytes) VALUES (0);

CREATE TABLE active_site_total (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      total    bigint NOT NULL
    );
    INSERT INTO active_site_total (total) VALUES (0);

CREATE TABLE active_site_deltas (delta integer NOT NULL);

CREATE TABLE check_counts (
      day     date NOT NULL,
      outcome text NOT NULL,
      count   bigint NOT NULL,
      PRIMARY KEY (day, outcome)
    );

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
    CREATE INDEX cases_owner_idx ON cases (owner_id, created_at DESC, id DESC);

CREATE TABLE case_reports (
      id          uuid PRIMARY KEY,
      case_id     uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
      kind        text NOT NULL,
      description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 1000),
      email       text CHECK (char_length(email) <= 255),
      account_id  uuid,
      -- The reporter claims it; in the case a moderator sets it.
      concerns_sexual_images boolean NOT NULL DEFAULT false,
      created_at  timestamptz NOT NULL
    );
    CREATE INDEX case_reports_case_idx ON case_reports (case_id, created_at);
    CREATE INDEX case_reports_account_idx ON case_reports (account_id) WHERE account_id IS NOT NULL;
    CREATE INDEX case_reports_email_idx ON case_reports (case_id) WHERE email IS NOT NULL;
    CREATE INDEX case_reports_address_idx ON case_reports (lower(email)) WHERE email IS NOT NULL;

CREATE TABLE case_steps (
      seq       bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      case_id   uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
      state     text NOT NULL,
      actor     text NOT NULL CHECK (actor IN ('reporter', 'owner', 'admin', 'system')),
      actor_id  uuid,
      reason    text,
      report_id uuid REFERENCES case_reports (id) ON DELETE CASCADE,
      at        timestamptz NOT NULL
    );
    CREATE INDEX case_steps_case_idx ON case_steps (case_id, seq);

CREATE TABLE case_mails (
      id        uuid PRIMARY KEY,
      case_id   uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
      step_seq  bigint NOT NULL REFERENCES case_steps (seq) ON DELETE CASCADE,
      report_id uuid REFERENCES case_reports (id) ON DELETE CASCADE,
      -- It was merged into this mail.
      sent_with uuid
    );
    CREATE INDEX case_mails_report_idx ON case_mails (report_id) WHERE report_id IS NOT NULL;
    CREATE INDEX case_mails_owner_idx ON case_mails (case_id) WHERE report_id IS NULL AND sent_with IS NULL;
    CREATE INDEX case_mails_sent_with_idx ON case_mails (sent_with);

CREATE TABLE case_links (
      token_hash text PRIMARY KEY,
      case_id    uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
      report_id  uuid REFERENCES case_reports (id) ON DELETE CASCADE,
      mail_id    uuid UNIQUE REFERENCES case_mails (id) ON DELETE CASCADE,
      opened_at  timestamptz
    );
    CREATE INDEX case_links_case_idx ON case_links (case_id);

CREATE FUNCTION keep_stopped_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(OLD.path, 2));
      INSERT INTO stopped_paths VALUES (
        OLD.path, OLD.id, OLD.user_id, OLD.title, OLD.noindex, OLD.created_at, OLD.expires_at,
        OLD.stopped_at, OLD.stopped_reason, OLD.stopped_source
      ) ON CONFLICT DO NOTHING;
      RETURN OLD;
    END
$$;

CREATE FUNCTION keep_freed_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(OLD.path, 2));
      INSERT INTO reserved_paths (path, user_id, reserved_until) VALUES (OLD.path, OLD.user_id, 'infinity')
      ON CONFLICT (path) DO UPDATE SET user_id = EXCLUDED.user_id, reserved_until = EXCLUDED.reserved_until;
      RETURN NULL;
    END
$$;

CREATE FUNCTION count_live_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
      IF TG_OP = 'INSERT' THEN
        -- The rows are sorted by id, so that two statements cannot deadlock.
        INSERT INTO account_storage AS used
        SELECT user_id, coalesce(sum(bytes) FILTER (WHERE is_active), 0), 0 FROM new_rows GROUP BY user_id ORDER BY user_id
        ON CONFLICT (user_id) DO UPDATE SET live_bytes = used.live_bytes + EXCLUDED.live_bytes;
      ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO account_storage_deltas
        SELECT user_id, sum(bytes), 0 FROM (
          SELECT user_id, bytes FROM new_rows WHERE is_active
          UNION ALL SELECT user_id, -bytes FROM old_rows WHERE is_active
        ) AS changed
        GROUP BY user_id HAVING sum(bytes) <> 0;
      ELSE
        INSERT INTO account_storage_deltas SELECT user_id, -sum(bytes), 0 FROM old_rows WHERE is_active GROUP BY user_id;
      END IF;
      RETURN NULL;
    END
$$;

CREATE FUNCTION count_active_sites() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE difference integer := 0;
    BEGIN
      IF TG_OP <> 'DELETE' THEN
        SELECT count(*) INTO difference FROM new_rows WHERE is_active;
      END IF;
      IF TG_OP <> 'INSERT' THEN
        SELECT difference - count(*) INTO difference FROM old_rows WHERE is_active;
      END IF;
      IF difference <> 0 THEN
        INSERT INTO active_site_deltas VALUES (difference);
      END IF;
      RETURN NULL;
    END
$$;

CREATE FUNCTION delete_page_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
      DELETE FROM page_versions USING old_rows WHERE page_versions.site_id = old_rows.id
        AND NOT EXISTS (SELECT FROM sites WHERE sites.id = old_rows.id)
        AND NOT EXISTS (SELECT FROM deleted_sites WHERE deleted_sites.id = old_rows.id);
      RETURN NULL;
    END
$$;

CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO account_storage_deltas SELECT account_id, 0, sum(bytes) FROM new_rows GROUP BY account_id;
      ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO account_storage_deltas
        SELECT account_id, 0, sum(bytes) FROM (
          SELECT account_id, bytes FROM new_rows UNION ALL SELECT account_id, -bytes FROM old_rows
        ) AS changed
        GROUP BY account_id HAVING sum(bytes) <> 0;
      ELSE
        INSERT INTO account_storage_deltas SELECT account_id, 0, -sum(bytes) FROM old_rows GROUP BY account_id;
      END IF;
      RETURN NULL;
    END
$$;

CREATE FUNCTION release_contents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
      INSERT INTO released_contents (hash) SELECT DISTINCT content_hash FROM old_rows;
      RETURN NULL;
    END
$$;

CREATE TRIGGER keep_stopped_path_on_delete BEFORE DELETE ON sites FOR EACH ROW WHEN (OLD.stopped_at IS NOT NULL) EXECUTE FUNCTION keep_stopped_path();

CREATE TRIGGER keep_freed_path_on_delete AFTER DELETE ON sites FOR EACH ROW WHEN (OLD.had_own_origin) EXECUTE FUNCTION keep_freed_path();

CREATE TRIGGER keep_freed_path_on_move AFTER UPDATE OF path ON sites FOR EACH ROW WHEN (OLD.path <> NEW.path AND OLD.had_own_origin) EXECUTE FUNCTION keep_freed_path();

CREATE TRIGGER count_live_bytes_on_insert AFTER INSERT ON sites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_live_bytes();

CREATE TRIGGER count_live_bytes_on_update AFTER UPDATE ON sites REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_live_bytes();

CREATE TRIGGER count_live_bytes_on_delete AFTER DELETE ON sites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_live_bytes();

CREATE TRIGGER count_active_sites_on_insert AFTER INSERT ON sites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_active_sites();

CREATE TRIGGER count_active_sites_on_update AFTER UPDATE ON sites REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_active_sites();

CREATE TRIGGER count_active_sites_on_delete AFTER DELETE ON sites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_active_sites();

CREATE TRIGGER delete_page_versions_on_delete AFTER DELETE ON sites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_page_versions();

CREATE TRIGGER delete_page_versions_on_delete AFTER DELETE ON deleted_sites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_page_versions();

CREATE TRIGGER count_stored_bytes_on_insert AFTER INSERT ON page_versions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE TRIGGER count_stored_bytes_on_update AFTER UPDATE ON page_versions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE TRIGGER count_stored_bytes_on_delete AFTER DELETE ON page_versions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE TRIGGER release_contents_on_delete AFTER DELETE ON page_versions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION release_contents();
`;
