-- Photos are redacted by boxes that the server blackens; after a publication a second person decides about a proposal.
CREATE TABLE photo_redaction_proposal (
  id uuid PRIMARY KEY,
  photo_id uuid NOT NULL REFERENCES sample_photo(id),
  state text NOT NULL CHECK (state IN ('proposed', 'confirmed', 'refused')),
  boxes jsonb NOT NULL,
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL,
  -- The redacted copy; null once it is the photo's own file, or destroyed.
  file_key text,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  decided_by uuid REFERENCES user_account(id),
  decided_at timestamptz,
  CHECK ((state = 'proposed') = (file_key IS NOT NULL)),
  CHECK ((state = 'proposed') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (decided_by <> by_id)
);
CREATE UNIQUE INDEX photo_redaction_proposal_open ON photo_redaction_proposal (photo_id) WHERE state = 'proposed';
CREATE INDEX photo_redaction_proposal_file ON photo_redaction_proposal (file_key);

CREATE FUNCTION proposal_is_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'proposed'
    OR (NEW.id, NEW.photo_id, NEW.boxes, NEW.reason, NEW.by_id, NEW.at, NEW.sha256, NEW.size_bytes)
      IS DISTINCT FROM (OLD.id, OLD.photo_id, OLD.boxes, OLD.reason, OLD.by_id, OLD.at, OLD.sha256, OLD.size_bytes)
  THEN
    RAISE EXCEPTION 'a proposed redaction is decided once and stays' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER photo_redaction_proposal_rules BEFORE UPDATE ON photo_redaction_proposal
  FOR EACH ROW EXECUTE FUNCTION proposal_is_decided_once();
CREATE TRIGGER photo_redaction_proposal_stays BEFORE DELETE ON photo_redaction_proposal
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

ALTER TABLE photo_redaction
  -- Null for those of before, when a copy was uploaded.
  ADD COLUMN boxes jsonb,
  -- The second person; null where nothing had been published.
  ADD COLUMN confirmed_by uuid REFERENCES user_account(id),
  ADD CHECK (confirmed_by <> by_id);

-- After a publication another file takes the place of a photo only where a second person confirmed it.
CREATE OR REPLACE FUNCTION photo_keeps_its_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.request_id, NEW.taken_at, NEW.taken_by) IS DISTINCT FROM (OLD.id, OLD.request_id, OLD.taken_at, OLD.taken_by)
    OR ((NEW.file_key, NEW.sha256, NEW.size_bytes) IS DISTINCT FROM (OLD.file_key, OLD.sha256, OLD.size_bytes)
      AND NOT EXISTS (SELECT FROM photo_redaction
        WHERE photo_id = OLD.id AND destroyed_key = OLD.file_key AND destroyed_sha256 = OLD.sha256
          AND (confirmed_by IS NOT NULL OR NOT EXISTS (SELECT FROM result_revision
            WHERE request_id = OLD.request_id AND published_at IS NOT NULL))))
  THEN
    RAISE EXCEPTION 'a photo keeps its file' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- The photos that a published revision's certificate names, by their SHA-256. Certificates of before named the printed one.
ALTER TABLE result_revision ADD COLUMN photos jsonb;
UPDATE result_revision SET photos = jsonb_build_array(certificate.result_json::jsonb -> 'photo')
FROM certificate
WHERE certificate.revision_id = result_revision.id AND certificate.result_json::jsonb ? 'photo';
