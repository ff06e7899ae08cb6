-- Registrations: whether a sample is to be published is registered in the public log when it is taken in, before there is a
-- result.
CREATE TABLE registration (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  -- As it was at the intake; what became of it stands in test_request.
  visibility text NOT NULL CHECK (visibility IN ('public', 'private')),
  at timestamptz NOT NULL,
  -- Its entry of the public log, and what opens the entry's commitment; null for a sample that was taken in without one.
  log_index bigint UNIQUE,
  salt text,
  -- Since when a test that was registered as public is private; null while it is public.
  withdrawn_at timestamptz,
  CHECK ((log_index IS NULL) = (salt IS NULL)),
  CHECK (withdrawn_at IS NULL OR visibility = 'public')
);

CREATE FUNCTION registration_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.request_id, OLD.visibility, OLD.at, OLD.log_index, OLD.salt)
    IS DISTINCT FROM (NEW.request_id, NEW.visibility, NEW.at, NEW.log_index, NEW.salt) THEN
    RAISE EXCEPTION 'a registration stays';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER registration_stays BEFORE UPDATE OR DELETE ON registration
  FOR EACH ROW EXECUTE FUNCTION registration_stays();

-- The discount of a public test that its owner gives back to make it private; sold through the checkout by its id.
CREATE TABLE withdrawal (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL UNIQUE REFERENCES test_request(id),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  asked_at timestamptz NOT NULL,
  -- The owner keeps the test public after all: nobody waits for the money.
  dropped_at timestamptz,
  payment_id uuid UNIQUE REFERENCES payment(id),
  paid_at timestamptz,
  updated_at timestamptz NOT NULL,
  CHECK ((payment_id IS NULL) = (paid_at IS NULL))
);
