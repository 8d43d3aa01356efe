import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the tables of release 0.2.0. Like every migration of a release it is never edited. */
export class Baseline1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(up);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE expiry_notice_days, expiry_notices, mail_intervals, mail_requests, one_time_tokens, flow_states, used_sign_in_messages, sessions, recovery_codes, factor_challenges, factors, management_links, account_requests, identities, users, audit_log, inbox, outbox',
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
    CREATE INDEX audit_log_subject_idx ON audit_log (subject_kind, subject_id, id);

CREATE TABLE users (
      id                       uuid PRIMARY KEY,
      -- It is NULL once deleted softly, which frees the address.
      email                    text CHECK (email = lower(email) AND char_length(email) <= 255),
      encrypted_password       text,
      is_anonymous             boolean NOT NULL DEFAULT false,
      user_metadata            jsonb NOT NULL DEFAULT '{}',
      app_metadata             jsonb NOT NULL DEFAULT '{}',
      email_confirmed_at       timestamptz,
      last_sign_in_at          timestamptz,
      banned_until             timestamptz,
      deleted_at               timestamptz,
      created_at               timestamptz NOT NULL DEFAULT now(),
      updated_at               timestamptz NOT NULL DEFAULT now(),
      -- The address is not yet confirmed. Several accounts may request one address: the first to confirm it gets it.
      new_email                text CHECK (new_email = lower(new_email) AND char_length(new_email) <= 255),
      -- This half of a two-sided change is confirmed.
      email_change_confirmed   text,
      confirmation_sent_at     timestamptz,
      recovery_sent_at         timestamptz,
      email_change_sent_at     timestamptz,
      reauthentication_sent_at timestamptz,
      invited_at               timestamptz,
      last_active_at           timestamptz NOT NULL DEFAULT now(),
      haru_role                text CHECK (haru_role IN ('moderator', 'admin')),
      ban_reason               text CHECK (char_length(ban_reason) <= 1000),
      -- An unconfirmed sign-up made the account: password and metadata are those of the first sign-up.
      is_claim                 boolean NOT NULL DEFAULT false,
      expiry_mails             boolean NOT NULL DEFAULT true
    );
    -- Addresses are stored in lower case, so upper and lower case make no difference.
    CREATE UNIQUE INDEX users_email_key ON users (email);
    -- Admin lists show the newest first.
    CREATE INDEX users_created_at_idx ON users (created_at DESC, id);
    CREATE INDEX users_new_email_idx ON users (new_email) WHERE new_email IS NOT NULL;
    -- The clean-up of temporary accounts uses this.
    CREATE INDEX users_idle_idx ON users (last_active_at) WHERE is_anonymous;
    CREATE INDEX users_haru_role_idx ON users (haru_role) WHERE haru_role IS NOT NULL;
    -- Expired bans are searched for every 15 seconds, and few accounts have one.
    CREATE INDEX users_banned_until_idx ON users (banned_until) WHERE banned_until IS NOT NULL;

CREATE TABLE identities (
      id              uuid PRIMARY KEY,
      user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      provider        text NOT NULL,
      -- This is the person's id at the provider; for e-mail it is the account's id.
      provider_id     text NOT NULL,
      identity_data   jsonb NOT NULL DEFAULT '{}',
      last_sign_in_at timestamptz,
      created_at      timestamptz NOT NULL DEFAULT now(),
      updated_at      timestamptz NOT NULL DEFAULT now(),
      UNIQUE (provider, provider_id)
    );
    CREATE INDEX identities_user_id_idx ON identities (user_id);

CREATE TABLE account_requests (
      key_hash   bytea PRIMARY KEY,
      user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    -- The cascade from users and the purge of rows older than a day use these.
    CREATE INDEX account_requests_user_id_idx ON account_requests (user_id);
    CREATE INDEX account_requests_created_at_idx ON account_requests (created_at);

CREATE TABLE management_links (
      user_id      uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      secret_hash  bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
      created_at   timestamptz NOT NULL,
      last_used_at timestamptz
    );

CREATE TABLE factors (
      id                 uuid PRIMARY KEY,
      user_id            uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      friendly_name      text NOT NULL DEFAULT '',
      status             text NOT NULL DEFAULT 'unverified' CHECK (status IN ('unverified', 'verified')),
      -- The AES-256-GCM box has nonce, tag and ciphertext.
      sealed_secret      bytea NOT NULL,
      -- This is the 30-second step of the newest accepted code: no code of it or before it is accepted again.
      last_used_step     bigint NOT NULL DEFAULT 0,
      -- Counts wrong codes since failures_since; too many lock the factor for a while.
      failures           integer NOT NULL DEFAULT 0,
      failures_since     timestamptz,
      last_challenged_at timestamptz,
      created_at         timestamptz NOT NULL DEFAULT now(),
      updated_at         timestamptz NOT NULL DEFAULT now(),
      UNIQUE (user_id, friendly_name)
    );
    CREATE INDEX factors_unverified_idx ON factors (created_at) WHERE status = 'unverified';

CREATE TABLE factor_challenges (
      id         uuid PRIMARY KEY,
      factor_id  uuid NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX factor_challenges_factor_id_idx ON factor_challenges (factor_id);
    CREATE INDEX factor_challenges_expires_at_idx ON factor_challenges (expires_at);

CREATE TABLE recovery_codes (
      user_id        uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      -- These are HMAC-SHA256 of the unused codes.
      code_hashes    bytea[] NOT NULL,
      created_at     timestamptz NOT NULL,
      -- Counts wrong codes since failures_since; too many lock the codes for a while.
      failures       integer NOT NULL DEFAULT 0,
      failures_since timestamptz
    );

CREATE TABLE sessions (
      id              uuid PRIMARY KEY,
      user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      refresh_counter integer NOT NULL DEFAULT 0 CHECK (refresh_counter >= 0),
      refreshed_at    timestamptz NOT NULL DEFAULT now(),
      aal             text NOT NULL DEFAULT 'aal1' CHECK (aal IN ('aal1', 'aal2')),
      amr             jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(amr) = 'array'),
      created_at      timestamptz NOT NULL DEFAULT now(),
      -- This factor raised the session to aal2.
      factor_id       uuid REFERENCES factors (id) ON DELETE SET NULL,
      -- Refresh tokens with a lower counter are invalid, however recently they were replaced.
      refresh_floor   integer NOT NULL DEFAULT 0,
      user_agent      text,
      network         text
    );
    CREATE INDEX sessions_user_id_idx ON sessions (user_id);
    CREATE INDEX sessions_factor_id_idx ON sessions (factor_id) WHERE factor_id IS NOT NULL;

CREATE TABLE used_sign_in_messages (
      -- This is the SHA-256 of chain and message. It excludes the signature: a message can have several valid ones.
      message_hash bytea PRIMARY KEY,
      -- After this time the message is too old anyway.
      expires_at   timestamptz NOT NULL
    );
    CREATE INDEX used_sign_in_messages_expires_at_idx ON used_sign_in_messages (expires_at);

-- There is no reference to users: requests about unknown addresses leave the same rows.
    CREATE TABLE flow_states (
      id                    uuid PRIMARY KEY,
      user_id               uuid NOT NULL,
      method                text NOT NULL,
      code_challenge        text NOT NULL,
      code_challenge_method text NOT NULL,
      -- This is a SHA-256, set once the link of the mail was followed.
      auth_code_hash        bytea UNIQUE,
      code_issued_at        timestamptz,
      created_at            timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX flow_states_user_id_idx ON flow_states (user_id);
    CREATE INDEX flow_states_created_at_idx ON flow_states (created_at);

CREATE TABLE one_time_tokens (
      user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      slot          text NOT NULL,
      kind          text NOT NULL,
      address       text NOT NULL,
      -- This is the SHA-256 of the link's token.
      link_hash     bytea NOT NULL UNIQUE,
      flow_state_id uuid,
      code_failures integer NOT NULL DEFAULT 0,
      created_at    timestamptz NOT NULL DEFAULT now(),
      expires_at    timestamptz NOT NULL,
      -- The sign-up of this mail requested these: the hash of its password, its metadata, its time.
      claim         jsonb,
      -- A new mail of a kind replaces the previous one.
      PRIMARY KEY (user_id, slot)
    );
    CREATE INDEX one_time_tokens_address_idx ON one_time_tokens (address);
    CREATE INDEX one_time_tokens_expires_at_idx ON one_time_tokens (expires_at);

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
    CREATE INDEX mail_requests_open_idx ON mail_requests (created_at) WHERE outcome IS NULL;

CREATE TABLE mail_intervals (
      -- This is the SHA-256 of slot and address: addresses without an account are not stored in readable form.
      key_hash     bytea PRIMARY KEY,
      requested_at timestamptz NOT NULL
    );
    CREATE INDEX mail_intervals_requested_at_idx ON mail_intervals (requested_at);

CREATE TABLE expiry_notices (
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      day     date NOT NULL,
      PRIMARY KEY (user_id, day)
    );
    CREATE INDEX expiry_notices_day_idx ON expiry_notices (day);

CREATE TABLE expiry_notice_days (day date PRIMARY KEY);
`;
