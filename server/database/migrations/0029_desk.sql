-- What a purity is reported in spite of, and runs of the solvent alone that are subtracted from traces.

-- One run of the solvent, as the file that was uploaded; its key is 'raw/' and the SHA-256. It belongs to no sample.
CREATE TABLE blank (
  id uuid PRIMARY KEY,
  file_key text NOT NULL,
  file_name text NOT NULL,
  sha256 text NOT NULL UNIQUE,
  size_bytes integer NOT NULL,
  format text NOT NULL,
  -- What the file says of itself, as in injection.
  acquisition jsonb NOT NULL DEFAULT '{}',
  wavelength_nm integer,
  signal_unit text NOT NULL,
  -- As in chromatogram.
  trace bytea NOT NULL,
  uploaded_by uuid NOT NULL REFERENCES user_account(id),
  uploaded_at timestamptz NOT NULL
);
CREATE INDEX blank_file ON blank (file_key);
CREATE TRIGGER blank_stays BEFORE UPDATE OR DELETE ON blank
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

ALTER TABLE chromatogram
  -- Why a purity is reported although something speaks against it: codes, reason, by, at.
  ADD COLUMN explained jsonb,
  ADD COLUMN blank_id uuid REFERENCES blank(id),
  -- The points as the file has them, while `trace` is without the blank's signal; else null.
  ADD COLUMN raw_trace bytea,
  -- Who switched the subtraction last.
  ADD COLUMN blank_by uuid REFERENCES user_account(id),
  ADD COLUMN blank_at timestamptz,
  ADD CONSTRAINT chromatogram_subtracts_a_blank CHECK (raw_trace IS NULL OR blank_id IS NOT NULL),
  -- Detectors of charge, current and scattered light have units of their own.
  DROP CONSTRAINT chromatogram_signal_unit_check,
  ADD CONSTRAINT chromatogram_signal_unit_check CHECK (length(signal_unit) BETWEEN 1 AND 12);
