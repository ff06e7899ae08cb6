import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../platform/database.ts';
import { takeTurn } from '../../../platform/late-work.ts';
import type { MakersContext } from '../makers.context.ts';
import { MOST_AT_ONCE, publishChange } from '../makers.transitions.ts';
import { freeSlug, lettersOf, slugOf } from '../names.rules.ts';
import {
  findBatchSpelling,
  findCompoundByLetters,
  findMakerSpelling,
  insertBatch,
  insertBatchSpelling,
  insertCompoundSpelling,
  insertMaker,
  insertMakerSpelling,
  takenBatchSlugs,
  takenCompoundSlugs,
  takenMakerSlugs,
  updateBatchSpelling,
  updateMakerSpelling,
} from '../names.store.ts';
import { type Resolved, requestsOfChange, resolve } from '../subjects.queries.ts';
import { keepableAmong, listUnkept, saveWords } from '../subjects.store.ts';

/**
 * Keeps the words of requests, and sees to it that what a public and complete one names has a record and an address: a
 * spelling that nobody knows becomes an unconfirmed record of its own. Two at once make one record.
 */
export async function nameSubjects(ctx: MakersContext, tx: Tx, requestIds: string[]): Promise<void> {
  const rows = await resolve(tx, requestIds);
  await keepWords(tx, rows);
  const lacking = rows.filter(isLacking).map(({ written }) => written.id);
  if (lacking.length === 0) return;
  await takeTurn(tx);
  const makerIds = new Set<string>();
  for (const requestId of lacking) {
    // Asked again: what the row before it was given counts.
    const [row] = await resolve(tx, [requestId]);
    if (!row || !isLacking(row)) continue;
    const makerId = await nameOne(ctx, tx, row);
    if (makerId) makerIds.add(makerId);
  }
  await publishChange(ctx, tx, { requestIds: lacking, makerIds: [...makerIds] });
}

export async function keepWords(tx: Tx, rows: Resolved[]): Promise<void> {
  const kept = rows.map(({ written: { id }, words }) => ({
    id,
    maker: words.maker || null,
    batch: words.batch || null,
    compound: words.compound || null,
  }));
  await saveWords(tx, kept);
}

function isLacking({ written, words, compound, maker, spelledMaker, batch }: Resolved): boolean {
  if (!written.is_shown) return false;
  const namesMaker = written.maker_id !== null || words.maker !== '';
  const namesBatch = namesMaker && (written.batch_id !== null || words.batch !== '');
  const isSpelled = spelledMaker !== undefined && spelledMaker.id === maker?.id;
  return (
    (words.compound !== '' && !compound?.slug) ||
    (namesMaker && !maker?.slug) ||
    (namesBatch && !batch?.slug) ||
    (isSpelled && !spelledMaker.is_public)
  );
}

/** Answers the maker that is public for the first time. */
async function nameOne(ctx: MakersContext, tx: Tx, row: Resolved): Promise<string | undefined> {
  const { written, words, compound } = row;
  if (words.compound && !compound) await addCompound(ctx, tx, words.compound, written.compound_name ?? '');
  const makerId = await nameMaker(ctx, tx, row);
  const [named] = await resolve(tx, [written.id]);
  if (named?.maker) await nameBatch(ctx, tx, named);
  return makerId;
}

async function addCompound(ctx: MakersContext, tx: Tx, folded: string, spelling: string): Promise<void> {
  const letters = lettersOf(folded);
  const slug = slugOf(folded);
  await insertCompoundSpelling(tx, {
    folded,
    spelling,
    slug: freeSlug(slug, await takenCompoundSlugs(tx, slug)),
    letters,
    compound: (await findCompoundByLetters(tx, letters)) ?? spelling,
    kind: 'customer',
    createdAt: ctx.platform.clock.now(),
  });
}

async function nameMaker(
  ctx: MakersContext,
  tx: Tx,
  { written, words, maker, spelledMaker }: Resolved,
): Promise<string | undefined> {
  if (!maker && !words.maker) return undefined;
  if (!maker) {
    const makerId = await addMaker(ctx, tx, { name: written.manufacturer ?? '', folded: words.maker });
    await showMakerSpelling(tx, words.maker);
    return makerId;
  }
  // The customer's words are public with the test; the name that the desk chose is shown beside them.
  if (spelledMaker?.id === maker.id) await showMakerSpelling(tx, words.maker);
  else if (!maker.slug) await showMakerSpelling(tx, maker.folded);
  return maker.slug ? undefined : maker.id;
}

/** Adds a maker with its first spelling, without an address. */
export async function addMaker(
  ctx: MakersContext,
  tx: Tx,
  { name, folded, confirmedBy = null }: { name: string; folded: string; confirmedBy?: string | null },
): Promise<string> {
  const id = randomUUID();
  const now = ctx.platform.clock.now();
  await insertMaker(tx, {
    id,
    name,
    folded,
    confirmedAt: confirmedBy ? now : null,
    confirmedBy,
    answer: null,
    answeredAt: null,
    mergedInto: null,
    currentId: id,
    createdAt: now,
  });
  await insertMakerSpelling(tx, { folded, spelling: name, slug: null, makerId: id, createdAt: now });
  return id;
}

/** Gives the spelling an address where it has none; it keeps it for ever. */
export async function showMakerSpelling(tx: Tx, folded: string): Promise<void> {
  const spelling = await findMakerSpelling(tx, folded);
  if (!spelling || spelling.slug) return;
  const slug = slugOf(folded);
  await updateMakerSpelling(tx, folded, { slug: freeSlug(slug, await takenMakerSlugs(tx, slug)) });
}

async function nameBatch(
  ctx: MakersContext,
  tx: Tx,
  { written, words, maker, spelledMaker, batch }: Resolved,
): Promise<void> {
  if (!maker || batch?.slug || (!batch && !words.batch)) return;
  if (!batch) {
    // With the maker that wrote it, so that undoing a merge takes it along.
    const makerId = written.maker_id === null ? (spelledMaker ?? maker).home_id : maker.id;
    await addBatch(ctx, tx, { makerId, code: written.batch_code ?? '', folded: words.batch });
  }
  const shown = batch ? batch.folded : words.batch;
  await showBatchSpelling(tx, maker.id, shown);
}

/** Adds a batch with its first spelling, without an address. */
export async function addBatch(
  ctx: MakersContext,
  tx: Tx,
  given: { makerId: string; code: string; folded: string; confirmedBy?: string | null },
): Promise<string> {
  const { makerId, code, folded, confirmedBy = null } = given;
  const id = randomUUID();
  const now = ctx.platform.clock.now();
  await insertBatch(tx, {
    id,
    makerId,
    code,
    folded,
    confirmedAt: confirmedBy ? now : null,
    confirmedBy,
    answer: null,
    answeredAt: null,
    mergedInto: null,
    currentId: id,
    createdAt: now,
  });
  await insertBatchSpelling(tx, {
    makerId,
    folded,
    spelling: code,
    slug: null,
    batchId: id,
    createdAt: now,
  });
  return id;
}

/** Gives the spelling of a current maker's batch an address where it has none. */
export async function showBatchSpelling(tx: Tx, makerId: string, folded: string): Promise<void> {
  const spelling = await findBatchSpelling(tx, makerId, folded);
  if (!spelling || spelling.slug) return;
  const slug = slugOf(folded);
  const taken = await takenBatchSlugs(tx, spelling.makerId, slug);
  await updateBatchSpelling(tx, spelling, { slug: freeSlug(slug, taken) });
}

/** Names what a change has left without a record, in its transaction; where that is too many, the jobs that tell of them do it. */
export async function nameChangedMakers(ctx: MakersContext, tx: Tx, makerIds: string[]): Promise<void> {
  const requestIds = await requestsOfChange(ctx, tx, { requestIds: [], makerIds });
  if (requestIds.length <= MOST_AT_ONCE) await nameSubjects(ctx, tx, requestIds);
}

/** Names what was public before names were kept, or what another release has published since; again and again is harmless. */
export async function nameOlder({ platform, ...ctx }: MakersContext): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await listUnkept(platform.bulkDb.orm, after, MOST_AT_ONCE);
    const last = ids.at(-1);
    if (last === undefined) return;
    await platform.bulkDb.transaction((tx) => nameSubjects({ platform, ...ctx }, tx, ids));
    after = last;
  }
}

/** Names what orders say as soon as they are public and their samples received. */
export async function nameChanged(ctx: MakersContext, tx: Tx, requestIds: string[]): Promise<void> {
  const keepable = await keepableAmong(tx, requestIds);
  if (keepable.length > 0) await nameSubjects(ctx, tx, keepable);
}

/** The job that names older tests; at the start and every night, for a former release may publish beside this one. */
export const NAME_OLDER = 'makers.name-older';

export async function nameOlderSoon({ platform: { db, jobs } }: MakersContext): Promise<void> {
  await jobs.send(db.orm, NAME_OLDER, {}, { singletonKey: NAME_OLDER });
}
