import { fold } from '@vialproof/contract/fold';

/** The distinct folded texts, one a line; a search never matches across two of them, for it has no line break. */
export function lines(texts: (string | null | undefined)[]): string {
  return [...new Set(texts.map((text) => fold(text ?? '')).filter(Boolean))].join('\n');
}

/** As long as the pieces of `text_grams` in the database. */
const LONGEST_GRAM = 4;

/** The pieces of a folded term by which the index is asked: the term itself when short, else all its pieces of four. */
export function gramsOf(term: string): string[] {
  const characters = Array.from(term);
  if (characters.length <= LONGEST_GRAM) return [term];
  // Without characters of two code units a piece is cut from the text itself, at a fifth of the cost.
  const isPlain = characters.length === term.length;
  const grams = new Set<string>();
  for (let at = 0; at + LONGEST_GRAM <= characters.length; at += 1) {
    const end = at + LONGEST_GRAM;
    grams.add(isPlain ? term.slice(at, end) : characters.slice(at, end).join(''));
  }
  return [...grams];
}

/** A LIKE pattern for 'contains'; what LIKE takes for wildcards is meant literally. */
export function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** A folded term as the statements ask for it; made once a search. */
export type Term = { grams: string[]; pattern: string };
export const termOf = (folded: string): Term => ({ grams: gramsOf(folded), pattern: containing(folded) });

/** Hits of this many codes (task numbers, batches) are counted; more are only known to be more. */
export const COUNTED_CODES = 1000;
/** So many of the newest rows are looked at to tell a frequent piece of a code, or to estimate one. */
export const PROBED_ROWS = 300;
export const FREQUENT_HITS = 3;
export const SAMPLED_ROWS = 10_000;

/** What a first look at the phrases and codes found. */
export type Matched = {
  /** Rows of the list under the same filters. */
  rows: number;
  /** Phrases that contain the term, and how many tests have them. */
  subjects: number;
  subjectTests: number;
  makers: number;
  makerTests: number;
  /** Hits among the newest PROBED_ROWS by code. */
  probed: number;
  /** Tests found by their codes alone, counted to one past COUNTED_CODES; 0 when the probe found it frequent. */
  coded: number;
};

export type SearchPlan =
  | { way: 'none' }
  /** Collects the newest `reach` of each phrase and all hits by code, and sorts them. */
  | { way: 'gather'; reach: number }
  /** Goes through the list from its beginning until the page is full. */
  | { way: 'walk' };
/** `exact`: known. `counted`: the plan counts it. `at_least`: a lower bound; `sampled` one to improve by a sample. */
export type SearchTotal = { kind: 'exact' | 'at_least' | 'sampled'; tests: number } | { kind: 'counted' };

/** A page of the list as it is found: each body is the JSON of a ListedTest. */
export type ListedPage = { bodies: string[]; total: number; isExact: boolean };

/** Chooses the cheaper way to a page of a search, and says how its total is had. */
export function planSearch(
  matched: Matched,
  page: { offset: number; limit: number },
): { plan: SearchPlan; total: SearchTotal } {
  const { subjects, makers, subjectTests, makerTests, coded } = matched;
  const isFrequent = matched.probed >= FREQUENT_HITS;
  const isManyCodes = isFrequent || coded > COUNTED_CODES;
  // A test can be meant by its subject and by its maker: then the sum only bounds the number.
  const most = subjectTests + makerTests + coded;
  const least = Math.max(subjectTests, makerTests) + Math.min(coded, COUNTED_CODES);
  const isSum = subjects === 0 || makers === 0;
  if (most === 0 && !isFrequent) return { plan: { way: 'none' }, total: { kind: 'exact', tests: 0 } };
  if (isManyCodes) {
    return { plan: { way: 'walk' }, total: { kind: isFrequent ? 'sampled' : 'at_least', tests: least } };
  }
  if (!isSum && most <= COUNTED_CODES) {
    return { plan: { way: 'gather', reach: most }, total: { kind: 'counted' } };
  }
  const total = { kind: isSum ? ('exact' as const) : ('at_least' as const), tests: isSum ? most : least };
  if (isSum && page.offset >= most) return { plan: { way: 'none' }, total };
  const reach = page.offset + page.limit;
  const phrases = subjects + makers;
  const gathering = phrases + Math.min(subjectTests + makerTests, phrases * reach) + coded;
  const walking = (reach * matched.rows) / least;
  return { plan: gathering <= walking ? { way: 'gather', reach } : { way: 'walk' }, total };
}
