export type Summary = { median: number; min: number; max: number };

/** A value, and how often it occurs. */
export type Counted = { value: number; n: number };

/** Median, minimum and maximum of sorted values with their counts; null without values. */
export function summaryOf(ascending: readonly Counted[]): Summary | null {
  const [first] = ascending;
  const last = ascending.at(-1);
  if (!first || !last) return null;
  const total = ascending.reduce((sum, { n }) => sum + n, 0);
  const low = valueAt(ascending, Math.floor((total - 1) / 2));
  const high = valueAt(ascending, Math.floor(total / 2));
  return { median: low === high ? low : mean(low, high), min: first.value, max: last.value };
}

/**
 * Adds halves, because the sum of two large numbers could be too large. Rounds to 14 digits, which removes tiny errors
 * of computing.
 */
const mean = (low: number, high: number) => Number((low / 2 + high / 2).toPrecision(14));

/** The value at this place in the sorted list, from 0. */
function valueAt(ascending: readonly Counted[], place: number): number {
  let passed = 0;
  for (const { value, n } of ascending) {
    passed += n;
    if (place < passed) return value;
  }
  throw new RangeError(`there are only ${passed} values`);
}
