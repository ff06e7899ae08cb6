-- Numbers of documents without gaps: the next one is taken under the series' row lock, in the transaction that issues it.
CREATE TABLE invoice_series (
  name text PRIMARY KEY,
  last_serial integer NOT NULL DEFAULT 0
);
INSERT INTO invoice_series (name) VALUES ('invoice'), ('note');

-- Invoices and notes as they were issued.
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
CREATE TRIGGER invoice_not_emptied BEFORE TRUNCATE ON invoice
  FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied();
