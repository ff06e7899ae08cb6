-- Raw files that everybody may have. A reviewer releases one first: operator names and paths in it are seen.
CREATE TABLE injection_release (
  injection_id uuid PRIMARY KEY REFERENCES injection(id),
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);

-- The owner's word that everybody may have it; nobody takes it back. The public log holds the file's SHA-256 from then on.
CREATE TABLE published_injection (
  injection_id uuid PRIMARY KEY REFERENCES injection(id),
  certificate_id uuid NOT NULL REFERENCES certificate(id),
  log_index bigint NOT NULL UNIQUE REFERENCES log_entry(idx),
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);

CREATE TRIGGER injection_release_stays BEFORE UPDATE OR DELETE ON injection_release
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER published_injection_stays BEFORE UPDATE OR DELETE ON published_injection
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
