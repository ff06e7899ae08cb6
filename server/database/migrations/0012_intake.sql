-- the laboratory's desk ------------------------------------------------------------------------------
-- The day on which the turnaround promise ends: business days after receipt, UTC; set at intake, kept ever after.
ALTER TABLE test_request ADD COLUMN due_on date;
-- What is in the laboratory already was promised too. The greatest number before 'business days' counts.
UPDATE test_request r SET due_on = (
    SELECT day FROM (
      SELECT day::date AS day, row_number() OVER (ORDER BY day) AS n
      FROM generate_series((r.received_at AT TIME ZONE 'UTC')::date + 1, (r.received_at AT TIME ZONE 'UTC')::date + 180,
        interval '1 day') AS day
      WHERE extract(isodow FROM day) < 6) AS working
    WHERE n = promise.days)
FROM (
  SELECT id, (regexp_match(tat_text, '(\d{1,2})\s*(?:business|working) days', 'i'))[1]::int AS days FROM sku
) AS promise
WHERE promise.id = r.sku_id AND r.status = 'received' AND promise.days IS NOT NULL;

-- The queue: overdue first, then due soonest, then what was paid longest ago.
CREATE INDEX test_request_desk ON test_request (due_on, paid_at, task_number)
  WHERE status IN ('paid', 'awaiting_sample', 'received');
CREATE INDEX test_request_desk_status ON test_request (status, due_on, paid_at, task_number)
  WHERE status IN ('paid', 'awaiting_sample', 'received');
CREATE INDEX result_revision_in_review ON result_revision (request_id) WHERE state = 'in_review';
-- Its search, over everything that was ever paid.
CREATE INDEX test_request_words ON test_request USING gin (
  (coalesce(compound_name, '') || E'\n' || coalesce(manufacturer, '') || E'\n' || coalesce(batch_code, '') || E'\n'
    || task_number::text) gin_trgm_ops) WHERE paid_at IS NOT NULL;

-- Why a sample was refused, so that its owner is told what to do; and which line of a parcel brought it about, so that
-- a parcel that is sent twice is taken in once.
ALTER TABLE request_event
  ADD COLUMN reason text CHECK (reason IN ('broken', 'unlabelled', 'insufficient', 'other')),
  ADD COLUMN intake_item uuid;
CREATE UNIQUE INDEX request_event_intake_item ON request_event (intake_item) WHERE intake_item IS NOT NULL;

-- Photos of the vial: re-encoded, nothing of the camera's in them.
CREATE TABLE sample_photo (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  file_key text NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  taken_at timestamptz NOT NULL,
  taken_by uuid NOT NULL REFERENCES user_account(id),
  -- Set with the refusal of the sample that it shows: such a photo is never published.
  refused_at timestamptz,
  UNIQUE (request_id, sha256)
);

-- What only grows cannot be emptied either ------------------------------------------------------------
CREATE FUNCTION cannot_be_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ledger_entry', 'invoice', 'certificate', 'signing_certificate', 'log_entry', 'log_node',
    'log_checkpoint', 'log_key', 'log_head', 'certificate_log'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION cannot_be_emptied()',
      name || '_not_emptied', name);
  END LOOP;
END $$;
