import type { Tx } from '../../../platform/postgres/database.ts';
import { listStatedWords, type StatedWords } from '../../orders/orders.service.ts';
import type { MakersContext } from '../makers.service.ts';
import { followNamesChange, MOST_AT_ONCE } from '../makers.transitions.ts';
import { findAlias, findRecord, giveAlias, lockNames } from '../records.store.ts';
import { type Resolved, requestsOfChange, resolve } from '../subjects.queries.ts';
import { listRequestsOfBatches, listRequestsOfCompounds, saveWords } from '../subjects.store.ts';
import { addRecord, showAlias, showCompound } from './add-records.ts';

/** Records that got an address or a spelling. */
type Named = { makerIds: Set<string>; batchIds: Set<string>; compounds: Set<string> };

/**
 * Stores the names that customers wrote. Names of public, completed requests get a record and an address; an unknown
 * name becomes a record that nobody has confirmed. All requests with these names are updated.
 */
export async function nameSubjects(ctx: MakersContext, tx: Tx, requestIds: string[]): Promise<void> {
  const rows = await resolve(ctx, tx, requestIds);
  await keepWords(tx, rows);
  const lacking = rows.filter(isLacking).map(({ written }) => written.id);
  if (lacking.length === 0) return;
  await lockNames(tx);
  const named: Named = { makerIds: new Set(), batchIds: new Set(), compounds: new Set() };
  for (const requestId of lacking) {
    // Read again, because the loop may have made records for this request.
    const [row] = await resolve(ctx, tx, [requestId]);
    if (row && isLacking(row)) await nameOne(ctx, tx, row, named);
  }
  const ofBatches = await listRequestsOfBatches(tx, [...named.batchIds]);
  const ofCompounds = await listRequestsOfCompounds(tx, [...named.compounds]);
  await followNamesChange(ctx, tx, {
    requestIds: [...new Set([...lacking, ...ofBatches, ...ofCompounds])],
    makerIds: [...named.makerIds],
  });
}

/** Stores names and choices. The caller must have locked all names. */
export async function keepWords(tx: Tx, rows: Resolved[]): Promise<void> {
  const kept = rows.map(({ written, words }) => ({
    id: written.id,
    isShown: isShown(written),
    maker: words.maker || null,
    batch: words.batch || null,
    compound: words.compound || null,
  }));
  await saveWords(tx, kept);
}

/** Whether a request is public and completed. */
export const isShown = ({ status, visibility }: StatedWords): boolean =>
  status === 'complete' && visibility === 'public';

/** Whether a request is public and paid. */
const isListed = ({ status, visibility }: StatedWords): boolean =>
  visibility === 'public' && ['paid', 'awaiting_sample', 'received', 'complete'].includes(status);

function isLacking({
  written,
  words,
  compound,
  maker,
  spelledMaker,
  batch,
  spelledBatch,
}: Resolved): boolean {
  if (!isShown(written)) return false;
  if (words.compound !== '' && !(compound?.slug && compound.is_public)) return true;
  if (!maker) return words.maker !== '';
  const makerLacks = !maker.slug || (spelledMaker?.id === maker.id && !spelledMaker.is_public);
  if (!batch) return makerLacks || words.batch !== '';
  return makerLacks || !batch.slug || (spelledBatch?.id === batch.id && !spelledBatch.is_public);
}

async function nameOne(ctx: MakersContext, tx: Tx, row: Resolved, named: Named): Promise<void> {
  const { written, words } = row;
  const spelled = { folded: words.compound, as: written.compoundName ?? '' };
  if (words.compound && (await showCompound(ctx, tx, spelled))) named.compounds.add(words.compound);
  await nameMaker(ctx, tx, row, named);
  const [again] = await resolve(ctx, tx, [written.id]);
  if (again) await nameBatch(ctx, tx, again, named);
}

async function nameMaker(
  ctx: MakersContext,
  tx: Tx,
  { written, words, maker, spelledMaker }: Resolved,
  { makerIds }: Named,
): Promise<void> {
  if (!maker) {
    if (!words.maker) return;
    const given = { name: written.manufacturer ?? '', folded: words.maker };
    makerIds.add((await addRecord(ctx, tx, given)).id);
    await showAlias(ctx, tx, null, { folded: words.maker });
    return;
  }
  if (spelledMaker?.id === maker.id) {
    // The test is public, so the customer's spelling is public too.
    const as = words.maker === maker.folded ? undefined : (written.manufacturer ?? undefined);
    if (await showAlias(ctx, tx, null, { folded: words.maker, as })) makerIds.add(maker.id);
  }
  if (maker.slug) return;
  // From now on, the spelling means this maker.
  const known = await findAlias(tx, null, maker.folded);
  const holder = known && (await findRecord(tx, known.recordId));
  if (holder && holder.id !== maker.id && holder.folded !== maker.folded) {
    await giveAlias(tx, known.id, maker.id);
    makerIds.add(holder.id);
  }
  await showAlias(ctx, tx, null, { folded: maker.folded });
  makerIds.add(maker.id);
}

async function nameBatch(
  ctx: MakersContext,
  tx: Tx,
  { written, choice, words, maker, spelledMaker, batch, spelledBatch }: Resolved,
  named: Named,
): Promise<void> {
  if (!maker) return;
  if (!batch) {
    if (!words.batch) return;
    // The batch code stays with the maker for which it was written, so that it goes back if a merge is undone.
    const makerId = (choice?.maker_id ?? null) === null ? (spelledMaker ?? maker).home_id : maker.id;
    const given = { name: written.batchCode ?? '', folded: words.batch };
    named.batchIds.add((await addRecord(ctx, tx, given, makerId)).id);
    await showAlias(ctx, tx, maker.id, { folded: words.batch });
    return;
  }
  if (spelledBatch?.id === batch.id) {
    const as = words.batch === batch.folded ? undefined : (written.batchCode ?? undefined);
    await showAlias(ctx, tx, maker.id, { folded: words.batch, as });
  }
  if (batch.slug) return;
  await showAlias(ctx, tx, maker.id, { folded: batch.folded });
  named.batchIds.add(batch.id);
}

/** Makes records for names that lost theirs by a change. If there are many, jobs do it. */
export async function nameChangedMakers(ctx: MakersContext, tx: Tx, makerIds: string[]): Promise<void> {
  const requestIds = await requestsOfChange(ctx, tx, { requestIds: [], makerIds });
  if (requestIds.length <= MOST_AT_ONCE) await nameSubjects(ctx, tx, requestIds);
}

/** Makes records for the names of public, paid orders. */
export async function nameRequests(ctx: MakersContext, tx: Tx, requestIds: string[]): Promise<void> {
  const stated = await listStatedWords(ctx.orders, tx, requestIds);
  const keepable = stated.filter(isListed).map(({ id }) => id);
  if (keepable.length === 0) return;
  // Locks first, because an admin may be removing one of these names at the same time.
  await lockNames(tx);
  await nameSubjects(ctx, tx, keepable);
}

/** Tells other modules that the names of requests changed. */
export function tellRequests(ctx: MakersContext, requestIds: string[]): Promise<void> {
  return ctx.platform.bulkDb.transaction(async (tx) => {
    // Locks first. A publication at the same time writes its own state.
    await lockNames(tx);
    await nameSubjects(ctx, tx, requestIds);
    await ctx.afterNamesChange(tx, { requestIds, makerIds: [] });
  });
}
