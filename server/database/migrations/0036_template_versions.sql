-- What every version of a template said: a decision rule is agreed before the measurement, so that an order keeps the one
-- that was in force when it was made.
CREATE TABLE method_template_version (
  template_id uuid NOT NULL REFERENCES method_template(id),
  version integer NOT NULL,
  sku_id uuid REFERENCES sku(id),
  family text,
  lines jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (template_id, version),
  CHECK ((sku_id IS NULL) <> (family IS NULL))
);
CREATE INDEX method_template_version_sku ON method_template_version (sku_id);
CREATE INDEX method_template_version_family ON method_template_version (family);
CREATE TRIGGER method_template_version_stays BEFORE UPDATE OR DELETE ON method_template_version
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

INSERT INTO method_template_version (template_id, version, sku_id, family, lines, at)
  SELECT id, version, sku_id, family, lines, updated_at FROM method_template;

-- By the database, so that a process of the former release leaves its versions, too.
CREATE FUNCTION keep_template_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO method_template_version (template_id, version, sku_id, family, lines, at)
    VALUES (NEW.id, NEW.version, NEW.sku_id, NEW.family, NEW.lines, NEW.updated_at)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER method_template_keeps_versions AFTER INSERT OR UPDATE ON method_template
  FOR EACH ROW EXECUTE FUNCTION keep_template_version();
