import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conformance, decide, expandedUncertainty, isBandTooWide, normalCdf } from './decision.ts';
import { judge } from './measuring.ts';
import type { Bounds } from './rule-bounds.ts';
import type { DecisionRule } from './types.ts';

type Vector = {
  rule: DecisionRule;
  low: number | null;
  high: number | null;
  y: number;
  U: number;
  decision: string;
  p: number;
};
// The expected values are from the program R (decision-vectors.R). They are thousandths, so that values on a limit are
// exact.
const vectors: { decisions: Vector[]; cdf: [number, number][] } = JSON.parse(
  readFileSync(new URL('decision-vectors.json', import.meta.url), 'utf8'),
);
const boundsOf = ({ low, high }: Pick<Vector, 'low' | 'high'>): Bounds => [
  low ?? Number.NEGATIVE_INFINITY,
  high ?? Number.POSITIVE_INFINITY,
];
const isClose = (found: number, expected: number) =>
  Math.abs(found - expected) <= 1e-12 * Math.max(Math.abs(expected), 1e-300);

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const width = fc.double({ min: 0, max: 1e5, noNaN: true });
const bounds = fc.oneof(
  number.map((limit): Bounds => [limit, Number.POSITIVE_INFINITY]),
  number.map((limit): Bounds => [Number.NEGATIVE_INFINITY, limit]),
  fc.tuple(number, number).map(([one, other]): Bounds => [Math.min(one, other), Math.max(one, other)]),
);
const ORDER = ['fail', 'conditional_fail', 'conditional_pass', 'pass'];

describe('a decision by value, uncertainty and limit equals the decision that R computes', () => {
  it('decision and probability equal those that R computes', () => {
    expect(vectors.decisions).toHaveLength(200);
    for (const vector of vectors.decisions) {
      const { rule, y, U, decision, p } = vector;
      expect([vector, decide(rule, boundsOf(vector), y, U)]).toEqual([vector, decision]);
      const found = conformance(boundsOf(vector), y, U);
      expect([vector, found, isClose(found, p)]).toEqual([vector, found, true]);
    }
  });

  it('the decision equals the worked example in JCGM 106 (98.2 ± 0.4 against 98)', () => {
    const limit: Bounds = [98, Number.POSITIVE_INFINITY];
    expect(conformance(limit, 98.2, 0.4)).toBeCloseTo(0.8413447, 7);
    expect(decide('guard_band', limit, 98.2, 0.4)).toBe('conditional_pass');
    expect(decide('simple', limit, 98.2, 0.4)).toBe('pass');
  });

  it('with simple acceptance, the decision ignores the uncertainty and equals the rule’s verdict', () => {
    fc.assert(
      fc.property(bounds, number, width, ([low, high], y, U) => {
        const found = decide('simple', [low, high], y, U);
        expect(found).toBe(decide('simple', [low, high], y, 0));
        expect(found).toBe(decide('guard_band', [low, high], y, 0));
        if (!Number.isFinite(high)) {
          const figures = { qualifier: undefined, lod: undefined, loq: undefined, claim: undefined };
          const line = { ...figures, value: y, words: '', massError: undefined };
          expect(found).toBe(judge({ kind: 'at_least', of: 'value', limit: low }, line));
        }
      }),
    );
  });

  it('a decision never gets worse when the value moves from the limit into the allowed range', () => {
    fc.assert(
      fc.property(number, number, width, width, (limit, y, step, U) => {
        const upwards = (at: number) =>
          ORDER.indexOf(decide('guard_band', [limit, Number.POSITIVE_INFINITY], at, U));
        expect(upwards(y + step)).toBeGreaterThanOrEqual(upwards(y));
        const downwards = (at: number) =>
          ORDER.indexOf(decide('guard_band', [Number.NEGATIVE_INFINITY, limit], at, U));
        expect(downwards(y - step)).toBeGreaterThanOrEqual(downwards(y));
      }),
    );
  });

  it('a guard band never turns a failing value into a pass, or a passing value into a fail', () => {
    fc.assert(
      fc.property(bounds, number, width, (limits, y, U) => {
        const isPass = decide('simple', limits, y, U) === 'pass';
        expect(/pass$/.test(decide('guard_band', limits, y, U))).toBe(isPass);
      }),
    );
  });
});

describe('the normal distribution is computed correctly', () => {
  it.each(vectors.cdf)('at %d, our normal distribution equals that of R', (x, expected) => {
    expect([normalCdf(x), isClose(normalCdf(x), expected)]).toEqual([expect.any(Number), true]);
  });

  it('the normal distribution is 0 far below and 1 far above the mean', () => {
    expect([normalCdf(Number.NEGATIVE_INFINITY), normalCdf(Number.POSITIVE_INFINITY)]).toEqual([0, 1]);
  });
});

describe('the expanded uncertainty U is computed from its components', () => {
  const of = (u: number) => ({ source: 'repeatability', u });
  it('U is twice the root of the sum of the squared components, or the number that a person entered', () => {
    expect(expandedUncertainty({ components: [of(0.3), of(0.4)] }, 98)).toBeCloseTo(1, 12);
    expect(expandedUncertainty({ components: [of(1)], U: 9 }, 98)).toBe(2);
    expect(expandedUncertainty({ U: 0.4 }, 98)).toBe(0.4);
  });

  it('U of relative components is a percentage of the value, and is undefined for a value of zero', () => {
    expect(expandedUncertainty({ components: [of(1)], relative: true }, -50)).toBeCloseTo(1, 12);
    expect(expandedUncertainty({ components: [of(1)], relative: true }, 0)).toBeUndefined();
  });

  it('a guard band is too wide if no value can pass', () => {
    expect([isBandTooWide([90, 110], 10), isBandTooWide([90, 110], 10.01)]).toEqual([false, true]);
    expect(isBandTooWide([98, Number.POSITIVE_INFINITY], 1e9)).toBe(false);
  });
});
