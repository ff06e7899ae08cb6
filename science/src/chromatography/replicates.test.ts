import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isToItsDigits, matchedReplicates, replicateProblem } from './replicates.ts';

const purity = fc.integer({ min: 900_000, max: 1_000_000 }).map((n) => n / 10_000);

describe('a typed repeated value belongs to the injection that has the same purity', () => {
  it('a typed value belongs to an injection if the purities are equal in as many digits as were typed; each injection is used once', () => {
    expect(matchedReplicates(['99.03', '98.97', '99.10'], [99.0312, 98.9741, 99.0988])).toBe(3);
    expect(matchedReplicates(['99.0', '98.9', '99.1'], [99.0312])).toBe(1);
    expect(matchedReplicates(['99.0', '99.0', '99.0'], [99.0312])).toBe(1);
    expect(matchedReplicates(['98.70'], [99.03])).toBe(0);
    expect(matchedReplicates([], [99.03])).toBe(0);
    // A purity belongs to only one of the repeated values. Their order does not matter.
    expect(matchedReplicates(['99.0', '99.03'], [99.03, 98.98])).toBe(2);
    expect(matchedReplicates(['99.03', '99.0'], [98.98, 99.03])).toBe(2);
  });

  it('repeated values written as the purities, with any number of digits and in any order, all match', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(purity, fc.integer({ min: 0, max: 4 }), fc.nat()), { minLength: 1, maxLength: 20 }),
        fc.array(purity, { maxLength: 5 }),
        (runs, more) => {
          const typed = runs
            .toSorted(([, , one], [, , other]) => one - other)
            .map(([percent, digits]) => percent.toFixed(digits));
          const purities = [...runs.map(([percent]) => percent), ...more];
          expect(matchedReplicates(typed, purities)).toBe(runs.length);
        },
      ),
    );
  });

  it('the comparison finds the largest possible number of matching pairs', () => {
    const few = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(few, fc.integer({ min: 0, max: 2 })), { maxLength: 4 }),
        fc.array(few, { maxLength: 4 }),
        (values, purities) => {
          const typed = values.map(([value, digits]) => (value / 10).toFixed(digits));
          const percents = purities.map((n) => n / 10);
          const found = matchedReplicates(typed, percents);
          expect(found).toBe(mostPairs(typed, percents));
        },
      ),
    );
  });
});

/** Counts matches in all possible pairings. */
function mostPairs([first, ...others]: string[], purities: number[]): number {
  if (first === undefined) return 0;
  const taken = purities.flatMap((percent, place) =>
    isToItsDigits(first, percent) ? [1 + mostPairs(others, purities.toSpliced(place, 1))] : [],
  );
  return Math.max(mostPairs(others, purities), ...taken);
}

describe('an injection is part of the mean only if it was measured like the shown one', () => {
  const drawn = { signal_unit: 'mAU', wavelength_nm: 214, channel: 'A', reporting: null };
  const reporting = { limit_percent: 0.05, from_min: 2.4, to_min: 20 };

  it('a repeated measurement has the same signal, wavelength and channel as the shown injection, and counts the same peaks', () => {
    expect(replicateProblem(drawn, drawn)).toBeUndefined();
    expect(replicateProblem({ ...drawn, signal_unit: 'mV' }, drawn)).toBe(
      'counts mV and the drawn injection mAU',
    );
    expect(replicateProblem({ ...drawn, wavelength_nm: 280 }, drawn)).toBe(
      'was read at 280 nm and the drawn injection at 214 nm',
    );
    expect(replicateProblem({ ...drawn, channel: 'B' }, drawn)).toBe(
      'was read as “B” and the drawn injection as “A”',
    );
    const of = (change: Partial<typeof reporting> | null) => ({
      ...drawn,
      reporting: change && { ...reporting, ...change },
    });
    expect(replicateProblem(of({ to_min: 19.95 }), of({}))).toBeUndefined();
    for (const other of [null, { limit_percent: 0.1 }, { from_min: 1 }, { to_min: 15 }])
      expect(replicateProblem(of(other), of({}))).toMatch(/another window or reporting limit/);
  });
});
