import { expect, test } from 'vitest';
import { correlation, residueOf, standardError } from './correlation.ts';
import { randomFrom } from './synthetic-trace.ts';

const X = [
  0.3, 1.2714, -0.034, -0.7924, 0.5213, 0.7158, -0.8812, -0.8736, 0.5641, 0.102, -1.2158, -0.3287, 0.9191,
  -0.0794, -0.8366, 0.582, 1.1597, -0.2856, -0.4494, 0.9935, 0.6606, -0.8845, -0.3793, 0.8026,
];
const Y = [
  0.5174, 0.4757, -0.8222, -0.1906, 1.1436, 0.1568, -1.136, -0.066, 0.8571, -0.3161, -0.6777, 0.7723, 0.7263,
  -0.937, -0.7049, 0.8261, 0.353, -0.7951, 0.1406, 0.9913, -0.3994, -1.125, 0.4023, 0.9055,
];
const [one, other] = [Float64Array.from(X), Float64Array.from(Y)];
const all = new Uint8Array(X.length).fill(1);

test("the correlation equals scipy's pearsonr, both over all points and over the counted points", () => {
  expect(correlation(one, other)).toBeCloseTo(0.6559889012666861, 12);
  const counts = Uint8Array.from(all, (_, index) => ([3, 4, 11, 20].includes(index) ? 0 : 1));
  expect(correlation(one, other, counts)).toBeCloseTo(0.7489751594333175, 12);
});

test('the correlation of any series with a constant series is 0', () => {
  expect(correlation(one, new Float64Array(X.length).fill(7))).toBe(0);
});

test("the noise of a series (what smoothing removes) equals that of scipy's savgol_filter", () => {
  const residue = residueOf(one);
  const expected = [
    0.8376282081, -0.7480237397, -0.6658640977, 0.8900397028, 0.4022753983, -1.0278615524, -0.1669324225,
    1.0500957481, -0.1129925822, -1.0176200393, 0.3908904407, 0.9426714029, -0.6012491412, -0.7529714216,
  ];
  expected.forEach((value, place) => {
    expect(residue[place + 5]).toBeCloseTo(value, 9);
  });
  expect([residue[4], residue[19]]).toEqual([0, 0]);
});

test("the standard error equals the one that numpy's autocorrelations give", () => {
  expect(standardError(one, other, all)).toBeCloseTo(0.42752541282913753, 12);
});

test('the standard error for two series, each with autocorrelation, equals that of the formula', () => {
  const [n, factor] = [5000, 0.9];
  const [first, second] = ['one', 'other'].map((seed) => following(seed, factor, n));
  const closed = Math.sqrt((1 + factor ** 2) / (1 - factor ** 2) / n);
  const found = standardError(first ?? one, second ?? other, new Uint8Array(n).fill(1));
  expect(found / closed).toBeGreaterThan(0.85);
  expect(found / closed).toBeLessThan(1.15);
});

/** A series of numbers: each one is `factor` times the one before, plus noise. */
function following(seed: string, factor: number, count: number): Float64Array {
  const random = randomFrom(seed);
  let value = 0;
  return Float64Array.from({ length: count }, () => {
    value = factor * value + random() - 0.5;
    return value;
  });
}
