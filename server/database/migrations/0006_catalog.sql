-- catalog administration -----------------------------------------------------------------------------
-- Two people who change one test at the same time: the second is told.
ALTER TABLE sku ADD COLUMN version integer NOT NULL DEFAULT 1;
-- A test's address is printed, linked and bookmarked: it never changes.
CREATE FUNCTION sku_slug_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the slug of sku % never changes', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER sku_slug_stays BEFORE UPDATE ON sku
  FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION sku_slug_stays();
-- Whether something was ordered under a test, and which rows of the public list show its name.
CREATE INDEX test_request_sku ON test_request (sku_id);

-- audit --------------------------------------------------------------------------------------------
-- Written once. Whoever the application is to the database, it can neither change nor remove an entry; a role of its own
-- without UPDATE, DELETE and TRUNCATE on this table (docs/operations.md) cannot even switch this off.
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_append_only;
-- The searches of /lab/audit, newest first.
CREATE INDEX audit_entry_actor ON audit_entry (actor_id, id);
CREATE INDEX audit_entry_action ON audit_entry (action text_pattern_ops, id);
CREATE INDEX audit_entry_subject_id ON audit_entry (subject_id, id);
CREATE INDEX audit_entry_at ON audit_entry (at);
