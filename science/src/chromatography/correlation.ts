/** Pearson's correlation of the counted points; 0 if one series is constant. */
export function correlation(one: Float64Array, other: Float64Array, counts?: Uint8Array): number {
  const isCounted = (index: number) => counts === undefined || counts[index] === 1;
  let [n, sumOne, sumOther] = [0, 0, 0];
  for (let index = 0; index < one.length; index++) {
    if (!isCounted(index)) continue;
    n += 1;
    sumOne += one[index] ?? 0;
    sumOther += other[index] ?? 0;
  }
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (let index = 0; index < one.length; index++) {
    if (!isCounted(index)) continue;
    const x = (one[index] ?? 0) - sumOne / n;
    const y = (other[index] ?? 0) - sumOther / n;
    both += x * y;
    ofOne += x * x;
    ofOther += y * y;
  }
  return ofOne > 0 && ofOther > 0 ? both / Math.sqrt(ofOne * ofOther) : 0;
}

/**
 * How exact the correlation of two independent series is (standard error; Bartlett, 1946). Series with a regular wave,
 * such as from a pump, agree by chance more often than pure noise.
 */
export function standardError(one: Float64Array, other: Float64Array, counts: Uint8Array): number {
  const n = counts.reduce((sum, each) => sum + each, 0);
  const counted = (value: number, index: number) => (counts[index] === 1 ? value : 0);
  const [x, y] = [one.map(counted), other.map(counted)];
  const all = product(x, 0) * product(y, 0);
  if (all === 0) return 1;
  let sum = 1;
  for (let lag = 1; lag <= n / 4; lag++) sum += (2 * product(x, lag) * product(y, lag)) / all;
  return Math.sqrt(Math.max(1, sum) / n);
}

/** The sum of all products of a value and the value `lag` places later. */
function product(values: Float64Array, lag: number): number {
  let sum = 0;
  for (let index = lag; index < values.length; index++) {
    sum += (values[index - lag] ?? 0) * (values[index] ?? 0);
  }
  return sum;
}

/** Smooths eleven points by a parabola (Savitzky-Golay); the factors are in 429ths. */
const SMOOTH = [-36, 9, 44, 69, 84, 89, 84, 69, 44, 9, -36];
const REACH = 5;
/** Factors that give the noise of the middle point. */
const RESIDUE = SMOOTH.map((weight, place) => ((place === REACH ? 429 : 0) - weight) / Math.sqrt(429 * 340));

/** The noise: the signal minus the smoothed signal. 0 for the five points at each end. */
export function residueOf(values: Float64Array): Float64Array {
  return values.map((_, index) =>
    index < REACH || index >= values.length - REACH
      ? 0
      : RESIDUE.reduce((sum, weight, place) => sum + weight * (values[index + place - REACH] ?? 0), 0),
  );
}

/** The standard deviation of all values, divided by n. */
export function spreadOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
