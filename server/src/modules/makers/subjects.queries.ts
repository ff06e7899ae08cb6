import type { Named, NamedBatch } from '@vialproof/contract/makers';
import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';
import type { Queryable } from '../../platform/postgres/database.ts';
import { listStatedWords, type StatedWords } from '../orders/orders.service.ts';
import { listNamesLike, listWordsLike } from './alike.store.ts';
import type { MakersContext, SubjectChange } from './makers.service.ts';
import {
  type Choice,
  findBatches,
  findChoices,
  findMakers,
  findSpelledBatches,
  findSpelledCompounds,
  findSpelledMakers,
  listIdsOf,
  listRequestsOfMaker,
  listSpellings,
  type Stated,
  type StatedBatch,
  type StatedCompound,
  type StatedMaker,
  type SubjectId,
} from './subjects.store.ts';

/** What a test is of, as public pages name it; null what nobody wrote, and what no public test shows yet. */
export type Subject = { compound: Named | null; maker: Named | null; batch: NamedBatch | null };

/** The records of one request beside its words, folded; empty where nothing was written. */
export type Resolved = {
  written: StatedWords;
  /** The desk's. */
  choice: Choice | undefined;
  words: { maker: string; batch: string; compound: string };
  compound: StatedCompound | undefined;
  /** By the desk's choice, else by the words. */
  maker: StatedMaker | undefined;
  /** By the words alone. */
  spelledMaker: StatedMaker | undefined;
  /** By the desk's choice as long as it is of this maker, else by the words. */
  batch: StatedBatch | undefined;
  /** By the words alone. */
  spelledBatch: StatedBatch | undefined;
};

/** The records of requests, in the order of their task numbers. */
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
      maker: fold(written.manufacturer ?? ''),
      batch: foldBatchCode(written.batchCode ?? ''),
      compound: fold(written.compoundName ?? ''),
    },
  }));
  const compounds = await findSpelledCompounds(db, distinct(rows.map(({ words }) => words.compound)));
  const spelled = await findSpelledMakers(db, distinct(rows.map(({ words }) => words.maker)));
  const chosen = await findMakers(db, distinct(rows.map(({ choice }) => choice?.maker_id ?? '')));
  const chosenBatches = await findBatches(db, distinct(rows.map(({ choice }) => choice?.batch_id ?? '')));
  const made = rows.map((row) => ({
    ...row,
    compound: compounds.get(row.words.compound),
    spelledMaker: spelled.get(row.words.maker),
    maker: chosen.get(row.choice?.maker_id ?? '') ?? spelled.get(row.words.maker),
  }));
  const asked = made.flatMap(({ written, maker, words }) =>
    maker && words.batch ? [{ requestId: written.id, makerId: maker.id, folded: words.batch }] : [],
  );
  const found = await findSpelledBatches(db, asked);
  const batches = new Map(asked.map(({ requestId }, index) => [requestId, found[index]]));
  return made.map((row) => {
    const chosenBatch = chosenBatches.get(row.choice?.batch_id ?? '');
    const spelledBatch = batches.get(row.written.id);
    const isOfMaker = chosenBatch !== undefined && chosenBatch.maker_id === row.maker?.id;
    return { ...row, spelledBatch, batch: isOfMaker ? chosenBatch : spelledBatch };
  });
}

const distinct = (values: string[]) => [...new Set(values)].filter(Boolean);

/** What tests are of, by the request's id; runs in the caller's transaction. */
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

/** What a test is of; see `subjectsOf`. */
export async function namedSubjectOf(ctx: MakersContext, db: Queryable, requestId: string): Promise<Subject> {
  const subject = (await namedSubjectsOf(ctx, db, [requestId])).get(requestId);
  if (!subject) throw new Error(`there is no request ${requestId}`);
  return subject;
}

/** Every id that leads to what a test is of, whatever was merged since. */
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

export function shown(stated: Stated | undefined): Named | null {
  if (!stated || stated.slug === null) return null;
  const { id, name, slug, confirmed } = stated;
  return { id, name, slug, confirmed };
}

export function shownBatch(batch: StatedBatch | undefined): NamedBatch | null {
  const named = shown(batch);
  const { maker_slug, maker_name } = batch ?? {};
  return named && maker_slug && maker_name ? { ...named, maker_slug, maker_name } : null;
}

/**
 * Ids of requests of a maker in their order, after `after`: private and unpublished ones too, so that whoever shows
 * something of them looks at that first. A request of which nothing was public or chosen yet is not among them.
 */
export function requestsOfMaker(
  _ctx: MakersContext,
  db: Queryable,
  makerId: string,
  page: { after: string; limit: number },
): Promise<string[]> {
  return listRequestsOfMaker(db, makerId, page);
}

/** How a compound and a maker are spelled where everybody sees it; empty for whichever is not asked for. */
export function spellingsOf(
  _ctx: MakersContext,
  db: Queryable,
  asked: { compoundId: string | undefined; makerId: string | undefined },
): Promise<{ compound: string[]; maker: string[] }> {
  return listSpellings(db, asked);
}

/** See `listWordsLike`. @param others folded names of other things. */
export const wordsLike = ({ platform }: MakersContext, word: string, others: string[]): Promise<string[]> =>
  listWordsLike(platform.db.orm, word, others);

/** See `listNamesLike`. */
export const namesLike = async ({ platform }: MakersContext, words: string[]) =>
  words.length > 0 ? listNamesLike(platform.db.orm, words) : { compounds: [], makers: [] };

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 500;

/** Ids of all requests that a change of subjects is about, in their order. */
export async function requestsOfChange(
  ctx: MakersContext,
  db: Queryable,
  { requestIds, makerIds }: SubjectChange,
): Promise<string[]> {
  const changed = new Set(requestIds);
  for (const makerId of makerIds) {
    let page = await requestsOfMaker(ctx, db, makerId, { after: FIRST_ID, limit: AT_ONCE });
    while (page.length > 0) {
      for (const id of page) changed.add(id);
      const after = page.at(-1) ?? FIRST_ID;
      page = await requestsOfMaker(ctx, db, makerId, { after, limit: AT_ONCE });
    }
  }
  return [...changed].toSorted();
}
