-- A detector's voltage is kept as such: it is no absorbance.
ALTER TABLE chromatogram DROP CONSTRAINT chromatogram_signal_unit_check;
ALTER TABLE chromatogram
  ADD CONSTRAINT chromatogram_signal_unit_check CHECK (signal_unit IN ('mAU', 'mV', 'counts'));
