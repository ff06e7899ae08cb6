-- A photo that showed an address or a face: its bytes are destroyed, and what they were stays with who decided it and why.
CREATE TABLE photo_redaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  photo_id uuid NOT NULL REFERENCES sample_photo(id),
  -- Not file_key: no file has this name any more.
  destroyed_key text NOT NULL,
  destroyed_sha256 text NOT NULL,
  destroyed_bytes integer NOT NULL,
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE INDEX photo_redaction_photo ON photo_redaction (photo_id);
CREATE TRIGGER photo_redaction_stays BEFORE UPDATE OR DELETE ON photo_redaction
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

ALTER TABLE sample_photo ADD COLUMN remove_reason text;

-- Another file takes the place of a photo only where it is written down which one was destroyed.
CREATE FUNCTION photo_keeps_its_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.request_id, NEW.taken_at, NEW.taken_by) IS DISTINCT FROM (OLD.id, OLD.request_id, OLD.taken_at, OLD.taken_by)
    OR ((NEW.file_key, NEW.sha256, NEW.size_bytes) IS DISTINCT FROM (OLD.file_key, OLD.sha256, OLD.size_bytes)
      AND NOT EXISTS (SELECT FROM photo_redaction
        WHERE photo_id = OLD.id AND destroyed_key = OLD.file_key AND destroyed_sha256 = OLD.sha256))
  THEN
    RAISE EXCEPTION 'a photo keeps its file' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sample_photo_keeps_its_file BEFORE UPDATE ON sample_photo
  FOR EACH ROW EXECUTE FUNCTION photo_keeps_its_file();
