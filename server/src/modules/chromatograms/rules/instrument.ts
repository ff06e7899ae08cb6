import type { InstrumentTable } from '@vialproof/science/chromatography/file-reading';

/**
 * The instrument's own peaks, if they can be used again. They cannot while a blank is subtracted: the instrument drew
 * their baselines on the signal before that.
 */
export function instrumentOf<Table extends InstrumentTable>(row: {
  instrument: Table | null;
  isSubtracted: boolean;
}): Table | null {
  return row.isSubtracted ? null : row.instrument;
}
