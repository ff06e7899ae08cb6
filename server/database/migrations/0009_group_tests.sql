-- Group tests: strangers share the cost of one test.
CREATE TABLE group_test (
  id uuid PRIMARY KEY,
  organizer_id uuid NOT NULL REFERENCES user_account(id),
  title text NOT NULL,
  description text NOT NULL,
  sku_id uuid NOT NULL REFERENCES sku(id),
  deadline_at timestamptz NOT NULL,
  min_seats integer NOT NULL CHECK (min_seats >= 1),
  target_seats integer NOT NULL CHECK (target_seats BETWEEN min_seats AND 200),
  test_cents integer NOT NULL CHECK (test_cents >= 0),
  shipping_cents integer NOT NULL CHECK (shipping_cents >= 0),
  vial_cents integer NOT NULL CHECK (vial_cents >= 0),
  is_public boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'gap', 'collecting', 'short', 'testing', 'complete', 'cancelled')),
  joined_count integer NOT NULL DEFAULT 0 CHECK (joined_count BETWEEN 0 AND target_seats),
  final_cents integer,
  -- gap: until then it can be filled. short: until then a dropped share can be taken.
  suspended_until timestamptz,
  locked_at timestamptz,
  pay_by timestamptz,
  reminders integer NOT NULL DEFAULT 0,
  paid_at timestamptz,
  received_at timestamptz,
  request_id uuid REFERENCES test_request(id),
  -- Who is owed shipping and vial, fixed when the sample is received.
  sender_id uuid REFERENCES user_account(id),
  payout_at timestamptz,
  payout_by uuid REFERENCES user_account(id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX group_test_listed ON group_test (state, deadline_at) WHERE is_public;
CREATE INDEX group_test_organizer ON group_test (organizer_id);
CREATE INDEX group_test_deadline ON group_test (deadline_at) WHERE state = 'open';
CREATE INDEX group_test_suspended ON group_test (suspended_until) WHERE state IN ('gap', 'short');
CREATE INDEX group_test_collecting ON group_test (locked_at) WHERE state = 'collecting';
CREATE INDEX group_test_testing ON group_test (paid_at) WHERE state IN ('testing', 'complete');
ALTER TABLE test_request ADD CONSTRAINT test_request_group FOREIGN KEY (group_test_id) REFERENCES group_test(id);

CREATE SEQUENCE group_member_place AS bigint;
-- Who joined, and who left again.
CREATE TABLE group_member (
  group_id uuid NOT NULL REFERENCES group_test(id),
  user_id uuid NOT NULL REFERENCES user_account(id),
  state text NOT NULL CHECK (state IN ('joined', 'left')),
  -- The order of joining; new when somebody joins again.
  place bigint NOT NULL DEFAULT nextval('group_member_place'),
  agreed_cents integer CHECK (agreed_cents > 0),
  joined_at timestamptz NOT NULL,
  left_at timestamptz,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX group_member_user ON group_member (user_id);

-- A share has one holder for all its life: a dropped one is followed by a new row of the same seat and amount.
CREATE TABLE group_share (
  id uuid PRIMARY KEY,
  group_id uuid NOT NULL REFERENCES group_test(id),
  seat integer NOT NULL CHECK (seat >= 1),
  holder_id uuid REFERENCES user_account(id),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('open', 'due', 'paid', 'dropped', 'refunded')),
  pay_by timestamptz,
  payment_id uuid REFERENCES payment(id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (status NOT IN ('due', 'paid', 'refunded') OR holder_id IS NOT NULL),
  CHECK (status <> 'open' OR holder_id IS NULL),
  CHECK ((status IN ('paid', 'refunded')) <= (payment_id IS NOT NULL))
);
CREATE UNIQUE INDEX group_share_seat ON group_share (group_id, seat) WHERE status IN ('open', 'due', 'paid');
CREATE INDEX group_share_holder ON group_share (holder_id) WHERE holder_id IS NOT NULL;
CREATE INDEX group_share_due ON group_share (pay_by) WHERE status = 'due';

-- The shares of a group sum to its cost.
CREATE FUNCTION group_shares_sum() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shared bigint;
  cost bigint;
BEGIN
  SELECT coalesce(sum(amount_cents), 0) INTO shared FROM group_share
    WHERE group_id = NEW.group_id AND status IN ('open', 'due', 'paid');
  SELECT test_cents + shipping_cents + vial_cents INTO cost FROM group_test WHERE id = NEW.group_id;
  IF shared NOT IN (0, cost) THEN
    RAISE EXCEPTION 'the shares of group % sum to % of %', NEW.group_id, shared, cost USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER group_shares_sum AFTER INSERT OR UPDATE ON group_share
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION group_shares_sum();

-- People who offered to send the sample.
CREATE TABLE group_volunteer (
  id uuid PRIMARY KEY,
  group_id uuid NOT NULL REFERENCES group_test(id),
  user_id uuid NOT NULL REFERENCES user_account(id),
  note text NOT NULL,
  status text NOT NULL CHECK (status IN ('requested', 'approved', 'rejected')),
  is_sender boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  UNIQUE (group_id, user_id),
  CHECK (NOT is_sender OR status = 'approved')
);
CREATE UNIQUE INDEX group_volunteer_one_sender ON group_volunteer (group_id) WHERE is_sender;
CREATE INDEX group_volunteer_user ON group_volunteer (user_id);

-- The history of a group, as its members read it.
CREATE TABLE group_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id uuid NOT NULL REFERENCES group_test(id),
  at timestamptz NOT NULL,
  actor_id uuid REFERENCES user_account(id),
  kind text NOT NULL,
  text text
);
CREATE INDEX group_event_group ON group_event (group_id, id DESC);
