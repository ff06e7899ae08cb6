import type { Tx } from '../../../platform/postgres/database.ts';
import type { WatchesContext } from '../watches.service.ts';
import { moveWatches } from '../watches.store.ts';

/** Moves a person's alerts to the new address. */
export function moveWatchesTo(
  _ctx: WatchesContext,
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> {
  return moveWatches(tx, from, to);
}
