import type { Named, NamedBatch } from '@vialproof/contract/makers';
import { fold } from '@vialproof/science/text/fold';
import type { Queryable } from '../../platform/postgres/database.ts';
import { listStatedWords, type StatedWords } from '../orders/orders.service.ts';
import { listNamesLike, listWordsLike } from './alike.store.ts';
import type { MakersContext, SubjectChange } from './makers.service.ts';
import { foldName } from './names.rules.ts';
import {
  type Choice,
  findChoices,
  findSpelled,
  findSpelledCompounds,
  findStated,
  listIdsOf,
  listRequestsOfMakers,
  listSpellings,
  type Stated,
  type StatedCompound,
  type SubjectId,
} from './subjects.store.ts';

/** Which compound, maker and batch a test has in public. Null if it has none, or if no public test shows the name. */
export type Subject = { compound: Named | null; maker: Named | null; batch: NamedBatch | null };

/** The maker, batch and compound of a request. Empty if the customer wrote nothing. */
export type Resolved = {
  written: StatedWords;
  /** The maker and batch that staff chose. */
  choice: Choice | undefined;
  words: { maker: string; batch: string; compound: string };
  compound: StatedCompound | undefined;
  /** The maker that staff chose, otherwise the one that the customer wrote. */
  maker: Stated | undefined;
  /** The maker that the customer wrote. */
  spelledMaker: Stated | undefined;
  /** The batch that staff chose, if it belongs to this maker, otherwise the one that the customer wrote. */
  batch: Stated | undefined;
  /** The batch that the customer wrote. */
  spelledBatch: Stated | undefined;
};

/** Maker, batch and compound of these requests, sorted by task number. */
export async function resolve(
  { orders }: MakersContext,
  db: Queryable,
  requestIds: string[],
): Promise<Resolved[]> {
  const choices = await findChoices(db, requestIds);
  const rows = (await listStatedWords(orders, db, requestIds)).map((written) => ({
    written,
    choice: choices.get(written.id),
    words: {
      maker: foldName('maker', written.manufacturer ?? ''),
      batch: foldName('batch', written.batchCode ?? ''),
      compound: fold(written.compoundName ?? ''),
    },
  }));
  const compounds = await findSpelledCompounds(db, distinct(rows.map(({ words }) => words.compound)));
  const spelled = await findSpelled(
    db,
    rows.map(({ words }) => ({ below: null, folded: words.maker })),
  );
  const chosen = await findStated(
    db,
    distinct(rows.flatMap(({ choice }) => [choice?.maker_id ?? '', choice?.batch_id ?? ''])),
  );
  const made = rows.map((row, index) => ({
    ...row,
    compound: compounds.get(row.words.compound),
    spelledMaker: spelled[index],
    maker: chosen.get(row.choice?.maker_id ?? '') ?? spelled[index],
  }));
  const batches = await findSpelled(
    db,
    made.map(({ maker, words }) => ({ below: maker?.id ?? null, folded: maker ? words.batch : '' })),
  );
  return made.map((row, index) => {
    const chosenBatch = chosen.get(row.choice?.batch_id ?? '');
    const isOfMaker = chosenBatch !== undefined && chosenBatch.maker_id === row.maker?.id;
    return { ...row, spelledBatch: batches[index], batch: isOfMaker ? chosenBatch : batches[index] };
  });
}

const distinct = (values: string[]) => [...new Set(values)].filter(Boolean);

/** Maker, batch and compound of these tests. */
export async function namedSubjectsOf(
  ctx: MakersContext,
  db: Queryable,
  requestIds: string[],
): Promise<Map<string, Subject>> {
  const rows = await resolve(ctx, db, requestIds);
  return new Map(
    rows.map(({ written, compound, maker, batch }) => [
      written.id,
      { compound: shown(compound), maker: shown(maker), batch: shownBatch(batch) },
    ]),
  );
}

/** Maker, batch and compound of one test. */
export async function namedSubjectOf(ctx: MakersContext, db: Queryable, requestId: string): Promise<Subject> {
  const subject = (await namedSubjectsOf(ctx, db, [requestId])).get(requestId);
  if (!subject) throw new Error(`there is no request ${requestId}`);
  return subject;
}

/** Every id that means the maker, batch or compound of a test. */
export function listIdsOfSubject(
  _ctx: MakersContext,
  db: Queryable,
  { compound, maker, batch }: Subject,
): Promise<SubjectId[]> {
  return listIdsOf(db, {
    compound: compound?.id ?? null,
    maker: maker?.id ?? null,
    batch: batch?.id ?? null,
  });
}

export function shown(stated: StatedCompound | undefined): Named | null {
  if (!stated || stated.slug === null) return null;
  const { id, name, slug, confirmed } = stated;
  return { id, name, slug, confirmed };
}

export function shownBatch(batch: Stated | undefined): NamedBatch | null {
  const named = shown(batch);
  const { maker_slug, maker_name } = batch ?? {};
  return named && maker_slug && maker_name ? { ...named, maker_slug, maker_name } : null;
}

/** The public spellings of a compound and a maker. */
export function spellingsOf(
  _ctx: MakersContext,
  db: Queryable,
  asked: { compoundId: string | undefined; makerId: string | undefined },
): Promise<{ compound: string[]; maker: string[] }> {
  return listSpellings(db, asked);
}

/** Similar words from names, as in `listWordsLike`. @param others more names to search. */
export const wordsLike = (
  _ctx: MakersContext,
  word: string,
  others: string[],
  db: Queryable,
): Promise<string[]> => listWordsLike(db, word, others);

export const namesLike = async (_ctx: MakersContext, words: string[], db: Queryable) =>
  words.length > 0 ? listNamesLike(db, words) : { compounds: [], makers: [] };

/** All requests that a change of names concerns. */
export async function requestsOfChange(
  _ctx: MakersContext,
  db: Queryable,
  { requestIds, makerIds }: SubjectChange,
): Promise<string[]> {
  const ofMakers = makerIds.length > 0 ? await listRequestsOfMakers(db, makerIds) : [];
  return [...new Set([...requestIds, ...ofMakers])].toSorted();
}
