import type { Tx } from '../../../platform/database.ts';
import { takeTurn } from '../../../platform/late-work.ts';
import type { ListingContext } from '../listing.context.ts';
import { presentRow } from '../listing.presenter.ts';
import {
  findSource,
  listedAmong,
  removeRow,
  requestIdsOfSku,
  type Source,
  saveRow,
  unsortedRequestIds,
} from '../listing.store.ts';
import { subjectOf } from '../subject.queries.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const BATCH_SIZE = 200;

/** Brings the rows of requests up to date, or takes them out of the list. */
export async function refreshTests(ctx: ListingContext, tx: Tx, requestIds: string[]): Promise<void> {
  const listed = await listedAmong(tx, requestIds);
  if (listed.length > 0) await takeTurn(tx);
  for (const requestId of listed) {
    const source = await findSource(tx, requestId);
    const isChanged = source ? await saveTest(ctx, tx, source) : await removeRow(tx, requestId);
    if (isChanged) await ctx.changed.publish(tx, { requestId });
  }
}

async function saveTest(ctx: ListingContext, tx: Tx, source: Source): Promise<boolean> {
  const { undrawn_revision_id: undrawn } = source;
  const trace = undrawn === null ? null : await ctx.chromatograms.findFull(tx, undrawn);
  return saveRow(tx, presentRow(source, await subjectOf(ctx, tx, source), trace));
}

/** Brings the rows of a SKU up to date, a few hundred a transaction. */
export async function refreshTestsOfSku(ctx: ListingContext, skuId: string): Promise<void> {
  await refreshBatches(ctx, (after) => requestIdsOfSku(ctx.platform.db.pool, skuId, after, BATCH_SIZE));
}

/** Sorts in what former releases have written, which knew no kinds of tests, or others: nothing else waits for it. */
export async function sortInTests(ctx: ListingContext): Promise<void> {
  await refreshBatches(ctx, (after) => unsortedRequestIds(ctx.platform.db.pool, after, BATCH_SIZE));
}

async function refreshBatches(
  ctx: ListingContext,
  next: (after: string) => Promise<string[]>,
): Promise<void> {
  let after = FIRST_ID;
  for (let ids = await next(after); ids.length > 0; ids = await next(after)) {
    const some = ids;
    await ctx.platform.db.transaction((tx) => refreshTests(ctx, tx, some));
    after = ids.at(-1) ?? after;
  }
}
