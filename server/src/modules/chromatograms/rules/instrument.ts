import type { InstrumentTable } from '@vialproof/science/chromatography/file-reading';

/** The instrument's own peaks, where they can be gone back to: it drew their baselines under the signal with the blank in it. */
export function instrumentOf<Table extends InstrumentTable>(row: {
  instrument: Table | null;
  isSubtracted: boolean;
}): Table | null {
  return row.isSubtracted ? null : row.instrument;
}
