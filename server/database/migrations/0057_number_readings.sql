-- How the numbers of a file are read that can be read in two ways: marks between thousands, or before decimals.
ALTER TABLE chromatogram ADD COLUMN thousands text CHECK (thousands IN ('groups', 'decimals'));

-- A person's answer, kept with the injection; the newest row says it.
CREATE TABLE injection_reading (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  injection_id uuid NOT NULL REFERENCES injection(id),
  thousands text NOT NULL CHECK (thousands IN ('groups', 'decimals')),
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE INDEX injection_reading_injection ON injection_reading (injection_id);
CREATE TRIGGER injection_reading_stays BEFORE UPDATE OR DELETE ON injection_reading
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- The same of a file that a program sent, and why it waits on; null once its sample was found.
CREATE TABLE import_reading (
  import_id uuid PRIMARY KEY REFERENCES trace_import(id),
  thousands text NOT NULL CHECK (thousands IN ('groups', 'decimals')),
  why jsonb,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE TRIGGER import_reading_stays BEFORE UPDATE OR DELETE ON import_reading
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
