-- Raw data is kept for ever: every trace that could be read, every save of a draft, every photo and attachment.

-- One run of the instrument, as the file that was uploaded; its key is 'raw/' and the SHA-256.
CREATE TABLE injection (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES test_request(id),
  file_key text NOT NULL,
  file_name text NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  format text NOT NULL,
  -- What the file says of itself: sample, time, instrument, method, operator. Empty where it says nothing.
  acquisition jsonb NOT NULL DEFAULT '{}',
  warnings jsonb NOT NULL DEFAULT '[]',
  -- The signs of the noise on an even grid of times, and where there is nothing else than noise (rules/noise-print).
  noise bit(512),
  noise_only bit(512),
  uploaded_by uuid NOT NULL REFERENCES user_account(id),
  uploaded_at timestamptz NOT NULL,
  -- Of a trace that is older than this table: files that it replaced were not kept before this moment.
  history_since timestamptz,
  -- In the order of the uploads.
  place bigint GENERATED ALWAYS AS IDENTITY,
  UNIQUE (request_id, sha256)
);
CREATE INDEX injection_sha256 ON injection (sha256);
CREATE INDEX injection_file ON injection (file_key);

-- Why an injection is not the one that a revision reports; the newest row says it.
CREATE TABLE unused_injection (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  injection_id uuid NOT NULL REFERENCES injection(id),
  revision_id uuid NOT NULL REFERENCES result_revision(id),
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE INDEX unused_injection_revision ON unused_injection (revision_id);

-- A reviewer's word that an injection counts although it seems to be of before the receipt, or of another sample.
CREATE TABLE injection_allowance (
  injection_id uuid NOT NULL REFERENCES injection(id),
  what text NOT NULL CHECK (what IN ('before_receipt', 'other_sample')),
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL,
  PRIMARY KEY (injection_id, what)
);

-- What a draft said after each save.
CREATE TABLE draft_save (
  revision_id uuid NOT NULL REFERENCES result_revision(id),
  version integer NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  measurements jsonb NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL,
  PRIMARY KEY (revision_id, version)
);

INSERT INTO injection (id, request_id, file_key, file_name, sha256, size_bytes, format, uploaded_by, uploaded_at, history_since)
SELECT DISTINCT ON (request_id, sha256) gen_random_uuid(), request_id, file_key, file_name, sha256, size_bytes, format,
  uploaded_by, uploaded_at, now()
FROM chromatogram JOIN result_revision ON result_revision.id = revision_id
ORDER BY request_id, sha256, uploaded_at;

CREATE TRIGGER injection_stays BEFORE UPDATE OR DELETE ON injection
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER unused_injection_stays BEFORE UPDATE OR DELETE ON unused_injection
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER injection_allowance_stays BEFORE UPDATE OR DELETE ON injection_allowance
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER draft_save_stays BEFORE UPDATE OR DELETE ON draft_save
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER result_attachment_stays BEFORE UPDATE OR DELETE ON result_attachment
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- A photo that showed another vial is taken out of sight, and stays.
ALTER TABLE sample_photo
  ADD COLUMN removed_at timestamptz,
  ADD COLUMN removed_by uuid REFERENCES user_account(id),
  DROP CONSTRAINT sample_photo_request_id_sha256_key;
CREATE UNIQUE INDEX sample_photo_once ON sample_photo (request_id, sha256) WHERE removed_at IS NULL;
CREATE TRIGGER sample_photo_stays BEFORE DELETE ON sample_photo
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- Why a person's limits are not the proposed ones.
ALTER TABLE chromatogram
  ADD COLUMN reason text,
  -- What is worth a look about the file, with a code; the column beside it has what older releases wrote, as words alone.
  ADD COLUMN file_warnings jsonb NOT NULL DEFAULT '[]',
  -- The peaks that the instrument's software found, as its export says them.
  ADD COLUMN vendor_peaks jsonb,
  -- What the integration noticed of its own failure.
  ADD COLUMN noticed jsonb NOT NULL DEFAULT '[]',
  -- The purity of the proposed peaks, %, to stand beside a person's.
  ADD COLUMN proposed_purity double precision,
  -- Every run of the sample as it stood at the publication.
  ADD COLUMN injections jsonb,
  -- Of a trace that is older than this table: what it replaced was not kept before this moment.
  ADD COLUMN history_since timestamptz DEFAULT now(),
  DROP CONSTRAINT chromatogram_format_check,
  DROP CONSTRAINT chromatogram_baseline_check;
ALTER TABLE chromatogram ALTER COLUMN history_since DROP DEFAULT;
