-- Decisions of people about payments, invoices, the ledger's own check, and a second provider.

ALTER TABLE payment
  -- What the payer knows the thing by: an order's task number.
  ADD COLUMN reference text,
  -- The amount that an admin took in place of the price.
  ADD COLUMN accepted_cents integer CHECK (accepted_cents > 0),
  -- Why it waits for a person, and since when; null when it does not, or when somebody left it as it is.
  ADD COLUMN decision text CHECK (decision IN ('underpaid', 'overpaid', 'disputed', 'refund_failed')),
  ADD COLUMN decision_since timestamptz,
  -- The movement on the chain, for crypto.
  ADD COLUMN transaction_hash text;
UPDATE payment SET reference = test_request.task_number::text
  FROM test_request WHERE payment.subject_kind = 'order' AND test_request.id = payment.subject_id;
CREATE INDEX payment_decision ON payment (decision_since, id) WHERE decision IS NOT NULL;
CREATE INDEX payment_recent ON payment (created_at DESC, id DESC);

ALTER TABLE payment_refund
  -- When somebody tried a failed refund again or left it; such a refund waits for nobody.
  ADD COLUMN resolved_at timestamptz;

UPDATE payment SET decision_since = updated_at, decision = CASE
    WHEN dispute IN ('open', 'lost') THEN 'disputed'
    WHEN status = 'underpaid' THEN 'underpaid'
    ELSE 'refund_failed' END
  WHERE dispute IN ('open', 'lost') OR status = 'underpaid'
    OR (received_cents > refunded_cents
        AND EXISTS (SELECT 1 FROM payment_refund r WHERE r.payment_id = payment.id AND r.status = 'failed'));

ALTER TABLE payment_event ADD COLUMN replays integer NOT NULL DEFAULT 0;
CREATE INDEX payment_event_recent ON payment_event (received_at DESC, id DESC);
CREATE INDEX payment_event_payment ON payment_event (payment_id) WHERE payment_id IS NOT NULL;

ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_kind_check;
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_kind_check
  CHECK (kind IN ('charge', 'refund', 'dispute', 'decision'));

-- What is booked stays booked: a mistake is put right by further rows.
CREATE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();

-- Numbers without gaps: the next one is taken under the series' row lock, in the transaction that issues the document.
CREATE TABLE invoice_series (
  name text PRIMARY KEY,
  last_serial integer NOT NULL DEFAULT 0
);
INSERT INTO invoice_series (name) VALUES ('invoice'), ('note');

CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  series text NOT NULL REFERENCES invoice_series(name),
  serial integer NOT NULL CHECK (serial > 0),
  number text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note', 'debit_note')),
  payment_id uuid NOT NULL REFERENCES payment(id),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  reason text NOT NULL,
  -- Seller, buyer and lines as they were when it was issued.
  document jsonb NOT NULL,
  issued_at timestamptz NOT NULL,
  UNIQUE (series, serial)
);
CREATE UNIQUE INDEX invoice_one_a_payment ON invoice (payment_id) WHERE kind = 'invoice';
CREATE INDEX invoice_payment ON invoice (payment_id, serial);
CREATE TRIGGER invoice_append_only BEFORE UPDATE OR DELETE ON invoice
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();

CREATE TABLE ledger_report (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  report jsonb NOT NULL
);

-- payment sandbox (another company's system; no module reads it) --------------------------------------
CREATE TABLE sandbox_crypto_checkout (
  id text PRIMARY KEY,
  state jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
ALTER TABLE sandbox_event
  ADD COLUMN provider text NOT NULL DEFAULT 'stripe',
  -- Kept back until somebody releases it.
  ADD COLUMN held boolean NOT NULL DEFAULT false;
-- How the sandbox misbehaves, on demand; development and tests only.
CREATE TABLE sandbox_fault (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  kind text NOT NULL,
  -- How often still; null until it is cleared.
  times_left integer,
  value text
);
