-- A change of a template waits as a draft until a reviewer or admin who did not make it approves or refuses it. Versions without
-- an approved draft came with the installation or are older than this.
CREATE TABLE method_template_draft (
  id uuid PRIMARY KEY,
  -- In which order they were made.
  number bigint GENERATED ALWAYS AS IDENTITY,
  sku_id uuid REFERENCES sku(id),
  family text,
  -- What it was made on: the template's version, 0 where a test went by its family; then the family's, if there was one.
  version integer NOT NULL CHECK (version >= 0),
  family_version integer,
  lines jsonb NOT NULL,
  integration jsonb NOT NULL,
  requires jsonb NOT NULL,
  date_order text,
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused', 'withdrawn')),
  decided_by uuid REFERENCES user_account(id),
  decided_at timestamptz,
  -- Why it was refused.
  decision_reason text,
  -- The version that it became.
  approved_version integer,
  CHECK ((sku_id IS NULL) <> (family IS NULL)),
  CHECK ((state = 'open') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (state NOT IN ('approved', 'refused') OR decided_by <> by_id),
  CHECK (state <> 'withdrawn' OR decided_by = by_id),
  CHECK ((state = 'approved') = (approved_version IS NOT NULL)),
  CHECK (approved_version = version + 1)
);
CREATE UNIQUE INDEX method_template_draft_open_sku ON method_template_draft (sku_id) WHERE state = 'open';
CREATE UNIQUE INDEX method_template_draft_open_family ON method_template_draft (family) WHERE state = 'open';
CREATE UNIQUE INDEX method_template_draft_of_sku ON method_template_draft (sku_id, approved_version);
CREATE UNIQUE INDEX method_template_draft_of_family ON method_template_draft (family, approved_version);

-- What was proposed stays as it was; only an open draft is decided about, once.
CREATE FUNCTION template_draft_is_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open'
    OR (NEW.id, NEW.sku_id, NEW.family, NEW.version, NEW.family_version, NEW.lines, NEW.integration, NEW.requires,
        NEW.date_order, NEW.reason, NEW.by_id, NEW.at)
      IS DISTINCT FROM (OLD.id, OLD.sku_id, OLD.family, OLD.version, OLD.family_version, OLD.lines, OLD.integration,
        OLD.requires, OLD.date_order, OLD.reason, OLD.by_id, OLD.at)
  THEN
    RAISE EXCEPTION 'a draft of a template is decided about once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER method_template_draft_is_decided_once BEFORE UPDATE ON method_template_draft
  FOR EACH ROW EXECUTE FUNCTION template_draft_is_decided_once();
CREATE TRIGGER method_template_draft_stays BEFORE DELETE ON method_template_draft
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
