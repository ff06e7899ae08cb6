-- Chromatograms: the runs of a sample, kept for ever, and what a revision reports of one of them.

-- One run of the solvent, as the file that was uploaded; its key is 'raw/' and the SHA-256. It belongs to no sample: its signal
-- is subtracted from traces.
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

-- The trace that a revision reports, with its peaks and how they came about.
CREATE TABLE chromatogram (
  id uuid PRIMARY KEY,
  revision_id uuid NOT NULL UNIQUE REFERENCES result_revision(id),
  file_key text NOT NULL,
  file_name text NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  format text NOT NULL DEFAULT 'csv',
  -- Which of its file's channels a trace is, in the file's words, and all that can be read; empty where there is one. Null and
  -- empty where that was not kept.
  channel text,
  channels jsonb NOT NULL DEFAULT '[]',
  -- How the numbers of a file are read that can be read in two ways: marks between thousands, or before decimals.
  thousands text CHECK (thousands IN ('groups', 'decimals')),
  wavelength_nm integer,
  -- A detector's voltage is kept as such, it is no absorbance; detectors of charge, current and scattered light have units of
  -- their own.
  signal_unit text NOT NULL DEFAULT 'mAU' CHECK (length(signal_unit) BETWEEN 1 AND 12),
  -- All times (min), then all signals, as float8 in network order: arrays of 200,000 numbers hold the server up while
  -- they are read from text. The arrays of older rows stay beside it.
  trace bytea NOT NULL,
  minutes double precision[],
  signal_mau double precision[],
  peaks jsonb NOT NULL,
  main_peak integer,
  -- Peaks of a trace that its purity does not count, each with why. Null where that was not kept.
  uncounted jsonb,
  purity_percent double precision,
  method jsonb NOT NULL,
  -- How the areas came about.
  baseline text NOT NULL DEFAULT 'rolling_ball',
  limits_by text NOT NULL DEFAULT 'proposal' CHECK (limits_by IN ('proposal', 'instrument', 'person')),
  -- Why a person's limits are not the proposed ones.
  reason text,
  -- To go back to: our own proposal, and the instrument's table with its baselines.
  proposal jsonb,
  instrument jsonb,
  -- The purity of the proposed peaks, %, to stand beside a person's.
  proposed_purity double precision,
  -- The peaks that the instrument's software found, as its export says them.
  vendor_peaks jsonb,
  -- What is worth a look about the file, with a code; `warnings` has what older releases wrote, as words alone.
  file_warnings jsonb NOT NULL DEFAULT '[]',
  warnings jsonb NOT NULL DEFAULT '[]',
  -- What the integration noticed of its own failure.
  noticed jsonb NOT NULL DEFAULT '[]',
  -- Why a purity is reported although something speaks against it: codes, reason, by, at.
  explained jsonb,
  blank_id uuid REFERENCES blank(id),
  -- The points as the file has them, while `trace` is without the blank's signal; else null.
  raw_trace bytea,
  -- Who switched the subtraction last.
  blank_by uuid REFERENCES user_account(id),
  blank_at timestamptz,
  -- The injections that a result reports beside the one that is drawn, each with its purity by the same method.
  replicates jsonb,
  -- Every run of the sample as it stood at the publication.
  injections jsonb,
  -- Sample name and time of the reported injection as they stood at the publication; null for results of before.
  run jsonb,
  version integer NOT NULL DEFAULT 0,
  changed_by uuid REFERENCES user_account(id),
  changed_at timestamptz,
  -- Of a trace that is older than injections: what it replaced was not kept before this moment.
  history_since timestamptz,
  uploaded_by uuid NOT NULL REFERENCES user_account(id),
  uploaded_at timestamptz NOT NULL,
  CONSTRAINT chromatogram_trace_is_whole CHECK (length(trace) % 16 = 0),
  CONSTRAINT chromatogram_subtracts_a_blank CHECK (raw_trace IS NULL OR blank_id IS NOT NULL)
);
CREATE INDEX chromatogram_file ON chromatogram (file_key);

-- What a draft reported of its trace, after each change: the history shows a draft as it was at any moment.
CREATE TABLE chromatogram_state (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  revision_id uuid NOT NULL REFERENCES result_revision(id),
  -- The file's name and hash, peaks, purity and how they came about; null while there is no trace.
  state jsonb,
  at timestamptz NOT NULL
);
CREATE INDEX chromatogram_state_revision ON chromatogram_state (revision_id, id);
CREATE TRIGGER chromatogram_state_stays BEFORE UPDATE OR DELETE ON chromatogram_state
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

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
CREATE TRIGGER injection_stays BEFORE UPDATE OR DELETE ON injection
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- What altered copies of an injection's signal are looked for by (rules/noise-print); injections of before have none.
CREATE TABLE signal_print (
  injection_id uuid PRIMARY KEY REFERENCES injection(id),
  -- Which of the file's channels was read; null where it names none.
  channel text,
  -- Of the highest peak: the width at half of its height, and its height.
  width_min double precision NOT NULL,
  height_mau double precision NOT NULL,
  -- The signs of the noise in equal stretches about that peak, and where there is nothing else than noise.
  noise bit(2048) NOT NULL,
  noise_only bit(2048) NOT NULL
);
CREATE INDEX signal_print_width ON signal_print (width_min);
CREATE TRIGGER signal_print_stays BEFORE UPDATE OR DELETE ON signal_print
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- How a person reads the numbers of an injection's file, as in chromatogram; the newest row says it.
CREATE TABLE injection_reading (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  injection_id uuid NOT NULL REFERENCES injection(id),
  thousands text NOT NULL CHECK (thousands IN ('groups', 'decimals')),
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE INDEX injection_reading_injection ON injection_reading (injection_id);
CREATE TRIGGER injection_reading_stays BEFORE UPDATE OR DELETE ON injection_reading
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

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
CREATE TRIGGER unused_injection_stays BEFORE UPDATE OR DELETE ON unused_injection
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- A time of injection that the desk typed for a file that has none that can be read, or why nobody knows it; both empty takes
-- it back. The newest row of an injection counts.
CREATE TABLE injection_time (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  injection_id uuid NOT NULL REFERENCES injection(id),
  -- As it was typed, ISO 8601; local where it has no zone.
  injected_at text,
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL,
  CHECK (injected_at IS NULL OR reason = '')
);
CREATE INDEX injection_time_injection ON injection_time (injection_id);
CREATE TRIGGER injection_time_stays BEFORE UPDATE OR DELETE ON injection_time
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- A reviewer's word that an injection counts although it seems to be of before the receipt, dated in the future, of another
-- sample, or without the task's number in its sample name. A word about a typed time holds for that time: about another one a
-- reviewer is asked again.
CREATE TABLE injection_allowance (
  injection_id uuid NOT NULL REFERENCES injection(id),
  what text NOT NULL CHECK (what IN ('before_receipt', 'in_future', 'other_sample', 'unnamed_sample')),
  reason text NOT NULL,
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL,
  PRIMARY KEY (injection_id, what, at)
);
CREATE TRIGGER injection_allowance_stays BEFORE UPDATE OR DELETE ON injection_allowance
  FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- Raw files that everybody may have. A reviewer releases one first: operator names and paths in it are seen.
CREATE TABLE injection_release (
  injection_id uuid PRIMARY KEY REFERENCES injection(id),
  by_id uuid NOT NULL REFERENCES user_account(id),
  at timestamptz NOT NULL
);
CREATE TRIGGER injection_release_stays BEFORE UPDATE OR DELETE ON injection_release
  FOR EACH ROW EXECUTE FUNCTION is_append_only();
