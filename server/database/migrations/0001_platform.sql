-- The baseline holds a file for each module; the order follows the foreign keys. docs/decisions/0081 says how it may change.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Tables of several modules are append-only: a row is neither changed nor removed, and the table is never emptied.
CREATE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE FUNCTION cannot_be_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Points of rate limits, in the shape that rate-limiter-flexible expects.
CREATE TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- Calls that were made with an idempotency key, each with its answer.
CREATE TABLE idempotency_key (
  scope text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  answer text,
  -- The same for each try with one key: what is asked of others is derived from it.
  operation_id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

-- Live news: hints that something changed, kept for an hour so that a reader whose line broke can go on.
-- `xid` is the transaction that tells; `horizon` the oldest one still running then. A reader of a piece of news has heard of
-- every transaction below its horizon, so going on means everything from that horizon.
CREATE TABLE live_news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  at timestamptz NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  horizon xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
  -- The same hint twice in one transaction is one hint.
  UNIQUE (xid, channel, kind, subject_id)
);
CREATE INDEX live_news_age ON live_news (at);

-- The development inbox; empty wherever SMTP_URL is set.
CREATE TABLE dev_mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  at timestamptz NOT NULL,
  expires_at timestamptz
);
CREATE INDEX dev_mail_recipient ON dev_mail (recipient, id DESC);

-- The audit log is written once. No connection of the application can change or remove an entry; a role of its own without
-- UPDATE, DELETE and TRUNCATE on this table (docs/operations.md) cannot even switch the trigger off.
CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_append_only;
CREATE INDEX audit_entry_subject ON audit_entry (subject_kind, subject_id, id);
-- The searches of /lab/audit, newest first.
CREATE INDEX audit_entry_actor ON audit_entry (actor_id, id);
CREATE INDEX audit_entry_action ON audit_entry (action text_pattern_ops, id);
CREATE INDEX audit_entry_subject_id ON audit_entry (subject_id, id);
CREATE INDEX audit_entry_at ON audit_entry (at);

-- Whether the year of demo tests was begun and finished on this database; one row at most, none in production.
CREATE TABLE demo_year (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- When the year ends: the first start.
  ends_at timestamptz NOT NULL,
  finished_at timestamptz
);
