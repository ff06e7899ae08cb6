import type { InstrumentTable } from '@vialproof/science/chromatography/file-reading';

/**
 * The peaks that the instrument found. They cannot be used while a blank is subtracted, because they belong to the
 * original signal.
 */
export function instrumentOf<Table extends InstrumentTable>(row: {
  instrument: Table | null;
  isSubtracted: boolean;
}): Table | null {
  return row.isSubtracted ? null : row.instrument;
}
