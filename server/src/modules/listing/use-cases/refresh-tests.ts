import type { Tx } from '../../../platform/database.ts';
import type { SubjectChange } from '../../makers/makers.service.ts';
import type { ListingContext } from '../listing.context.ts';
import { presentRow } from '../listing.presenter.ts';
import {
  findSource,
  removeRow,
  requestIdsOfSku,
  type Source,
  saveRow,
  unsortedRequestIds,
} from '../listing.store.ts';
import { subjectOf } from '../subject.queries.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const BATCH_SIZE = 200;

/** Brings the row of one request up to date, or takes it out of the list. */
export async function refreshTest(
  ctx: ListingContext,
  tx: Tx,
  { requestId }: { requestId: string },
): Promise<void> {
  const source = await findSource(tx, requestId);
  const isChanged = source ? await saveTest(ctx, tx, source) : await removeRow(tx, requestId);
  if (isChanged) await ctx.changed.publish(tx, { requestId });
}

async function saveTest(ctx: ListingContext, tx: Tx, source: Source): Promise<boolean> {
  const { undrawn_revision_id: undrawn } = source;
  const trace = undrawn === null ? null : await ctx.chromatograms.findFull(tx, undrawn);
  return saveRow(tx, presentRow(source, await subjectOf(ctx, tx, source), trace));
}

/** Brings the rows up to date whose compound or maker is another record than before, or is called otherwise. */
export async function refreshNamed(ctx: ListingContext, tx: Tx, change: SubjectChange): Promise<void> {
  for (const requestId of await ctx.makers.requestsOfChange(tx, change)) {
    await refreshTest(ctx, tx, { requestId });
  }
}

/** Brings the rows of a SKU up to date, a few hundred a transaction. */
export async function refreshTestsOfSku(ctx: ListingContext, skuId: string): Promise<void> {
  await refreshBatches(ctx, (after) => requestIdsOfSku(ctx.platform.db.pool, skuId, after, BATCH_SIZE));
}

/** Sorts in what the release before has written, which knew no kinds of tests: nothing else waits for it. */
export async function sortInTests(ctx: ListingContext): Promise<void> {
  await refreshBatches(ctx, (after) => unsortedRequestIds(ctx.platform.db.pool, after, BATCH_SIZE));
}

async function refreshBatches(
  ctx: ListingContext,
  next: (after: string) => Promise<string[]>,
): Promise<void> {
  let after = FIRST_ID;
  for (let ids = await next(after); ids.length > 0; ids = await next(after)) {
    await ctx.platform.db.transaction(async (tx) => {
      for (const requestId of ids) await refreshTest(ctx, tx, { requestId });
    });
    after = ids.at(-1) ?? after;
  }
}
