-- Payments: what was asked of a provider, what it told, and what people decided about it.

CREATE TABLE payment (
  id uuid PRIMARY KEY,
  -- What is sold: the module that sells it says which kinds there are.
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES user_account(id),
  provider text NOT NULL CHECK (provider IN ('stripe', 'coinbase')),
  description text NOT NULL,
  -- What the payer knows the thing by: an order's task number.
  reference text,
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
  -- The amount that an admin took in place of the price.
  accepted_cents integer CHECK (accepted_cents > 0),
  -- Why it waits for a person, and since when; null when it does not, or when somebody left it as it is.
  decision text CHECK (decision IN ('underpaid', 'overpaid', 'disputed', 'refund_failed')),
  decision_since timestamptz,
  provider_session_id text UNIQUE,
  provider_payment_id text,
  -- The movement on the chain, for crypto.
  transaction_hash text,
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
CREATE INDEX payment_decision ON payment (decision_since, id) WHERE decision IS NOT NULL;
CREATE INDEX payment_recent ON payment (created_at DESC, id DESC);

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
  updated_at timestamptz NOT NULL,
  -- When somebody tried a failed refund again or left it; such a refund waits for nobody.
  resolved_at timestamptz
);
CREATE INDEX payment_refund_payment ON payment_refund (payment_id);
CREATE INDEX payment_refund_open ON payment_refund (updated_at) WHERE status IN ('requested', 'pending');

-- The signed body as it came, never parsed by the database. Stored events are the queue of what has to be worked through: taken
-- up by one worker at a time, which has them for a while.
CREATE TABLE payment_event (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  provider_event_id text NOT NULL,
  type text NOT NULL,
  payload text NOT NULL,
  payment_id uuid REFERENCES payment(id),
  received_at timestamptz NOT NULL,
  -- When its worker's while is over without an end, or the time that somebody set has come, it is due again; null: at once.
  due_at timestamptz,
  processed_at timestamptz,
  outcome text,
  replays integer NOT NULL DEFAULT 0,
  UNIQUE (provider, provider_event_id)
);
CREATE INDEX payment_event_open ON payment_event (received_at) WHERE processed_at IS NULL;
CREATE INDEX payment_event_recent ON payment_event (received_at DESC, id DESC);
CREATE INDEX payment_event_payment ON payment_event (payment_id) WHERE payment_id IS NOT NULL;
