import type { Tx } from '../../../platform/database.ts';
import type { ListingContext } from '../listing.context.ts';
import { presentRow } from '../listing.presenter.ts';
import { findSource, removeRow, requestIdsOfSku, saveRow } from '../listing.store.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const BATCH_SIZE = 200;

/** Brings the row of one request up to date, or takes it out of the list. */
export async function refreshTest(
  ctx: ListingContext,
  tx: Tx,
  { requestId }: { requestId: string },
): Promise<void> {
  const source = await findSource(tx, requestId);
  const isChanged = source ? await saveRow(tx, presentRow(source)) : await removeRow(tx, requestId);
  if (isChanged) await ctx.changed.publish(tx, { requestId });
}

/** Brings the rows of a SKU up to date, a few hundred a transaction. */
export async function refreshTestsOfSku(ctx: ListingContext, skuId: string): Promise<void> {
  const { db } = ctx.platform;
  const next = (after: string) => requestIdsOfSku(db.pool, skuId, after, BATCH_SIZE);
  let after = FIRST_ID;
  for (let ids = await next(after); ids.length > 0; ids = await next(after)) {
    await db.transaction(async (tx) => {
      for (const requestId of ids) await refreshTest(ctx, tx, { requestId });
    });
    after = ids.at(-1) ?? after;
  }
}
