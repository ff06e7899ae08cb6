import type { Tx } from '../../../platform/database.ts';
import type { ChromatogramsContext } from '../chromatograms.context.ts';
import { copyTrace } from '../chromatograms.store.ts';

/** Gives the revision `to` the chromatogram of the revision `from`; the stored file is shared. */
export function inheritChromatogram(
  _ctx: ChromatogramsContext,
  tx: Tx,
  from: string,
  to: string,
): Promise<void> {
  return copyTrace(tx, from, to);
}
