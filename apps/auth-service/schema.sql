-- Written by the migrations' test with HARU_WRITE_SCHEMA=1.

CREATE TABLE account_requests (
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  key_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT account_requests_pkey PRIMARY KEY (key_hash),
  CONSTRAINT account_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_requests_created_at_idx ON public.account_requests USING btree (created_at);
CREATE INDEX account_requests_user_id_idx ON public.account_requests USING btree (user_id);

CREATE TABLE api_keys (
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  id uuid NOT NULL,
  key_hash bytea NOT NULL,
  kind text NOT NULL,
  last_used_at timestamp with time zone,
  last_used_network text,
  name text,
  prefix text,
  scopes text[] NOT NULL,
  site_id uuid,
  user_id uuid NOT NULL,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_check CHECK ((((kind = 'apiKey'::text) = (name IS NOT NULL)) AND ((kind = 'editKey'::text) = (site_id IS NOT NULL)))),
  CONSTRAINT api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['apiKey'::text, 'editKey'::text]))),
  CONSTRAINT api_keys_prefix_check CHECK (((kind = 'apiKey'::text) = (prefix IS NOT NULL))),
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_user_id_idx ON public.api_keys USING btree (user_id);

CREATE TABLE audit_log (
  action text NOT NULL,
  actor_email text,
  actor_id uuid,
  at timestamp with time zone NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  reason text,
  subject_id text NOT NULL,
  subject_kind text NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_subject_idx ON public.audit_log USING btree (subject_kind, subject_id, id);

CREATE TABLE expiry_notice_days (
  day date NOT NULL,
  CONSTRAINT expiry_notice_days_pkey PRIMARY KEY (day)
);

CREATE TABLE expiry_notices (
  day date NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT expiry_notices_pkey PRIMARY KEY (user_id, day),
  CONSTRAINT expiry_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX expiry_notices_day_idx ON public.expiry_notices USING btree (day);

CREATE TABLE factor_challenges (
  expires_at timestamp with time zone NOT NULL,
  factor_id uuid NOT NULL,
  id uuid NOT NULL,
  CONSTRAINT factor_challenges_pkey PRIMARY KEY (id),
  CONSTRAINT factor_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES factors(id) ON DELETE CASCADE
);
CREATE INDEX factor_challenges_expires_at_idx ON public.factor_challenges USING btree (expires_at);
CREATE INDEX factor_challenges_factor_id_idx ON public.factor_challenges USING btree (factor_id);

CREATE TABLE factors (
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  failures integer NOT NULL DEFAULT 0,
  failures_since timestamp with time zone,
  friendly_name text NOT NULL DEFAULT ''::text,
  id uuid NOT NULL,
  last_challenged_at timestamp with time zone,
  last_used_step bigint NOT NULL DEFAULT 0,
  sealed_secret bytea NOT NULL,
  status text NOT NULL DEFAULT 'unverified'::text,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  user_id uuid NOT NULL,
  CONSTRAINT factors_pkey PRIMARY KEY (id),
  CONSTRAINT factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text]))),
  CONSTRAINT factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT factors_user_id_friendly_name_key UNIQUE (user_id, friendly_name)
);
CREATE INDEX factors_unverified_idx ON public.factors USING btree (created_at) WHERE (status = 'unverified'::text);

CREATE TABLE flow_states (
  auth_code_hash bytea,
  code_challenge text NOT NULL,
  code_challenge_method text NOT NULL,
  code_issued_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  id uuid NOT NULL,
  method text NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT flow_states_pkey PRIMARY KEY (id),
  CONSTRAINT flow_states_auth_code_hash_key UNIQUE (auth_code_hash)
);
CREATE INDEX flow_states_created_at_idx ON public.flow_states USING btree (created_at);
CREATE INDEX flow_states_user_id_idx ON public.flow_states USING btree (user_id);

CREATE TABLE identities (
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  id uuid NOT NULL,
  identity_data jsonb NOT NULL DEFAULT '{}'::jsonb,
  last_sign_in_at timestamp with time zone,
  provider text NOT NULL,
  provider_id text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  user_id uuid NOT NULL,
  CONSTRAINT identities_pkey PRIMARY KEY (id),
  CONSTRAINT identities_provider_provider_id_key UNIQUE (provider, provider_id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user_id_idx ON public.identities USING btree (user_id);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  handled_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inbox_pkey PRIMARY KEY (event_id, consumer)
);
CREATE INDEX inbox_handled_at_idx ON public.inbox USING btree (handled_at);

CREATE TABLE mail_intervals (
  key_hash bytea NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  CONSTRAINT mail_intervals_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX mail_intervals_requested_at_idx ON public.mail_intervals USING btree (requested_at);

CREATE TABLE mail_requests (
  address text NOT NULL,
  claim jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  details jsonb,
  flow_state_id uuid,
  id uuid NOT NULL,
  kind text NOT NULL,
  outcome text,
  redirect_to text,
  settled_at timestamp with time zone,
  user_id uuid NOT NULL,
  CONSTRAINT mail_requests_pkey PRIMARY KEY (id),
  CONSTRAINT mail_requests_check CHECK (((outcome IS NULL) = (settled_at IS NULL))),
  CONSTRAINT mail_requests_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'void'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX mail_requests_created_at_idx ON public.mail_requests USING btree (created_at);
CREATE INDEX mail_requests_open_idx ON public.mail_requests USING btree (created_at) WHERE (outcome IS NULL);
CREATE INDEX mail_requests_user_id_idx ON public.mail_requests USING btree (user_id);

CREATE TABLE management_links (
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  secret_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT management_links_pkey PRIMARY KEY (user_id),
  CONSTRAINT management_links_secret_hash_check CHECK ((octet_length(secret_hash) = 32)),
  CONSTRAINT management_links_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT management_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE one_time_tokens (
  address text NOT NULL,
  claim jsonb,
  code_failures integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  flow_state_id uuid,
  kind text NOT NULL,
  link_hash bytea NOT NULL,
  slot text NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT one_time_tokens_pkey PRIMARY KEY (user_id, slot),
  CONSTRAINT one_time_tokens_link_hash_key UNIQUE (link_hash),
  CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_tokens_address_idx ON public.one_time_tokens USING btree (address);
CREATE INDEX one_time_tokens_expires_at_idx ON public.one_time_tokens USING btree (expires_at);

CREATE TABLE outbox (
  aggregate_id text NOT NULL,
  consumer text NOT NULL,
  context json NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  event_id uuid NOT NULL,
  handed_over_at timestamp with time zone,
  name text NOT NULL,
  payload json NOT NULL,
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT outbox_pkey PRIMARY KEY (seq),
  CONSTRAINT outbox_event_consumer_key UNIQUE (event_id, consumer)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
CREATE INDEX outbox_lane_idx ON public.outbox USING btree (consumer, aggregate_id, seq);
CREATE INDEX outbox_waiting_idx ON public.outbox USING btree (consumer, seq) WHERE (handed_over_at IS NULL);

CREATE TABLE recovery_codes (
  code_hashes bytea[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  failures_since timestamp with time zone,
  user_id uuid NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE sessions (
  aal text NOT NULL DEFAULT 'aal1'::text,
  amr jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  factor_id uuid,
  id uuid NOT NULL,
  network text,
  refresh_counter integer NOT NULL DEFAULT 0,
  refresh_floor integer NOT NULL DEFAULT 0,
  refreshed_at timestamp with time zone NOT NULL DEFAULT now(),
  user_agent text,
  user_id uuid NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  CONSTRAINT sessions_amr_check CHECK ((jsonb_typeof(amr) = 'array'::text)),
  CONSTRAINT sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES factors(id) ON DELETE SET NULL,
  CONSTRAINT sessions_refresh_counter_check CHECK ((refresh_counter >= 0)),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_factor_id_idx ON public.sessions USING btree (factor_id) WHERE (factor_id IS NOT NULL);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);

CREATE TABLE used_sign_in_messages (
  expires_at timestamp with time zone NOT NULL,
  message_hash bytea NOT NULL,
  CONSTRAINT used_sign_in_messages_pkey PRIMARY KEY (message_hash)
);
CREATE INDEX used_sign_in_messages_expires_at_idx ON public.used_sign_in_messages USING btree (expires_at);

CREATE TABLE users (
  app_metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  ban_reason text,
  banned_until timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  email text,
  email_change_confirmed text,
  email_change_sent_at timestamp with time zone,
  email_confirmed_at timestamp with time zone,
  encrypted_password text,
  expiry_mails boolean NOT NULL DEFAULT true,
  haru_role text,
  id uuid NOT NULL,
  invited_at timestamp with time zone,
  is_anonymous boolean NOT NULL DEFAULT false,
  is_claim boolean NOT NULL DEFAULT false,
  last_active_at timestamp with time zone NOT NULL DEFAULT now(),
  last_sign_in_at timestamp with time zone,
  new_email text,
  reauthentication_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  user_metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_ban_reason_check CHECK ((char_length(ban_reason) <= 1000)),
  CONSTRAINT users_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 255))),
  CONSTRAINT users_haru_role_check CHECK ((haru_role = ANY (ARRAY['moderator'::text, 'admin'::text]))),
  CONSTRAINT users_new_email_check CHECK (((new_email = lower(new_email)) AND (char_length(new_email) <= 255)))
);
CREATE INDEX users_banned_until_idx ON public.users USING btree (banned_until) WHERE (banned_until IS NOT NULL);
CREATE INDEX users_created_at_idx ON public.users USING btree (created_at DESC, id);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (email);
CREATE INDEX users_haru_role_idx ON public.users USING btree (haru_role) WHERE (haru_role IS NOT NULL);
CREATE INDEX users_idle_idx ON public.users USING btree (last_active_at) WHERE is_anonymous;
CREATE INDEX users_new_email_idx ON public.users USING btree (new_email) WHERE (new_email IS NOT NULL);
