-- Imports: traces that arrive by themselves. A folder-watching agent sends them with a laboratory key.

-- A key of the laboratory. Its id is that of an account that nobody can sign in to, so that logs and results name it.
CREATE TABLE laboratory_key (
  id uuid PRIMARY KEY REFERENCES user_account(id),
  name text NOT NULL,
  scope text NOT NULL CHECK (scope = 'imports'),
  secret_hash bytea NOT NULL UNIQUE,
  made_by uuid NOT NULL REFERENCES user_account(id),
  made_at timestamptz NOT NULL,
  -- A key ends 90 days after it is made.
  ends_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  -- Since when its maker and the admins know that it ends soon.
  reminded_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES user_account(id)
);

-- A file that was sent with a key and could be read; its key in the store is 'raw/' and the SHA-256.
CREATE TABLE trace_import (
  id uuid PRIMARY KEY,
  key_id uuid NOT NULL REFERENCES laboratory_key(id),
  file_key text NOT NULL,
  file_name text NOT NULL,
  sha256 text NOT NULL UNIQUE,
  size_bytes integer NOT NULL,
  -- What the file says of itself: sample, time, instrument. Empty where it says nothing.
  acquisition jsonb NOT NULL,
  warnings jsonb NOT NULL,
  -- Why no sample was found for it: a code and a sentence; null where one was.
  why jsonb,
  received_at timestamptz NOT NULL
);
CREATE INDEX trace_import_file ON trace_import (file_key);
CREATE INDEX trace_import_received ON trace_import (received_at);
CREATE TRIGGER trace_import_stays BEFORE UPDATE OR DELETE ON trace_import
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- What became of an import; none while it waits.
CREATE TABLE import_decision (
  import_id uuid PRIMARY KEY REFERENCES trace_import(id),
  -- The sample whose injection it is; null for a file that is not the laboratory's.
  request_id uuid REFERENCES test_request(id),
  -- Empty where the file named its sample itself.
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE INDEX import_decision_request ON import_decision (request_id);
CREATE TRIGGER import_decision_stays BEFORE UPDATE OR DELETE ON import_decision
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- How a person reads the numbers of an imported file, as in injection_reading, and why it waits on; null once its sample was
-- found.
CREATE TABLE import_reading (
  import_id uuid PRIMARY KEY REFERENCES trace_import(id),
  thousands text NOT NULL CHECK (thousands IN ('groups', 'decimals')),
  why jsonb,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE TRIGGER import_reading_stays BEFORE UPDATE OR DELETE ON import_reading
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
