import type { Tx } from '../../../platform/postgres/database.ts';
import { listStatedWords, type StatedWords } from '../../orders/orders.service.ts';
import type { MakersContext } from '../makers.service.ts';
import { findMaker } from '../makers.store.ts';
import { followNamesChange, MOST_AT_ONCE } from '../makers.transitions.ts';
import { findMakerSpelling, lockNames, updateMakerSpelling } from '../names.store.ts';
import { type Resolved, requestsOfChange, resolve } from '../subjects.queries.ts';
import {
  listRequestsOfBatches,
  listRequestsOfCompounds,
  type StatedMaker,
  saveWords,
} from '../subjects.store.ts';
import {
  addBatch,
  addCompound,
  addMaker,
  showBatchSpelling,
  showCompoundSpelling,
  showMakerSpelling,
} from './add-records.ts';

/** What has an address or another spelling now: ids of makers and batches, and folded spellings of compounds. */
type Named = { makerIds: Set<string>; batchIds: Set<string>; compounds: Set<string> };

/**
 * Keeps the words of requests, and sees to it that what a public and complete one names has a record and an address: a
 * spelling that nobody knows becomes an unconfirmed record of its own. Two at once make one record. All requests of what is
 * named so are told of: those that wait or are withheld count where they are named, and a spelling finds all that it is of.
 */
export async function nameSubjects(ctx: MakersContext, tx: Tx, requestIds: string[]): Promise<void> {
  const rows = await resolve(ctx, tx, requestIds);
  await keepWords(tx, rows);
  const lacking = rows.filter(isLacking).map(({ written }) => written.id);
  if (lacking.length === 0) return;
  await lockNames(tx);
  const named: Named = { makerIds: new Set(), batchIds: new Set(), compounds: new Set() };
  for (const requestId of lacking) {
    // Asked again: what the row before it was given counts.
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

/** Callers lock names before they read these rows: a state that was read earlier may be over. */
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

/** Complete and public: its names stand in public answers. */
export const isShown = ({ status, visibility }: StatedWords): boolean =>
  status === 'complete' && visibility === 'public';

/** Public and paid: it stands in lists, under the name that its maker has. */
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
  const { written, words, compound } = row;
  const spelled = { folded: words.compound, as: written.compoundName ?? '' };
  if (words.compound && !compound) await addCompound(ctx, tx, spelled.folded, spelled.as);
  if (words.compound && (!compound || (await showCompoundSpelling(ctx, tx, spelled)))) {
    named.compounds.add(words.compound);
  }
  await nameMaker(ctx, tx, row, named);
  const [again] = await resolve(ctx, tx, [written.id]);
  if (again) await nameBatch(ctx, tx, again, named);
}

async function nameMaker(
  ctx: MakersContext,
  tx: Tx,
  { written, words, maker, spelledMaker }: Resolved,
  named: Named,
): Promise<void> {
  if (!maker) {
    if (!words.maker) return;
    named.makerIds.add(await addMaker(ctx, tx, { name: written.manufacturer ?? '', folded: words.maker }));
    await showMakerSpelling(ctx, tx, { folded: words.maker });
    return;
  }
  if (spelledMaker?.id === maker.id) {
    // The customer's words are public with the test; the name that the desk chose is shown beside them.
    const as = words.maker === maker.folded ? undefined : (written.manufacturer ?? undefined);
    if (await showMakerSpelling(ctx, tx, { folded: words.maker, as })) named.makerIds.add(maker.id);
  }
  if (!maker.slug) await showName(ctx, tx, maker, named);
}

/** The name of a maker that is public for the first time: a spelling of its own, also where it led to another until now. */
async function showName(ctx: MakersContext, tx: Tx, maker: StatedMaker, named: Named): Promise<void> {
  const spelling = await findMakerSpelling(tx, maker.folded);
  const holder = spelling && (await findMaker(tx, spelling.makerId));
  if (holder && holder.currentId !== maker.id && holder.folded !== maker.folded) {
    await updateMakerSpelling(tx, maker.folded, { makerId: maker.id });
    named.makerIds.add(holder.currentId);
  }
  await showMakerSpelling(ctx, tx, { folded: maker.folded });
  named.makerIds.add(maker.id);
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
    // With the maker that wrote it, so that undoing a merge takes it along.
    const makerId = (choice?.maker_id ?? null) === null ? (spelledMaker ?? maker).home_id : maker.id;
    const code = written.batchCode ?? '';
    named.batchIds.add(await addBatch(ctx, tx, { makerId, code, folded: words.batch }));
    await showBatchSpelling(ctx, tx, maker.id, { folded: words.batch });
    return;
  }
  if (spelledBatch?.id === batch.id) {
    const as = words.batch === batch.folded ? undefined : (written.batchCode ?? undefined);
    await showBatchSpelling(ctx, tx, maker.id, { folded: words.batch, as });
  }
  if (batch.slug) return;
  await showBatchSpelling(ctx, tx, maker.id, { folded: batch.folded });
  named.batchIds.add(batch.id);
}

/** Names what a change has left without a record, in its transaction; where that is too many, the jobs that tell of them do it. */
export async function nameChangedMakers(ctx: MakersContext, tx: Tx, makerIds: string[]): Promise<void> {
  const requestIds = await requestsOfChange(ctx, tx, { requestIds: [], makerIds });
  if (requestIds.length <= MOST_AT_ONCE) await nameSubjects(ctx, tx, requestIds);
}

/** Names what orders say as soon as they are public and paid. */
export async function nameRequests(ctx: MakersContext, tx: Tx, requestIds: string[]): Promise<void> {
  const stated = await listStatedWords(ctx.orders, tx, requestIds);
  const keepable = stated.filter(isListed).map(({ id }) => id);
  if (keepable.length === 0) return;
  // Before it is asked what they lack: an admin may be taking away the name by which one of them counts.
  await lockNames(tx);
  await nameSubjects(ctx, tx, keepable);
}
