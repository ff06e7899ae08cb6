-- Orders: requests for a test, who may read them, and their history.

CREATE SEQUENCE task_number_seq AS bigint START 10001;

CREATE TABLE test_request (
  id uuid PRIMARY KEY,
  task_number bigint NOT NULL UNIQUE DEFAULT nextval('task_number_seq'),
  unique_key text NOT NULL,
  customer_id uuid NOT NULL REFERENCES user_account(id),
  -- The group test that ordered it; its foreign key comes with the group tests.
  group_test_id uuid UNIQUE,
  sku_id uuid NOT NULL REFERENCES sku(id),
  quantity integer NOT NULL DEFAULT 1 CHECK (quantity = 1),
  payment_method text NOT NULL CHECK (payment_method IN ('stripe', 'coinbase')),
  status text NOT NULL CHECK (status IN
    ('draft', 'pending_payment', 'paid', 'awaiting_sample', 'received', 'complete', 'cancelled')),
  visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'public')),
  -- Since when a reader with number and key of a private test sees what its certificates say; null: nobody does.
  values_open_since timestamptz,
  base_price_cents integer NOT NULL CHECK (base_price_cents > 0),
  public_discount_percent integer NOT NULL DEFAULT 0 CHECK (public_discount_percent BETWEEN 0 AND 90),
  final_price_cents integer NOT NULL CHECK (final_price_cents > 0),
  currency text NOT NULL DEFAULT 'usd',
  -- As the customer wrote them.
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
  -- The day on which the turnaround promise ends: business days after receipt, UTC; set at intake, kept ever after.
  due_on date,
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
-- Whether something was ordered under a test, and which rows of the public list show its name.
CREATE INDEX test_request_sku ON test_request (sku_id);
-- The desk's queue: overdue first, then due soonest, then what was paid longest ago.
CREATE INDEX test_request_desk ON test_request (due_on, paid_at, task_number)
  WHERE status IN ('paid', 'awaiting_sample', 'received');
CREATE INDEX test_request_desk_status ON test_request (status, due_on, paid_at, task_number)
  WHERE status IN ('paid', 'awaiting_sample', 'received');
-- The desk's search, over everything that was ever paid.
CREATE INDEX test_request_words ON test_request USING gin (
  (coalesce(compound_name, '') || E'\n' || coalesce(manufacturer, '') || E'\n' || coalesce(batch_code, '') || E'\n'
    || task_number::text) gin_trgm_ops) WHERE paid_at IS NOT NULL;

-- Readers of a request besides its customer: of a group's request everybody who paid for it.
CREATE TABLE request_reader (
  request_id uuid NOT NULL REFERENCES test_request(id),
  user_id uuid NOT NULL REFERENCES user_account(id),
  PRIMARY KEY (request_id, user_id)
);
CREATE INDEX request_reader_user ON request_reader (user_id);

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
  note text,
  -- Why a sample was refused, so that its owner is told what to do.
  reason text CHECK (reason IN ('broken', 'unlabelled', 'insufficient', 'other')),
  -- Which line of a parcel brought it about, so that a parcel that is sent twice is taken in once.
  intake_item uuid
);
CREATE INDEX request_event_request ON request_event (request_id, id);
CREATE UNIQUE INDEX request_event_intake_item ON request_event (intake_item) WHERE intake_item IS NOT NULL;

-- What has been shown to everybody cannot be taken back: a paid test becomes private again only while no result of it was ever
-- published. Until somebody has paid both are open.
CREATE FUNCTION visibility_only_opens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.visibility = 'public' AND NEW.visibility = 'private' AND OLD.status NOT IN ('draft', 'pending_payment')
    AND (OLD.status NOT IN ('awaiting_sample', 'received')
      OR EXISTS (SELECT 1 FROM request_event WHERE request_id = OLD.id AND kind = 'completed')) THEN
    RAISE EXCEPTION 'request % is public and stays so', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER test_request_visibility BEFORE UPDATE OF visibility ON test_request
  FOR EACH ROW EXECUTE FUNCTION visibility_only_opens();
