import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kaplanMeier, type Observation, quantileOf } from './kaplan-meier.ts';

type Row = (number | null)[];
type Fit = {
  time: number[];
  done: number[];
  at: Row;
  n_risk: Row;
  n_event: Row;
  n_censored: Row;
  survival: Row;
  std_error: Row;
  lower: Row;
  upper: Row;
  quantiles: Row[];
};
// The expected values are from survfit in the program R (kaplan-meier.R).
const vectors: { shares: number[]; sets: Fit[] } = JSON.parse(
  readFileSync(new URL('kaplan-meier.json', import.meta.url), 'utf8'),
);
const observationsOf = ({ time, done }: Fit): Observation[] =>
  time.map((each, place) => ({ time: each, isDone: done[place] === 1 }));
const finite = (found: number | undefined) => (found !== undefined && Number.isFinite(found) ? found : null);

function expectRow(found: (number | undefined)[], expected: Row): void {
  expect(found.length).toBe(expected.length);
  for (const [place, value] of found.entries()) {
    const wanted = expected[place] ?? null;
    if (wanted === null) expect(finite(value)).toBeNull();
    else expect(Math.abs((finite(value) ?? Number.NaN) - wanted)).toBeLessThanOrEqual(1e-9);
  }
}

const sample = fc.record({ time: fc.integer({ min: 0, max: 12 }), isDone: fc.boolean() });
const samples = fc.array(sample, { minLength: 1, maxLength: 40 });
const share = fc.constantFrom(0.1, 0.25, 0.5, 0.75, 0.9);
/** The time after which a part of the samples is finished. If that never happens, it is later than any time. */
const lateness = (list: Observation[], at: number) =>
  quantileOf(kaplanMeier(list), at).time ?? Number.POSITIVE_INFINITY;

describe('the Kaplan-Meier estimate is correct', () => {
  it.each(vectors.sets.map((fit, place) => [place, fit] as const))(
    'the Kaplan-Meier estimate of data set %d equals that of R’s survfit',
    (_place, fit) => {
      const steps = kaplanMeier(observationsOf(fit));
      expectRow(
        steps.map(({ time }) => time),
        fit.at,
      );
      expectRow(
        steps.map(({ nRisk }) => nRisk),
        fit.n_risk,
      );
      expectRow(
        steps.map(({ nEvent }) => nEvent),
        fit.n_event,
      );
      expectRow(
        steps.map(({ nCensored }) => nCensored),
        fit.n_censored,
      );
      expectRow(
        steps.map(({ survival }) => survival),
        fit.survival,
      );
      expectRow(
        steps.map(({ stdError }) => stdError),
        fit.std_error,
      );
      expectRow(
        steps.map(({ lower }) => lower),
        fit.lower,
      );
      expectRow(
        steps.map(({ upper }) => upper),
        fit.upper,
      );
      for (const [place, at] of vectors.shares.entries()) {
        const { time, low, high } = quantileOf(steps, at);
        expectRow([time, low, high], fit.quantiles[place] ?? []);
      }
    },
  );

  it('the test data contain curves that reach a share, that only touch it, and that never reach it', () => {
    const found = vectors.sets.map(({ quantiles }) => quantiles[1]?.[0] ?? null);
    expect(found.filter((each) => each === null).length).toBeGreaterThan(10);
    expect(found.filter((each) => each !== null && each % 1 !== 0).length).toBeGreaterThan(10);
    expect(found.filter((each) => each !== null && each % 1 === 0).length).toBeGreaterThan(50);
  });

  it('an estimate without samples has no curve', () => {
    expect(kaplanMeier([])).toEqual([]);
    expect(quantileOf([], 0.5)).toEqual({ time: undefined, low: undefined, high: undefined });
  });

  it("an unfinished sample moves the day by which 90 % are done, whatever the sample's age", () => {
    const done = Array.from({ length: 10 }, (_, place) => ({ time: place + 1, isDone: true }));
    expect(lateness(done, 0.9)).toBe(9.5);
    expect(lateness([...done, { time: 60, isDone: false }], 0.9)).toBe(10);
    const never = Array.from({ length: 2 }, () => ({ time: 60, isDone: false }));
    expect(lateness([...done, ...never], 0.9)).toBe(Number.POSITIVE_INFINITY);
  });

  it('one more unfinished sample never makes a quantile smaller', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 0, max: 14 }), share, (list, time, at) => {
        expect(lateness([...list, { time, isDone: false }], at)).toBeGreaterThanOrEqual(lateness(list, at));
      }),
      { numRuns: 1000 },
    );
  });

  it('an unfinished sample that waits longer makes the quantile later, so it must not be dropped early', () => {
    fc.assert(
      fc.property(
        samples,
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 14 }),
        share,
        (list, a, b, at) => {
          const watchedFor = (time: number) => lateness([...list, { time, isDone: false }], at);
          expect(watchedFor(Math.max(a, b))).toBeGreaterThanOrEqual(watchedFor(Math.min(a, b)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('the order and the grouping of the samples do not change the estimate', () => {
    fc.assert(
      fc.property(samples, fc.infiniteStream(fc.nat()), (list, keys) => {
        const shuffled = list
          .map((each) => ({ each, key: keys.next().value }))
          .sort((one, other) => one.key - other.key)
          .map(({ each }) => each);
        const together = list.flatMap((each) => [
          { ...each, count: 2 },
          { ...each, count: 1 },
        ]);
        expect(kaplanMeier(shuffled)).toEqual(kaplanMeier(list));
        expect(kaplanMeier(together)).toEqual(kaplanMeier([...list, ...list, ...list]));
      }),
    );
  });

  it('the curve begins at 1 or less, never rises, and stays within its interval', () => {
    fc.assert(
      fc.property(samples, (list) => {
        let before = 1;
        for (const { survival, lower, upper } of kaplanMeier(list)) {
          expect(survival).toBeLessThanOrEqual(before);
          before = survival;
          if (survival > 0) {
            expect(lower).toBeLessThanOrEqual(survival * (1 + 1e-12));
            expect(upper).toBeGreaterThanOrEqual(survival * (1 - 1e-12));
          } else expect([lower, upper]).toEqual([Number.NaN, Number.NaN]);
        }
      }),
    );
  });
});
