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

-- Nothing changes once it is handed in: what stands now stood since then. Of a draft only this moment is known.
INSERT INTO chromatogram_state (revision_id, state, at)
SELECT r.id, CASE WHEN c.id IS NOT NULL THEN jsonb_build_object(
    'version', c.version, 'file_name', c.file_name, 'sha256', c.sha256, 'wavelength_nm', c.wavelength_nm,
    'signal_unit', c.signal_unit, 'peaks', c.peaks, 'main_peak', c.main_peak, 'purity_percent', c.purity_percent,
    'baseline', c.baseline, 'limits_by', c.limits_by, 'reason', c.reason,
    'subtracted_blank', CASE WHEN c.raw_trace IS NOT NULL THEN (SELECT sha256 FROM blank WHERE blank.id = c.blank_id) END
  ) END,
  coalesce(CASE WHEN r.state <> 'draft' THEN r.submitted_at END, now())
FROM result_revision r LEFT JOIN chromatogram c ON c.revision_id = r.id;

INSERT INTO draft_save (revision_id, version, title, summary, measurements, by_id, at)
SELECT id, version, title, summary, measurements, coalesce(submitted_by, created_by),
  coalesce(CASE WHEN state <> 'draft' THEN submitted_at END, now())
FROM result_revision ON CONFLICT DO NOTHING;
