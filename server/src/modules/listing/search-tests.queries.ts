import type { TestsPage } from '@vialproof/contract/tests';
import type pg from 'pg';
import type { ListingContext } from './listing.context.ts';
import type { Sought } from './listing-kinds.store.ts';
import {
  COUNTED_CODES,
  type CodeHit,
  findCodes,
  findInsideCodes,
  findMostTested,
  findNamesOf,
  findNearPhrases,
  findNumbersInBatches,
  findPhrases,
  type PhraseHit,
  type SuggestedRow,
} from './listing-words.store.ts';
import { meantBy, shortened, type Word, wordsOf } from './search.rules.ts';

const MOST_SUGGESTIONS = 5;
/** A shorter word resembles too many others. */
const SHORTEST_SUGGESTED = 4;

/** What the words of a search mean. */
export type Meaning = Sought & {
  /** More tests have a batch or number than were counted. */
  isCut: boolean;
  corrections: TestsPage['corrections'];
};

/** Finds the phrases, batches and task numbers that each word stands for; null where one of them stands nowhere. */
export async function findMeaning(
  { platform }: ListingContext,
  folded: string,
  onlyPublic: boolean,
): Promise<Meaning | null> {
  const { pool } = platform.db;
  const words = wordsOf(folded);
  if (words.length === 0) return null;
  const numbers = [...words.entries()].filter(([, { isNumber }]) => isNumber);
  const [phrases, ofCodes, ...inBatches] = await Promise.all([
    findPhrases(pool, words, onlyPublic),
    findCodes(pool, words, onlyPublic),
    ...numbers.map(([at, word]) => findNumbersInBatches(pool, at, word, onlyPublic)),
  ]);
  const codes = distinct([...ofCodes, ...inBatches.flat()]);
  const corrections: Meaning['corrections'] = [];
  const known = new Set([...phrases, ...codes].map(({ at }) => at));
  for (const [at, word] of words.entries()) {
    if (known.has(at) && !word.isCertificate) continue;
    if (word.isTask && !word.isCertificate) return null;
    const inside = await findInsideCodes(pool, at, word, onlyPublic);
    codes.push(...inside);
    if (inside.length > 0 || known.has(at)) continue;
    if (word.isTask) return null;
    const near = await findMistyped(pool, word, onlyPublic);
    if (near.ids.length === 0) return null;
    phrases.push(...near.ids.map((id) => ({ at, id })));
    corrections.push({ typed: word.typed, meant: near.meant });
  }
  return { ...combine(words.length, phrases, codes), corrections };
}

/** Each test once for each word: a batch may have the number at its beginning, which both find. */
const distinct = (hits: CodeHit[]) => [
  ...new Map(hits.map((hit) => [`${hit.at} ${hit.task}`, hit])).values(),
];

/** The phrases with a word that is one letter off. */
async function findMistyped(pool: pg.Pool, { text }: Word, onlyPublic: boolean) {
  const found = (await findNearPhrases(pool, shortened(text), onlyPublic)).map(({ id, words }) => ({
    id,
    meant: meantBy(text, words),
  }));
  const ids = found.filter(({ meant }) => meant.length > 0).map(({ id }) => id);
  return { ids, meant: [...new Set(found.flatMap(({ meant }) => meant))].slice(0, MOST_SUGGESTIONS) };
}

/** Joins the words by 'and': each must stand in the test's phrases, or be its batch or number. */
function combine(count: number, phraseHits: PhraseHit[], codeHits: CodeHit[]) {
  const all = 2 ** count - 1;
  const phrases = new Map<number, number>();
  for (const { at, id } of phraseHits) phrases.set(id, (phrases.get(id) ?? 0) | (1 << at));
  const codes = new Map<number, number>();
  const isFoundByCode = new Set<number>();
  const hitsOf = new Map<number, number>();
  for (const { at, task, subject_id, maker_phrase_id } of codeHits) {
    hitsOf.set(at, (hitsOf.get(at) ?? 0) + 1);
    const byPhrases = (phrases.get(subject_id) ?? 0) | (phrases.get(maker_phrase_id ?? 0) ?? 0);
    codes.set(task, (codes.get(task) ?? 0) | (1 << at));
    const words = (codes.get(task) ?? 0) | byPhrases;
    if (words === all && byPhrases !== all) isFoundByCode.add(task);
  }
  const phrasesOf = Array.from({ length: count }, (_, at) => phraseHits.filter((hit) => hit.at === at));
  const rarest = phrasesOf.reduce((one, other) => (one.length <= other.length ? one : other));
  const isCut = [...hitsOf.values()].some((hits) => hits > COUNTED_CODES);
  return { phrases, all, rarest: rarest.map(({ id }) => id), tasks: [...isFoundByCode], isCut };
}

/** What to look at instead where nothing was found: what the words resemble, else the most tested compounds. */
export async function suggestNames({ platform }: ListingContext, folded: string): Promise<SuggestedRow[]> {
  const { pool } = platform.db;
  const words = wordsOf(folded).filter(({ isTask, text }) => !isTask && text.length >= SHORTEST_SUGGESTED);
  const [near, whole] = await Promise.all([
    findNearPhrases(pool, [...new Set(words.flatMap(({ text }) => shortened(text)))], true),
    findPhrases(pool, words, true),
  ]);
  const ids = [...new Set([...whole, ...near].map(({ id }) => id))];
  const names = await findNamesOf(pool, ids, MOST_SUGGESTIONS);
  return names.length > 0 ? names : findMostTested(pool, MOST_SUGGESTIONS);
}
