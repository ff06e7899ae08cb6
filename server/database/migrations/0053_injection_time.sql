-- A time of injection that the desk typed for a file that has none that can be read, or why nobody knows it; both empty takes
-- it back. The newest row of an injection counts.
CREATE TABLE injection_time (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  injection_id uuid NOT NULL REFERENCES injection(id),
  -- As it was typed, ISO 8601; local where it has no zone.
  injected_at text,
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL,
  CHECK (injected_at IS NULL OR reason = '')
);
CREATE INDEX injection_time_injection ON injection_time (injection_id);
CREATE TRIGGER injection_time_stays BEFORE UPDATE OR DELETE ON injection_time
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- A word about a typed time holds for that time: about another one a reviewer is asked again.
ALTER TABLE injection_allowance DROP CONSTRAINT injection_allowance_pkey;
ALTER TABLE injection_allowance ADD PRIMARY KEY (injection_id, what, at);

-- Sample name and time of the reported injection as they stood at the publication; null for results of before.
ALTER TABLE chromatogram ADD COLUMN run jsonb;

-- Which number of a date stands first in the files of a method's instruments; null where both readings are tried.
ALTER TABLE method_template ADD COLUMN date_order text CHECK (date_order IN ('day_first', 'month_first'));
ALTER TABLE method_template_version ADD COLUMN date_order text;
CREATE OR REPLACE FUNCTION keep_template_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO method_template_version (template_id, version, sku_id, family, lines, date_order, at)
    VALUES (NEW.id, NEW.version, NEW.sku_id, NEW.family, NEW.lines, NEW.date_order, NEW.updated_at)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
