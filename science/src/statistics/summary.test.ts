import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Counted, summaryOf } from './summary.ts';

const counted = (values: number[]): Counted[] =>
  [...Map.groupBy(values, (value) => value)]
    .map(([value, same]) => ({ value, n: same.length }))
    .toSorted((one, other) => one.value - other.value);

describe('the summary of values equals the expected numbers', () => {
  it.each([
    [[99.1], { median: 99.1, min: 99.1, max: 99.1 }],
    [[1, 2], { median: 1.5, min: 1, max: 2 }],
    [[-2, 0.07], { median: -0.965, min: -2, max: 0.07 }],
    [[98.15, 98.16], { median: 98.155, min: 98.15, max: 98.16 }],
    [[5, 1, 1], { median: 1, min: 1, max: 5 }],
    [[5, 1, 3, 3], { median: 3, min: 1, max: 5 }],
    [[1e308, 1.5e308], { median: 1.25e308, min: 1e308, max: 1.5e308 }],
  ])('the summary of the values %j equals the expected one', (values, summary) => {
    expect(summaryOf(counted(values))).toEqual(summary);
  });

  it('the summary without values is null', () => {
    expect(summaryOf([])).toBeNull();
  });

  it('values with counts have the same summary as the same values repeated', () => {
    const value = fc.integer({ min: -50, max: 50 }).map((tenths) => tenths / 8);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
        const sorted = values.toSorted((one, other) => one - other);
        const at = (place: number) => sorted[place] ?? Number.NaN;
        const half = sorted.length / 2;
        const median = Number.isInteger(half) ? (at(half - 1) + at(half)) / 2 : at(Math.floor(half));
        expect(summaryOf(counted(values))).toEqual({ median, min: at(0), max: at(sorted.length - 1) });
      }),
    );
  });
});
