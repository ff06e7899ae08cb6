-- Results: revisions of a result with their drafts, and what the desk keeps of a sample: photos, spectra, handling.

CREATE TABLE result_revision (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  revision integer NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'in_review', 'published', 'superseded', 'retracted')),
  version integer NOT NULL DEFAULT 1,
  title text NOT NULL DEFAULT '',
  summary text NOT NULL DEFAULT '',
  measurements jsonb NOT NULL DEFAULT '[]',
  -- What the bench recorded beside the figures; null where nobody recorded anything.
  record jsonb,
  -- Every run of the sample as it stood at the publication of a revision that reports none of them.
  injections jsonb,
  -- The photos that a published revision's certificate names, by their SHA-256. Certificates of before named the printed one.
  photos jsonb,
  amend_reason text,
  return_comment text,
  retract_reason text,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES user_account(id),
  updated_at timestamptz NOT NULL,
  submitted_at timestamptz,
  submitted_by uuid REFERENCES user_account(id),
  published_at timestamptz,
  published_by uuid REFERENCES user_account(id),
  retracted_at timestamptz,
  retracted_by uuid REFERENCES user_account(id),
  UNIQUE (request_id, revision)
);
CREATE UNIQUE INDEX result_revision_one_open ON result_revision (request_id) WHERE state IN ('draft', 'in_review');
CREATE UNIQUE INDEX result_revision_one_published ON result_revision (request_id) WHERE state = 'published';
CREATE INDEX result_revision_in_review ON result_revision (request_id) WHERE state = 'in_review';

-- Everybody whose hand touched the draft, its trace or an attachment.
CREATE TABLE revision_contributor (
  revision_id uuid NOT NULL REFERENCES result_revision(id),
  user_id uuid NOT NULL REFERENCES user_account(id),
  first_at timestamptz NOT NULL,
  PRIMARY KEY (revision_id, user_id)
);

-- A second person publishes: nobody who touched the draft, and nobody who made a key by which a file of the sample came
-- (imports). What was published never changes.
CREATE FUNCTION publisher_is_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published_by IS NOT NULL AND (OLD.published_by IS DISTINCT FROM NEW.published_by) AND (EXISTS (
    SELECT 1 FROM revision_contributor WHERE revision_id = NEW.id AND user_id = NEW.published_by
  ) OR EXISTS (
    SELECT 1 FROM import_decision d JOIN trace_import t ON t.id = d.import_id
    JOIN laboratory_key k ON k.id = t.key_id
    WHERE d.request_id = NEW.request_id AND k.made_by = NEW.published_by
  )) THEN
    RAISE EXCEPTION 'the publisher of revision % touched it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state IN ('published', 'superseded', 'retracted') AND (
    NEW.title, NEW.summary, NEW.measurements, NEW.published_at, NEW.published_by)
    IS DISTINCT FROM (OLD.title, OLD.summary, OLD.measurements, OLD.published_at, OLD.published_by) THEN
    RAISE EXCEPTION 'revision % is published and never changes', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER result_revision_rules BEFORE UPDATE ON result_revision
  FOR EACH ROW EXECUTE FUNCTION publisher_is_second_person();

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

-- What a draft said after each save.
CREATE TABLE draft_save (
  revision_id uuid NOT NULL REFERENCES result_revision(id),
  version integer NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  measurements jsonb NOT NULL,
  -- As in result_revision.
  record jsonb,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL,
  PRIMARY KEY (revision_id, version)
);
CREATE TRIGGER draft_save_stays BEFORE UPDATE OR DELETE ON draft_save
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- Files that go with a revision.
CREATE TABLE result_attachment (
  id uuid PRIMARY KEY,
  revision_id uuid NOT NULL REFERENCES result_revision(id),
  file_key text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  uploaded_by uuid NOT NULL REFERENCES user_account(id),
  uploaded_at timestamptz NOT NULL
);
CREATE INDEX result_attachment_revision ON result_attachment (revision_id);
-- Of every table with files: the sweep and the doctor ask for each stored file whether a row names it.
CREATE INDEX result_attachment_file ON result_attachment (file_key);
CREATE TRIGGER result_attachment_stays BEFORE UPDATE OR DELETE ON result_attachment
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

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

-- What the bench has to know of a sample (solvent, hazard), in the laboratory's own words: analysts read neither the
-- customer's name nor the notes.
CREATE TABLE sample_handling (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  words text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);

-- Who has taken a sample on. The audit log keeps who had it before.
CREATE TABLE sample_assignee (
  request_id uuid PRIMARY KEY REFERENCES test_request(id),
  user_id uuid NOT NULL REFERENCES user_account(id),
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE INDEX sample_assignee_user ON sample_assignee (user_id);

-- Photos of the vial: re-encoded, nothing of the camera's in them. A photo that showed another vial is taken out of sight, and
-- stays.
CREATE TABLE sample_photo (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  file_key text NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  taken_at timestamptz NOT NULL,
  taken_by uuid NOT NULL REFERENCES user_account(id),
  -- Set with the refusal of the sample that it shows: such a photo is never published.
  refused_at timestamptz,
  removed_at timestamptz,
  removed_by uuid REFERENCES user_account(id),
  remove_reason text
);
CREATE UNIQUE INDEX sample_photo_once ON sample_photo (request_id, sha256) WHERE removed_at IS NULL;
CREATE INDEX sample_photo_file ON sample_photo (file_key);
CREATE TRIGGER sample_photo_stays BEFORE DELETE ON sample_photo
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- A photo that showed an address or a face: its bytes are destroyed, and what they were stays with who decided it and why.
CREATE TABLE photo_redaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  photo_id uuid NOT NULL REFERENCES sample_photo(id),
  -- Not file_key: no file has this name any more.
  destroyed_key text NOT NULL,
  destroyed_sha256 text NOT NULL,
  destroyed_bytes integer NOT NULL,
  -- What the server blackened. Null for redactions of before, when a copy was uploaded.
  boxes jsonb,
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  -- The second person; null where nothing had been published.
  confirmed_by uuid REFERENCES user_account(id),
  at timestamptz NOT NULL,
  CHECK (confirmed_by <> by_id)
);
CREATE INDEX photo_redaction_photo ON photo_redaction (photo_id);
CREATE TRIGGER photo_redaction_stays BEFORE UPDATE OR DELETE ON photo_redaction
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- Another file takes the place of a photo only where it is written down which one was destroyed, and after a publication only
-- where a second person confirmed it.
CREATE FUNCTION photo_keeps_its_file() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER sample_photo_keeps_its_file BEFORE UPDATE ON sample_photo
  FOR EACH ROW EXECUTE FUNCTION photo_keeps_its_file();

-- After a publication a redaction is proposed, and a second person decides about it.
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
