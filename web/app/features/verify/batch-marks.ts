import { compareBatches } from '@vialproof/science/text/batch-compare';

/** A part of a text. It is either in both texts, or only in this text. */
export interface Stretch {
  text: string;
  /** The index of the first letter of this part. */
  from: number;
  differs: boolean;
}

/** The score of two letters that are compared. A similar letter at this place is better than an equal one later. */
const worth = { same: 3, similar: 2, different: 0 };
const likeness = (one: string, other: string) => worth[compareBatches(one, other)];

/** The best score for the rest of both texts, from `one[i]` and `other[j]` on. */
function bestFits(one: string[], other: string[]): number[][] {
  const fits = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (const [i, mine] of [...one.entries()].reverse()) {
    const [row, next] = [fits[i] ?? [], fits[i + 1] ?? []];
    for (const [j, theirs] of [...other.entries()].reverse()) {
      const like = likeness(mine, theirs);
      const skipped = Math.max(next[j] ?? 0, row[j + 1] ?? 0);
      row[j] = like > 0 ? Math.max(skipped, (next[j + 1] ?? 0) + like) : skipped;
    }
  }
  return fits;
}

function add(stretches: Stretch[], text: string, from: number, differs: boolean): void {
  const last = stretches.at(-1);
  if (last?.differs === differs) last.text += text;
  else stretches.push({ text, from, differs });
}

/**
 * Splits both texts into parts, and marks the letters that the other text does not have there. Only for short texts,
 * because the time grows with the square of the length.
 */
export function differences(one: string, other: string): [Stretch[], Stretch[]] {
  const [ones, others] = [[...one], [...other]];
  const fits = bestFits(ones, others);
  const marked: [Stretch[], Stretch[]] = [[], []];
  let [i, j] = [0, 0];
  while (i < ones.length || j < others.length) {
    const [mine, theirs] = [ones[i], others[j]];
    const fit = fits[i]?.[j] ?? 0;
    const like = mine === undefined || theirs === undefined ? 0 : likeness(mine, theirs);
    const isPair = like > 0 && fit === (fits[i + 1]?.[j + 1] ?? 0) + like;
    const takesMine = isPair || (mine !== undefined && fit === fits[i + 1]?.[j]);
    const takesTheirs = isPair || !takesMine;
    const differs = !isPair || mine !== theirs;
    if (takesMine) add(marked[0], mine ?? '', i++, differs);
    if (takesTheirs) add(marked[1], theirs ?? '', j++, differs);
  }
  return marked;
}
