-- The tables of the main job. Forward only: a change is a new file.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- accounts -----------------------------------------------------------------------------------------
CREATE TABLE user_account (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_normalized text NOT NULL UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  display_name text NOT NULL,
  company text,
  phone text,
  marketing_opt_in boolean NOT NULL DEFAULT false,
  role text NOT NULL DEFAULT 'customer' CHECK (role IN ('customer', 'analyst', 'reviewer', 'admin')),
  password_hash text NOT NULL,
  email_verified_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE user_session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  user_agent text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_reason text
);
CREATE INDEX user_session_user ON user_session (user_id);

CREATE TABLE refresh_token (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES user_session(id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);

CREATE TABLE account_code (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  code_mac bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  voided_at timestamptz
);
CREATE INDEX account_code_live ON account_code (user_id, purpose) WHERE voided_at IS NULL;

CREATE TABLE password_reset_grant (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account(id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- The shape that rate-limiter-flexible expects.
CREATE TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- catalog ------------------------------------------------------------------------------------------
CREATE TABLE sku (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  description text NOT NULL,
  family text NOT NULL,
  sample_requirement text NOT NULL,
  tat_text text NOT NULL,
  base_price_cents integer NOT NULL CHECK (base_price_cents >= 100),
  includes_sterility boolean NOT NULL DEFAULT false,
  popular_rank integer,
  sort_order integer NOT NULL,
  retired_at timestamptz
);

-- orders -------------------------------------------------------------------------------------------
CREATE SEQUENCE task_number_seq AS bigint START 10001;

CREATE TABLE test_request (
  id uuid PRIMARY KEY,
  task_number bigint NOT NULL UNIQUE DEFAULT nextval('task_number_seq'),
  unique_key text NOT NULL,
  customer_id uuid NOT NULL REFERENCES user_account(id),
  sku_id uuid NOT NULL REFERENCES sku(id),
  quantity integer NOT NULL DEFAULT 1 CHECK (quantity = 1),
  payment_method text NOT NULL CHECK (payment_method IN ('stripe', 'coinbase')),
  status text NOT NULL CHECK (status IN
    ('draft', 'pending_payment', 'paid', 'awaiting_sample', 'received', 'complete', 'cancelled')),
  visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'public')),
  base_price_cents integer NOT NULL CHECK (base_price_cents > 0),
  public_discount_percent integer NOT NULL DEFAULT 0 CHECK (public_discount_percent BETWEEN 0 AND 90),
  final_price_cents integer NOT NULL CHECK (final_price_cents > 0),
  currency text NOT NULL DEFAULT 'usd',
  compound_name text,
  dosage_text text,
  manufacturer text,
  batch_code text,
  notes text,
  sample_tracking_number text,
  sample_condition text,
  cancelled_by text CHECK (cancelled_by IN ('customer', 'staff', 'expiry')),
  -- The payment that paid it; a later one is sent back.
  payment_id uuid,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  paid_at timestamptz,
  received_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz
);
CREATE INDEX test_request_customer ON test_request (customer_id, created_at DESC);
CREATE INDEX test_request_queue ON test_request (status, task_number);
CREATE INDEX test_request_expiry ON test_request (expires_at) WHERE status IN ('draft', 'pending_payment');

-- Every change of a request, with who, when and why; shown to the owner as the timeline.
CREATE TABLE request_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  at timestamptz NOT NULL,
  actor_id uuid REFERENCES user_account(id),
  actor_kind text NOT NULL CHECK (actor_kind IN ('customer', 'staff', 'system')),
  kind text NOT NULL,
  from_status text,
  to_status text NOT NULL,
  note text
);
CREATE INDEX request_event_request ON request_event (request_id, id);

CREATE TABLE idempotency_key (
  scope text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  status integer,
  body text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

-- payments -----------------------------------------------------------------------------------------
CREATE TABLE payment (
  id uuid PRIMARY KEY,
  subject_kind text NOT NULL CHECK (subject_kind IN ('order', 'group_share')),
  subject_id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES user_account(id),
  provider text NOT NULL CHECK (provider IN ('stripe', 'coinbase')),
  description text NOT NULL,
  -- What was asked of the provider, so that a retry under the same idempotency key asks exactly the same.
  customer_email text NOT NULL,
  success_url text NOT NULL,
  cancel_url text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'processing', 'paid', 'underpaid', 'overpaid', 'failed',
    'expired', 'refund_pending', 'partially_refunded', 'refunded', 'disputed')),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  -- Facts from the provider; the status follows from them.
  received_cents integer NOT NULL DEFAULT 0 CHECK (received_cents >= 0),
  received_currency text,
  refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
  dispute text CHECK (dispute IN ('open', 'won', 'lost')),
  provider_session_id text UNIQUE,
  provider_payment_id text,
  checkout_url text,
  receipt_url text,
  failure_reason text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  checked_at timestamptz,
  settled_at timestamptz
);
CREATE INDEX payment_customer ON payment (customer_id, created_at DESC);
CREATE INDEX payment_subject ON payment (subject_kind, subject_id);
CREATE UNIQUE INDEX payment_one_open ON payment (subject_kind, subject_id) WHERE status = 'pending';
CREATE INDEX payment_provider_payment ON payment (provider_payment_id) WHERE provider_payment_id IS NOT NULL;

CREATE INDEX payment_unsettled ON payment (created_at) WHERE status IN ('pending', 'processing');

-- A refund that we asked for, or that somebody made in the provider's own console (then without an actor).
CREATE TABLE payment_refund (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payment(id),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL,
  actor_id uuid REFERENCES user_account(id),
  status text NOT NULL CHECK (status IN ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text UNIQUE,
  failure_reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX payment_refund_payment ON payment_refund (payment_id);
CREATE INDEX payment_refund_open ON payment_refund (updated_at) WHERE status IN ('requested', 'pending');

-- The signed body as it came, never parsed by the database.
CREATE TABLE payment_event (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  provider_event_id text NOT NULL,
  type text NOT NULL,
  payload text NOT NULL,
  payment_id uuid REFERENCES payment(id),
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  outcome text,
  UNIQUE (provider, provider_event_id)
);
CREATE INDEX payment_event_open ON payment_event (received_at) WHERE processed_at IS NULL;

-- Double entry: the rows of one transaction sum to zero.
CREATE TABLE ledger_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id uuid NOT NULL,
  payment_id uuid NOT NULL REFERENCES payment(id),
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  account text NOT NULL CHECK (account IN ('provider', 'revenue', 'refunds', 'excess', 'held', 'disputes')),
  amount_cents integer NOT NULL CHECK (amount_cents <> 0),
  currency text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('charge', 'refund', 'dispute')),
  at timestamptz NOT NULL
);
CREATE INDEX ledger_entry_payment ON ledger_entry (payment_id);
CREATE INDEX ledger_entry_subject ON ledger_entry (subject_kind, subject_id);
CREATE INDEX ledger_entry_transaction ON ledger_entry (transaction_id);
CREATE FUNCTION ledger_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_cents) FROM ledger_entry WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW.transaction_id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_is_balanced();

-- results ------------------------------------------------------------------------------------------
CREATE TABLE result_revision (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  revision integer NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'in_review', 'published', 'superseded', 'retracted')),
  version integer NOT NULL DEFAULT 1,
  title text NOT NULL DEFAULT '',
  summary text NOT NULL DEFAULT '',
  measurements jsonb NOT NULL DEFAULT '[]',
  amend_reason text,
  return_comment text,
  retract_reason text,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES user_account(id),
  updated_at timestamptz NOT NULL,
  submitted_at timestamptz,
  submitted_by uuid REFERENCES user_account(id),
  published_at timestamptz,
  published_by uuid REFERENCES user_account(id),
  retracted_at timestamptz,
  retracted_by uuid REFERENCES user_account(id),
  UNIQUE (request_id, revision)
);
CREATE UNIQUE INDEX result_revision_one_open ON result_revision (request_id) WHERE state IN ('draft', 'in_review');
CREATE UNIQUE INDEX result_revision_one_published ON result_revision (request_id) WHERE state = 'published';

-- Everybody whose hand touched the draft, its trace or an attachment.
CREATE TABLE revision_contributor (
  revision_id uuid NOT NULL REFERENCES result_revision(id),
  user_id uuid NOT NULL REFERENCES user_account(id),
  first_at timestamptz NOT NULL,
  PRIMARY KEY (revision_id, user_id)
);
CREATE FUNCTION publisher_is_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published_by IS NOT NULL AND (OLD.published_by IS DISTINCT FROM NEW.published_by) AND EXISTS (
    SELECT 1 FROM revision_contributor WHERE revision_id = NEW.id AND user_id = NEW.published_by
  ) THEN
    RAISE EXCEPTION 'the publisher of revision % touched it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('published', 'superseded', 'retracted') AND (
    NEW.title, NEW.summary, NEW.measurements, NEW.published_at, NEW.published_by)
    IS DISTINCT FROM (OLD.title, OLD.summary, OLD.measurements, OLD.published_at, OLD.published_by) THEN
    RAISE EXCEPTION 'revision % is published and never changes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER result_revision_rules BEFORE UPDATE ON result_revision
  FOR EACH ROW EXECUTE FUNCTION publisher_is_second_person();

CREATE TABLE chromatogram (
  id uuid PRIMARY KEY,
  revision_id uuid NOT NULL UNIQUE REFERENCES result_revision(id),
  file_key text NOT NULL,
  file_name text NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  wavelength_nm integer,
  minutes double precision[] NOT NULL,
  signal_mau double precision[] NOT NULL,
  peaks jsonb NOT NULL,
  main_peak integer,
  purity_percent double precision,
  method jsonb NOT NULL,
  uploaded_by uuid NOT NULL REFERENCES user_account(id),
  uploaded_at timestamptz NOT NULL
);

CREATE TABLE result_attachment (
  id uuid PRIMARY KEY,
  revision_id uuid NOT NULL REFERENCES result_revision(id),
  file_key text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  uploaded_by uuid NOT NULL REFERENCES user_account(id),
  uploaded_at timestamptz NOT NULL
);
CREATE INDEX result_attachment_revision ON result_attachment (revision_id);

-- certificates -------------------------------------------------------------------------------------
CREATE TABLE certificate (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  revision_id uuid NOT NULL UNIQUE REFERENCES result_revision(id),
  revision integer NOT NULL,
  file_key text NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  issued_at timestamptz NOT NULL
);
CREATE INDEX certificate_request ON certificate (request_id, revision DESC);

-- notifications ------------------------------------------------------------------------------------
-- One mail per event, however often the event comes.
CREATE TABLE mail_dispatch (
  dedupe_key text PRIMARY KEY,
  recipient text NOT NULL,
  template text NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);

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

-- audit --------------------------------------------------------------------------------------------
CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entry_subject ON audit_entry (subject_kind, subject_id, id);

-- payment sandbox (another company's system; no module reads it) --------------------------------------
CREATE TABLE sandbox_checkout_session (
  id text PRIMARY KEY,
  payment_intent text UNIQUE,
  state jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TABLE sandbox_refund (
  id text PRIMARY KEY,
  payment_intent text NOT NULL,
  state jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX sandbox_refund_intent ON sandbox_refund (payment_intent);
CREATE TABLE sandbox_idempotency (
  key text PRIMARY KEY,
  fingerprint text NOT NULL,
  status integer NOT NULL,
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TABLE sandbox_event (
  id text PRIMARY KEY,
  body jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  delivered_at timestamptz
);
