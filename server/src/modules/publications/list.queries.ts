import type { ListedTest, TestsSort } from '@vialproof/contract/tests';
import { fold } from '@vialproof/science/text/fold';
import type { Queryable } from '../../platform/postgres/database.ts';
import { listSkuKinds } from '../catalog/catalog.service.ts';
import { wordsLike } from '../makers/makers.service.ts';
import { findAnswer } from './answers.store.ts';
import {
  analyteNames,
  countList,
  countNamed,
  findKnown,
  type ListCounts,
  type ListFilter,
  readPage,
  type WordPatterns,
} from './list.store.ts';
import type { PublicationsContext } from './publications.service.ts';
import {
  insideCodes,
  mayBeMeant,
  SHORTEST_MISTYPED,
  type Word,
  wordsOfSearch,
} from './rules/search-words.ts';
import { wholeListId } from './rules/whole-lists.ts';
import { namedTests } from './tests.queries.ts';

/** A search word that was not found, and the similar words that were searched instead. */
export type Correction = { typed: string; meant: string[] };
export type Sought = { words: WordPatterns[] | null; corrections: Correction[] };

const MOST_MEANT = 5;

/**
 * The search patterns, one for each word. A word that is not found is searched inside batch codes, then as a similar
 * name.
 * @param folded the text in the form for comparison.
 */
export async function findSought(
  ctx: PublicationsContext,
  folded: string,
  onlyPublic: boolean,
  db: Queryable,
): Promise<Sought> {
  const words = wordsOfSearch(folded);
  if (words.length === 0) return { words: null, corrections: [] };
  const written = words.map(patternsOf);
  const isKnown = await findKnown(db, written, onlyPublic);
  const corrections: Correction[] = [];
  const sought: WordPatterns[] = [];
  for (const [at, word] of words.entries()) {
    const own = isKnown[at] ? written[at] : await findInside(db, word, onlyPublic);
    const meant = own ? [] : await findMeant(ctx, word, onlyPublic, db);
    if (!own && meant.length === 0) return { words: null, corrections: [] };
    if (!own) corrections.push({ typed: word.typed, meant });
    sought.push(own ?? { inNames: meant.map(inName), inCodes: [] });
  }
  return { words: sought, corrections };
}

const inName = (known: string) => `%${known}%`;
const inAnyName = (known: string): WordPatterns => ({ inNames: [inName(known)], inCodes: [] });
const patternsOf = ({ inNames, inCodes }: Word): WordPatterns => ({
  inNames: inNames === null ? [] : [inNames],
  inCodes,
});

/** The pattern that finds a searched word inside batch codes. Undefined if no code contains it. */
async function findInside(
  db: Queryable,
  { typed, isTask }: Word,
  onlyPublic: boolean,
): Promise<WordPatterns | undefined> {
  const inside = { inNames: [], inCodes: [insideCodes(typed)] };
  const [isKnown] = isTask ? [] : await findKnown(db, [inside], onlyPublic);
  return isKnown ? inside : undefined;
}

/** Similar words from names, the most similar first. */
async function findMeant(
  { makers, catalog }: PublicationsContext,
  { text, isTask }: Word,
  onlyPublic: boolean,
  db: Queryable,
): Promise<string[]> {
  if (isTask || text.length < SHORTEST_MISTYPED) return [];
  const skuNames = (await listSkuKinds(catalog)).map(({ name }) => fold(name));
  const alike = await wordsLike(makers, text, skuNames, db);
  const candidates = alike.filter((known) => mayBeMeant(text, known));
  const isKnown = await findKnown(db, candidates.map(inAnyName), onlyPublic);
  return candidates.filter((_, at) => isKnown[at]).slice(0, MOST_MEANT);
}

export async function listPage(
  ctx: PublicationsContext,
  filter: ListFilter,
  page: { sort: TestsSort; offset: number; limit: number },
  db: Queryable,
): Promise<ListedTest[]> {
  return namedTests(ctx, await readPage(db, filter, page), db);
}

/** Counts the tests of the list with these filters. All readers share one count until public data change. */
export function listCounts({ platform }: PublicationsContext, filter: ListFilter): Promise<ListCounts> {
  const id = wholeListId(filter);
  return platform.publicCache.fetchCounts(`list ${JSON.stringify(filter)}`, () =>
    platform.publicReads(async (db) => {
      const stored = id === undefined ? undefined : await findAnswer<ListCounts>(db, { kind: 'list', id });
      return stored ?? countList(db, filter);
    }),
  );
}

/** How many public tests these compounds and makers have. */
export const countTestsOf = (
  _ctx: PublicationsContext,
  named: { compounds: string[]; makers: string[] },
  db: Queryable,
) => countNamed(db, named);

/** The analytes, each in the spelling that was used first. */
export const namesOfAnalytes = (
  _ctx: PublicationsContext,
  keys: string[],
  db: Queryable,
): Promise<Map<string, string>> => analyteNames(db, keys);
