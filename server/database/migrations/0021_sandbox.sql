-- The payment sandbox: another company's system; no module reads it.

CREATE TABLE sandbox_checkout_session (
  id text PRIMARY KEY,
  payment_intent text UNIQUE,
  state jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE sandbox_crypto_checkout (
  id text PRIMARY KEY,
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

-- Webhooks that are to be delivered.
CREATE TABLE sandbox_event (
  id text PRIMARY KEY,
  provider text NOT NULL DEFAULT 'stripe',
  body jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Kept back until somebody releases it.
  held boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  delivered_at timestamptz
);

-- How the sandbox misbehaves, on demand; development and tests only.
CREATE TABLE sandbox_fault (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  kind text NOT NULL,
  -- How often still; null until it is cleared.
  times_left integer,
  value text
);
