export type Summary = { median: number; min: number; max: number };

/** A value and its count. */
export type Counted = { value: number; n: number };

/**
 * The median, minimum and maximum of values with counts, in ascending order. For an even number of values the median is
 * the mean of the two middle values. Null without values.
 */
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
 * The halves are added, because the sum of two large numbers can overflow. The mean is rounded to 14 digits, which
 * removes binary rounding errors.
 */
const mean = (low: number, high: number) => Number((low / 2 + high / 2).toPrecision(14));

/** The value at this place among all values in order; places count from 0. */
function valueAt(ascending: readonly Counted[], place: number): number {
  let passed = 0;
  for (const { value, n } of ascending) {
    passed += n;
    if (place < passed) return value;
  }
  throw new RangeError(`there are only ${passed} values`);
}
