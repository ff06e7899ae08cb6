-- Showcases: a week of paid display in Discoveries; sold through the checkout by its id. Days are those of the laboratory's calendar (UTC).
CREATE TABLE showcase (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  account_id uuid NOT NULL REFERENCES user_account(id),
  starts_on date NOT NULL,
  -- The first day after it.
  ends_on date NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL CHECK (currency = 'usd'),
  state text NOT NULL CHECK (state IN ('reserved', 'booked', 'stopped', 'released')),
  reserved_until timestamptz NOT NULL,
  payment_id uuid UNIQUE REFERENCES payment(id),
  paid_at timestamptz,
  -- Of a week that was stopped: the first day on which it was not shown, and what goes back for it.
  stopped_on date,
  refund_cents integer NOT NULL DEFAULT 0 CHECK (refund_cents BETWEEN 0 AND amount_cents),
  ended_because text,
  reminded_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (ends_on = starts_on + 7),
  CHECK ((payment_id IS NULL) = (paid_at IS NULL)),
  CHECK (state NOT IN ('booked', 'stopped') OR payment_id IS NOT NULL),
  CHECK ((state = 'stopped') = (stopped_on IS NOT NULL)),
  CHECK ((state IN ('stopped', 'released')) = (ended_because IS NOT NULL))
);
-- Whose place is taken, by day.
CREATE INDEX showcase_taken ON showcase (ends_on) INCLUDE (request_id, starts_on, stopped_on) WHERE state <> 'released';
CREATE INDEX showcase_request ON showcase (request_id, starts_on);
CREATE INDEX showcase_account ON showcase (account_id, created_at);
CREATE INDEX showcase_newest ON showcase (created_at, id);

-- How often the page of a result was opened on a day of its week: a sum, and nothing of who opened it.
CREATE TABLE showcase_view (
  showcase_id uuid NOT NULL REFERENCES showcase(id),
  day date NOT NULL,
  views integer NOT NULL CHECK (views > 0),
  PRIMARY KEY (showcase_id, day)
);
