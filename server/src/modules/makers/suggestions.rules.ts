import { distance } from 'fastest-levenshtein';
import { lettersOf } from './names.rules.ts';

/** At most so many suggestions are returned. */
const MOST = 8;
/** A name may have so many wrong letters for each right one. */
const TOLERANCE = 0.34;

/**
 * The records whose spellings are most similar to `word` (folded), each once. The order is: equal spellings, spellings
 * with equal letters, one contains the other, then few wrong letters. Empty for an empty word.
 */
export function mostAlike<T extends { id: string; folded: string }>(
  word: string,
  spelled: readonly T[],
): T[] {
  const letters = lettersOf(word);
  if (word === '') return [];
  const best = new Map<string, { row: T; unlike: number }>();
  for (const row of spelled) {
    const unlike = unlikeness(word, letters, row.folded);
    const before = best.get(row.id);
    if (unlike <= TOLERANCE && (!before || unlike < before.unlike)) best.set(row.id, { row, unlike });
  }
  return [...best.values()]
    .toSorted((one, other) => one.unlike - other.unlike || (one.row.folded < other.row.folded ? -1 : 1))
    .slice(0, MOST)
    .map(({ row }) => row);
}

/** How much a word differs from a spelling: 0 if they are equal, 1 if they have nothing in common. */
function unlikeness(word: string, letters: string, folded: string): number {
  if (word === folded) return 0;
  const others = lettersOf(folded);
  if (letters === '' || others === '') return 1;
  if (letters === others) return 0.01;
  const [short, long] = letters.length < others.length ? [letters, others] : [others, letters];
  const wrong = distance(short, long) / long.length;
  return short.length >= 3 && long.includes(short) ? Math.min(0.1, wrong) : wrong;
}
