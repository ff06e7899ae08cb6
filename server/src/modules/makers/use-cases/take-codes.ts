import type { Tx } from '../../../platform/postgres/database.ts';
import type { MakersContext } from '../makers.service.ts';
import { listLeftCodes } from '../subjects.store.ts';
import { addBatch, showBatchSpelling } from './add-records.ts';

/** Gives a maker that was parted from another the batches that its public tests were of there, at the addresses that they had. */
export async function takeCodes(
  ctx: MakersContext,
  tx: Tx,
  parted: { makerId: string; formerId: string },
): Promise<void> {
  for (const { home_id, folded, spelling, slug } of await listLeftCodes(tx, parted)) {
    await addBatch(ctx, tx, { makerId: home_id, code: spelling, folded });
    await showBatchSpelling(ctx, tx, parted.makerId, { folded, wanted: slug });
  }
}
