-- A key of the laboratory ends 90 days after it is made; those of before, 90 days after this migration.
ALTER TABLE laboratory_key ADD COLUMN ends_at timestamptz NOT NULL DEFAULT now() + interval '90 days';
-- Since when its maker and the admins know that it ends soon.
ALTER TABLE laboratory_key ADD COLUMN reminded_at timestamptz;

-- Who made a key has touched what came by it.
CREATE OR REPLACE FUNCTION publisher_is_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published_by IS NOT NULL AND (OLD.published_by IS DISTINCT FROM NEW.published_by) AND (EXISTS (
    SELECT 1 FROM revision_contributor WHERE revision_id = NEW.id AND user_id = NEW.published_by
  ) OR EXISTS (
    SELECT 1 FROM import_decision d JOIN trace_import t ON t.id = d.import_id
    JOIN laboratory_key k ON k.id = t.key_id
    WHERE d.request_id = NEW.request_id AND k.made_by = NEW.published_by
  )) THEN
    RAISE EXCEPTION 'the publisher of revision % touched it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('published', 'superseded', 'retracted') AND (
    NEW.title, NEW.summary, NEW.measurements, NEW.published_at, NEW.published_by)
    IS DISTINCT FROM (OLD.title, OLD.summary, OLD.measurements, OLD.published_at, OLD.published_by) THEN
    RAISE EXCEPTION 'revision % is published and never changes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE INDEX import_decision_request ON import_decision (request_id);
