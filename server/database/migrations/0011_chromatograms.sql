-- Chromatograms whose limits people set, from files of several formats.

-- All times (min), then all signals, as float8 in network order: arrays of 200,000 numbers hold the server up while
-- they are read from text. The arrays of older rows stay beside it.
ALTER TABLE chromatogram
  ADD COLUMN trace bytea,
  ADD COLUMN signal_unit text NOT NULL DEFAULT 'mAU' CHECK (signal_unit IN ('mAU', 'counts')),
  ADD COLUMN format text NOT NULL DEFAULT 'csv' CHECK (format IN ('csv', 'netcdf', 'mzml')),
  ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]',
  -- How the areas came about.
  ADD COLUMN baseline text NOT NULL DEFAULT 'rolling_ball'
    CHECK (baseline IN ('rolling_ball', 'straight', 'instrument')),
  ADD COLUMN limits_by text NOT NULL DEFAULT 'proposal' CHECK (limits_by IN ('proposal', 'instrument', 'person')),
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD COLUMN changed_by uuid REFERENCES user_account(id),
  ADD COLUMN changed_at timestamptz,
  -- To go back to: our own proposal, and the instrument's table with its baselines.
  ADD COLUMN proposal jsonb,
  ADD COLUMN instrument jsonb;

UPDATE chromatogram SET trace =
  coalesce((SELECT string_agg(float8send(value), '' ORDER BY place)
            FROM unnest(minutes) WITH ORDINALITY AS at (value, place)), '')
  || coalesce((SELECT string_agg(float8send(value), '' ORDER BY place)
               FROM unnest(signal_mau) WITH ORDINALITY AS at (value, place)), '');

ALTER TABLE chromatogram
  ALTER COLUMN trace SET NOT NULL,
  ALTER COLUMN minutes DROP NOT NULL,
  ALTER COLUMN signal_mau DROP NOT NULL,
  ADD CONSTRAINT chromatogram_trace_is_whole CHECK (length(trace) % 16 = 0);
