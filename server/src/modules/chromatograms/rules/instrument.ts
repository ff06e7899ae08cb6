import type { InstrumentTable } from '@vialproof/science/chromatography/file-reading';

/** The instrument's own peaks, if they can be restored: their baselines belong to the signal with the blank. */
export function instrumentOf<Table extends InstrumentTable>(row: {
  instrument: Table | null;
  isSubtracted: boolean;
}): Table | null {
  return row.isSubtracted ? null : row.instrument;
}
