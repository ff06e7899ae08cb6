import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilson } from './wilson.ts';

type Vector = [passed: number, n: number, low: number, high: number];
// The expected values are from the program R (wilson-vectors.R).
const vectors: Vector[] = JSON.parse(readFileSync(new URL('wilson-vectors.json', import.meta.url), 'utf8'));

describe("Wilson's interval is the same as the known values and R's", () => {
  it.each([
    [3, 3, 0.4385, 1],
    [9, 10, 0.5958, 0.9821],
    [19, 20, 0.7639, 0.9911],
  ])('for %i of %i, the interval ranges from %f to %f', (passed, n, low, high) => {
    const found = wilson(passed, n);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  it("the interval equals that of R's prop.test for every share of n up to 60", () => {
    expect(vectors).toHaveLength(1890);
    for (const [passed, n, low, high] of vectors) {
      const found = wilson(passed, n);
      expect(Math.abs(found.low - low), `${passed} of ${n}`).toBeLessThan(1e-12);
      expect(Math.abs(found.high - high), `${passed} of ${n}`).toBeLessThan(1e-12);
    }
  });

  const share = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

  it('the interval contains the share, and the interval of the failures is its mirror image', () => {
    fc.assert(
      fc.property(share, ([passed, n]) => {
        const { low, high } = wilson(passed, n);
        const mirrored = wilson(n - passed, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(passed / n);
        expect(high).toBeGreaterThanOrEqual(passed / n);
        expect(Math.abs(1 - low - mirrored.high)).toBeLessThan(1e-12);
      }),
    );
  });

  it('the interval is narrower for larger n', () => {
    fc.assert(
      fc.property(share, ([passed, n]) => {
        const few = wilson(passed, n);
        const many = wilson(4 * passed, 4 * n);
        expect(many.high - many.low).toBeLessThan(few.high - few.low);
      }),
    );
  });

  it.each([
    [1, 0],
    [-1, 3],
    [4, 3],
    [0.5, 3],
    [Number.NaN, 3],
  ])('the interval throws for the impossible share %f of %f', (passed, n) => {
    expect(() => wilson(passed, n)).toThrow(RangeError);
  });
});
