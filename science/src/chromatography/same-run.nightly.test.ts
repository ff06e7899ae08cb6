import { expect, test } from 'vitest';
import {
  ALTERATIONS,
  changed,
  detectedOf,
  NOISE_MAU,
  noisier,
  rounded,
  TWO_ALTERATIONS,
  within,
} from './altered-copies.fixture.ts';
import { ALIKE, pairsOf, RUNS_EACH } from './runs-of-one-sample.fixture.ts';
import { isSameRun } from './same-run.ts';
import type { Trace } from './trace.ts';

const EACH = 10;
const detected = detectedOf(EACH);

/** How many of ten copies are found, for changes that hide some. */
const DETECTED: Record<string, number> = { 'noise of five times the size': 7 };

test.each(Object.entries({ ...ALTERATIONS, ...TWO_ALTERATIONS }))(
  'isSameRun detects that two files are copies of one run in ten runs, with this change: %s',
  (what, alter) => {
    expect(detected(alter)).toBe(DETECTED[what] ?? EACH);
  },
);

test.each<[string, number, (trace: Trace) => Trace]>([
  ['with noise of eight times the size', 3, (trace) => noisier(trace, 8 * NOISE_MAU)],
  ['with noise of twenty times the size', 0, (trace) => noisier(trace, 20 * NOISE_MAU)],
  ['rounded to 5', 5, (trace) => rounded(trace, 5)],
  [
    'rounded to 1 with another scale',
    0,
    (trace) =>
      rounded(
        changed(trace, (value) => 1.01 * value),
        1,
      ),
  ],
  ['without its highest peak', 0, (trace) => within(trace, 9, 20)],
])('isSameRun seldom detects a copy with this change: %s', (_, count, alter) => {
  expect(detected(alter)).toBe(count);
});

test.each(Object.entries(ALIKE))(
  'isSameRun does not call any two of fifteen different runs copies of one run: %s',
  (_, run) => {
    const pairs = pairsOf(run, RUNS_EACH);
    expect(pairs.length).toBe(105);
    expect(pairs.filter(([one, other]) => isSameRun(one, other)).length).toBe(0);
  },
);
