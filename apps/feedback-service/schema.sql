-- Written by the migrations' test with HARU_WRITE_SCHEMA=1.

CREATE TABLE deleted_accounts (
  account_id uuid NOT NULL,
  deleted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT deleted_accounts_pkey PRIMARY KEY (account_id)
);

CREATE TABLE idempotent_submissions (
  answer json,
  content_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  key text NOT NULL,
  sender text NOT NULL,
  CONSTRAINT idempotent_submissions_pkey PRIMARY KEY (sender, key)
);
CREATE INDEX idempotent_submissions_created_at_idx ON public.idempotent_submissions USING btree (created_at);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  handled_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inbox_pkey PRIMARY KEY (event_id, consumer)
);
CREATE INDEX inbox_handled_at_idx ON public.inbox USING btree (handled_at);

CREATE TABLE like_keys (
  day date NOT NULL,
  key bytea NOT NULL,
  CONSTRAINT like_keys_pkey PRIMARY KEY (day, key)
);

CREATE TABLE like_total (
  only_row boolean NOT NULL DEFAULT true,
  total bigint NOT NULL,
  CONSTRAINT like_total_pkey PRIMARY KEY (only_row),
  CONSTRAINT like_total_only_row_check CHECK (only_row)
);

CREATE TABLE mail_requests (
  composed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  id uuid NOT NULL,
  kind text NOT NULL,
  outcome text,
  settled_at timestamp with time zone,
  CONSTRAINT mail_requests_pkey PRIMARY KEY (id),
  CONSTRAINT mail_requests_check CHECK (((outcome IS NULL) = (settled_at IS NULL))),
  CONSTRAINT mail_requests_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'void'::text, 'refused'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX mail_requests_digest_key ON public.mail_requests USING btree (kind) WHERE ((kind = 'digest'::text) AND (composed_at IS NULL) AND (outcome IS NULL));
CREATE INDEX mail_requests_open_idx ON public.mail_requests USING btree (created_at) WHERE (outcome IS NULL);

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

CREATE TABLE report_entries (
  author_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  id uuid NOT NULL,
  kind text NOT NULL,
  mail_request_id uuid,
  report_id uuid NOT NULL,
  text text NOT NULL,
  CONSTRAINT report_entries_pkey PRIMARY KEY (id),
  CONSTRAINT report_entries_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'answer'::text]))),
  CONSTRAINT report_entries_mail_request_id_fkey FOREIGN KEY (mail_request_id) REFERENCES mail_requests(id),
  CONSTRAINT report_entries_mail_request_id_key UNIQUE (mail_request_id),
  CONSTRAINT report_entries_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  CONSTRAINT report_entries_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 5000)))
);
CREATE INDEX report_entries_report_idx ON public.report_entries USING btree (report_id, created_at);

CREATE TABLE reports (
  account_id uuid,
  content_hash text,
  created_at timestamp(3) with time zone NOT NULL,
  description text NOT NULL,
  digest_id uuid,
  email text,
  id uuid NOT NULL,
  page text,
  refused_page text,
  state text NOT NULL DEFAULT 'new'::text,
  title text NOT NULL,
  type text NOT NULL,
  user_agent text,
  CONSTRAINT reports_pkey PRIMARY KEY (id),
  CONSTRAINT reports_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 1000))),
  CONSTRAINT reports_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES mail_requests(id),
  CONSTRAINT reports_email_check CHECK ((char_length(email) <= 255)),
  CONSTRAINT reports_state_check CHECK ((state = ANY (ARRAY['new'::text, 'seen'::text, 'answered'::text, 'closed'::text]))),
  CONSTRAINT reports_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100))),
  CONSTRAINT reports_type_check CHECK ((type = ANY (ARRAY['bug'::text, 'feature'::text, 'improvement'::text, 'other'::text, 'false_alarm'::text])))
);
CREATE INDEX reports_account_idx ON public.reports USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX reports_created_at_idx ON public.reports USING btree (created_at DESC, id DESC);
CREATE INDEX reports_digest_idx ON public.reports USING btree (digest_id);
CREATE INDEX reports_state_idx ON public.reports USING btree (state, created_at DESC, id DESC);
