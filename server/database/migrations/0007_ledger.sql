-- The ledger: double entry, the rows of one transaction sum to zero. What is booked stays booked: a mistake is put right by
-- further rows.
CREATE TABLE ledger_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id uuid NOT NULL,
  -- Null for what is owed to a sender, and paid out: these rows belong to no single payment.
  payment_id uuid REFERENCES payment(id),
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  account text NOT NULL CHECK (account IN
    ('provider', 'revenue', 'refunds', 'excess', 'held', 'disputes', 'owed', 'bank')),
  amount_cents integer NOT NULL CHECK (amount_cents <> 0),
  currency text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('charge', 'refund', 'dispute', 'decision', 'owed', 'payout')),
  at timestamptz NOT NULL,
  CONSTRAINT ledger_entry_payment_or_payout CHECK ((payment_id IS NULL) = (kind IN ('owed', 'payout')))
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

-- Serves the invoices as well.
CREATE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER ledger_entry_not_emptied BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();

-- What the ledger's own check found, each time it ran.
CREATE TABLE ledger_report (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  report jsonb NOT NULL
);
