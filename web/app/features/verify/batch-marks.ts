/** A stretch of letters that stands in both texts, or in this one alone. */
export interface Stretch {
  text: string;
  /** The place of its first letter. */
  from: number;
  differs: boolean;
}

/** How many letters both have in common from `one[i]` and `other[j]` on, in their order. */
function commonLengths(one: string[], other: string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return lengths;
}

function add(stretches: Stretch[], text: string, from: number, differs: boolean): void {
  const last = stretches.at(-1);
  if (last?.differs === differs) last.text += text;
  else stretches.push({ text, from, differs });
}

/** Both texts in stretches, with the letters marked that the other one has not in that place. Short texts only: O(n²). */
export function differences(one: string, other: string): [Stretch[], Stretch[]] {
  const [ones, others] = [[...one], [...other]];
  const lengths = commonLengths(ones, others);
  const marked: [Stretch[], Stretch[]] = [[], []];
  let [i, j] = [0, 0];
  while (i < ones.length || j < others.length) {
    const [mine, theirs] = [ones[i], others[j]];
    if (mine !== undefined && mine === theirs) {
      add(marked[0], mine, i, false);
      add(marked[1], theirs, j, false);
      i += 1;
      j += 1;
    } else if (mine !== undefined && (lengths[i + 1]?.[j] ?? -1) >= (lengths[i]?.[j + 1] ?? -1)) {
      add(marked[0], mine, i, true);
      i += 1;
    } else {
      add(marked[1], theirs ?? '', j, true);
      j += 1;
    }
  }
  return marked;
}
