import type { Tx } from '../../../platform/postgres/database.ts';
import type { WatchesContext } from '../watches.service.ts';
import { moveWatches } from '../watches.store.ts';

/** Takes the watches of a person to their new address: nothing more is sent to the old one. */
export function moveWatchesTo(
  _ctx: WatchesContext,
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> {
  return moveWatches(tx, from, to);
}
