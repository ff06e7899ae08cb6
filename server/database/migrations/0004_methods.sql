-- Methods: what an empty draft of a test begins with, who changed that, and who may work by a method.

-- Substances whose formula is known. Masses are never stored: they all come from one library.
CREATE TABLE compound (
  name text PRIMARY KEY,
  formula text NOT NULL
);
CREATE UNIQUE INDEX compound_name ON compound (lower(name));

-- What an empty draft of a test begins with. A test without lines of its own goes by those of its family.
CREATE TABLE method_template (
  id uuid PRIMARY KEY,
  sku_id uuid UNIQUE REFERENCES sku(id),
  family text UNIQUE,
  version integer NOT NULL DEFAULT 1,
  lines jsonb NOT NULL,
  -- What belongs to a method of an integration: the reporting limit and the window. Null in versions of before it was kept.
  integration jsonb,
  -- What a template wants recorded before a result is handed in; null for nothing.
  requires jsonb,
  -- Which number of a date stands first in the files of a method's instruments; null where both readings are tried.
  date_order text CHECK (date_order IN ('day_first', 'month_first')),
  -- Whether the first version came with the installation; a test's own may have been begun by an admin.
  delivered boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL,
  CHECK ((sku_id IS NULL) <> (family IS NULL))
);

-- What every version of a template said: a decision rule is agreed before the measurement, so that an order keeps the one
-- that was in force when it was made.
CREATE TABLE method_template_version (
  template_id uuid NOT NULL REFERENCES method_template(id),
  version integer NOT NULL,
  sku_id uuid REFERENCES sku(id),
  family text,
  lines jsonb NOT NULL,
  date_order text,
  at timestamptz NOT NULL,
  PRIMARY KEY (template_id, version),
  CHECK ((sku_id IS NULL) <> (family IS NULL))
);
CREATE INDEX method_template_version_sku ON method_template_version (sku_id);
CREATE INDEX method_template_version_family ON method_template_version (family);
CREATE TRIGGER method_template_version_stays BEFORE UPDATE OR DELETE ON method_template_version
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- Versions are kept by the database, so that no statement can forget to.
CREATE FUNCTION keep_template_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO method_template_version (template_id, version, sku_id, family, lines, date_order, at)
    VALUES (NEW.id, NEW.version, NEW.sku_id, NEW.family, NEW.lines, NEW.date_order, NEW.updated_at)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER method_template_keeps_versions AFTER INSERT OR UPDATE ON method_template
  FOR EACH ROW EXECUTE FUNCTION keep_template_version();

-- A change of a template waits as a draft until a reviewer or admin who did not make it approves or refuses it. Versions without
-- an approved draft came with the installation or are older than drafts.
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

-- Who may enter and hand in results by a method, and who may release them. A method without a row is everybody's, and so is a
-- list that is null; the audit log keeps what was before.
CREATE TABLE method_authorisation (
  -- As a template writes it: the server folds names before it compares them, look-alike signs included.
  method text PRIMARY KEY,
  user_ids uuid[],
  release_ids uuid[],
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
