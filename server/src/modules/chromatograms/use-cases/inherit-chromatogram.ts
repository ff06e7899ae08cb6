import type { Tx } from '../../../platform/postgres/database.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import { copyTrace } from '../chromatograms.store.ts';
import { copyReasons } from '../injections.store.ts';

/** Copies the chromatogram to another revision, with the reasons why injections are not used. */
export async function inheritChromatogram(
  _ctx: ChromatogramsContext,
  tx: Tx,
  from: string,
  to: string,
): Promise<void> {
  await copyTrace(tx, from, to);
  await copyReasons(tx, from, to);
}
