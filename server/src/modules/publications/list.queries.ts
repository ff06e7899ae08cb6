import { fold } from '@vialproof/contract/fold';
import type { ListedTest, TestsSort } from '@vialproof/contract/tests';
import { findAnswer, WHOLE_LIST } from './answers.store.ts';
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
import type { PublicationsContext } from './publications.context.ts';
import {
  insideCodes,
  mayBeMeant,
  SHORTEST_MISTYPED,
  type Word,
  wordsOfSearch,
} from './rules/search-words.ts';
import { namedTests } from './tests.queries.ts';

/** A word of a search that stands nowhere, and those that were looked for instead. */
export type Correction = { typed: string; meant: string[] };
export type Sought = { words: WordPatterns[] | null; corrections: Correction[] };

const MOST_MEANT = 5;

/**
 * What a search asks for: each of its words, or, where a word stands in no test, what resembles it. A word stands for itself where it can, also
 * in the middle of a code.
 * @param folded see `fold`.
 */
export async function findSought(
  ctx: PublicationsContext,
  folded: string,
  onlyPublic: boolean,
): Promise<Sought> {
  const words = wordsOfSearch(folded);
  if (words.length === 0) return { words: null, corrections: [] };
  const db = ctx.platform.db.orm;
  const written = words.map(patternsOf);
  const isKnown = await findKnown(db, written, onlyPublic);
  const inside = words.map(({ typed }) => ({ inNames: [], inCodes: [insideCodes(typed)] }));
  const unknown = words.some((_, at) => !isKnown[at]);
  const isInside = unknown ? await findKnown(db, inside, onlyPublic) : [];
  const corrections: Correction[] = [];
  const sought: WordPatterns[] = [];
  for (const [at, word] of words.entries()) {
    const own = isKnown[at] ? written[at] : !word.isTask && isInside[at] ? inside[at] : undefined;
    const meant = own ? [] : await findMeant(ctx, word, onlyPublic);
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

/** The words of names that resemble one that stands nowhere, the most alike first. */
async function findMeant(
  { makers, catalog, platform }: PublicationsContext,
  { text, isTask }: Word,
  onlyPublic: boolean,
): Promise<string[]> {
  if (isTask || text.length < SHORTEST_MISTYPED) return [];
  const db = platform.db.orm;
  const skuNames = (await catalog.kinds()).map(({ name }) => fold(name));
  const alike = await makers.wordsLike(text, skuNames);
  const candidates = alike.filter((known) => mayBeMeant(text, known));
  const isKnown = await findKnown(db, candidates.map(inAnyName), onlyPublic);
  return candidates.filter((_, at) => isKnown[at]).slice(0, MOST_MEANT);
}

/** A page of the list. */
export async function listPage(
  ctx: PublicationsContext,
  filter: ListFilter,
  page: { sort: TestsSort; offset: number; limit: number },
): Promise<ListedTest[]> {
  const db = ctx.platform.db.orm;
  return namedTests(ctx, await readPage(db, filter, page), db);
}

const isWhole = ({ onlyPublic, onlySterility, narrowed, words }: ListFilter): boolean =>
  !onlyPublic && !onlySterility && words?.length === 0 && Object.keys(narrowed).length === 0;

export const wholeList: ListFilter = { onlyPublic: false, onlySterility: false, narrowed: {}, words: [] };

/** Counts the list under a filter: once for all its pages, until something public changes. Those of the whole list are stored. */
export function listCounts({ platform }: PublicationsContext, filter: ListFilter): Promise<ListCounts> {
  const db = platform.db.orm;
  return platform.publicCache.fetchFacts(`list ${JSON.stringify(filter)}`, async () => {
    const stored = isWhole(filter) ? await findAnswer<ListCounts>(db, WHOLE_LIST) : undefined;
    return stored ?? countList(db, filter);
  });
}

/** How many public tests each of these compounds and makers has. */
export const countTestsOf = (
  { platform }: PublicationsContext,
  named: { compounds: string[]; makers: string[] },
) => countNamed(platform.db.orm, named);

/** Analytes by their folded names, as they were written first. */
export const namesOfAnalytes = (
  { platform }: PublicationsContext,
  keys: string[],
): Promise<Map<string, string>> => analyteNames(platform.db.orm, keys);
