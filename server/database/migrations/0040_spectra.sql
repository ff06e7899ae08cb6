-- A mass spectrum of a sample, as the file that was uploaded, with its highest peaks; a line of a result names it by its id.
CREATE TABLE spectrum (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  file_key text NOT NULL,
  file_name text NOT NULL,
  -- A file belongs to one sample.
  sha256 text NOT NULL UNIQUE,
  size_bytes integer NOT NULL,
  format text NOT NULL,
  from_mz double precision NOT NULL,
  to_mz double precision NOT NULL,
  -- m/z and height in % of the highest.
  sticks jsonb NOT NULL,
  uploaded_by uuid NOT NULL REFERENCES user_account(id),
  uploaded_at timestamptz NOT NULL
);
CREATE INDEX spectrum_request ON spectrum (request_id);
CREATE INDEX spectrum_file ON spectrum (file_key);
CREATE TRIGGER spectrum_stays BEFORE UPDATE OR DELETE ON spectrum
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
