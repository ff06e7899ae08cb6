import { distance } from 'fastest-levenshtein';
import { lettersOf } from './names.rules.ts';

/** At most this many suggestions. */
const MOST = 8;
/** Which part of a name's letters may be wrong. */
const TOLERANCE = 0.34;

/**
 * The records most similar to `word`: first equal names, then names with equal letters, then names inside each other,
 * then names with few wrong letters.
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

/** How different two names are: 0 if equal, 1 if nothing is equal. */
function unlikeness(word: string, letters: string, folded: string): number {
  if (word === folded) return 0;
  const others = lettersOf(folded);
  if (letters === '' || others === '') return 1;
  if (letters === others) return 0.01;
  const [short, long] = letters.length < others.length ? [letters, others] : [others, letters];
  const wrong = distance(short, long) / long.length;
  return short.length >= 3 && long.includes(short) ? Math.min(0.1, wrong) : wrong;
}
