-- Who signed a revision, and as what: a person who has just shown the password or a code of the second factor.
CREATE TABLE revision_signature (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  revision_id uuid NOT NULL REFERENCES result_revision(id),
  meaning text NOT NULL CHECK (meaning IN ('measured', 'released')),
  by_id uuid NOT NULL REFERENCES user_account(id),
  -- As it is printed, whatever the person is called later.
  name text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX revision_signature_revision ON revision_signature (revision_id);
CREATE TRIGGER revision_signature_stays BEFORE UPDATE OR DELETE ON revision_signature
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
