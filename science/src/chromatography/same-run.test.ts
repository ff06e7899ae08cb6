import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  ALTERATIONS,
  changed,
  detectedOf,
  everyNth,
  NOISE_MAU,
  noisier,
  rounded,
  smoothed,
  TWO_ALTERATIONS,
  within,
} from './altered-copies.fixture.ts';
import { readChromatogram } from './readers/chromatogram-file.ts';
import { ALIKE, pairsOf } from './runs-of-one-sample.fixture.ts';
import { isSameRun } from './same-run.ts';
import { syntheticTrace } from './synthetic-trace.ts';
import type { Trace } from './trace.ts';

/** Copies and runs of each kind; same-run.nightly.test.ts has more. */
const EACH = 3;
const detected = detectedOf(EACH);

/** How many of three copies are found, for changes that hide some. */
const DETECTED: Record<string, number> = { 'noise of five times the size': 2 };

test.each(Object.entries(ALTERATIONS))(
  'isSameRun detects that two files are copies of one run, with this change: %s',
  (what, alter) => {
    expect(detected(alter)).toBe(DETECTED[what] ?? EACH);
  },
);

test.each(Object.entries(TWO_ALTERATIONS))(
  'isSameRun detects a copy with these two changes: %s',
  (_, alter) => {
    expect(detected(alter)).toBe(EACH);
  },
);

test.each(Object.entries(ALIKE))(
  'isSameRun does not call two different runs copies of one run: %s',
  (_, run) => {
    const pairs = pairsOf(run, EACH);
    expect(pairs.length).toBe(3);
    expect(pairs.filter(([one, other]) => isSameRun(one, other)).length).toBe(0);
  },
);

test('a file with too few digits to show noise matches only files with equal digits', () => {
  const [one, other] = ['one', 'other'].map((seed) =>
    rounded(noisier(syntheticTrace({ seed: 'coarse', noise_mau: 0 }), NOISE_MAU, seed), 0.1),
  );
  if (!one || !other) throw new Error('Two traces are drawn.');
  expect(isSameRun(one, other)).toBe(false);
  expect(isSameRun(one, within(one, 2, 17))).toBe(true);
  expect(isSameRun(one, everyNth(one, 3))).toBe(true);
  // Rounding removes the noise.
  expect(isSameRun(one, rounded(one, 1))).toBe(false);
});

const agilent = real('agilent_hplc.cdf');

test('two real runs do not match, even if the second run has the same peaks with other noise', () => {
  expect(isSameRun(agilent, real('bpc157.csv'))).toBe(false);
  const peaks = smoothed(smoothed(agilent, 30), 30);
  const runs = ['one', 'two'].map((seed) => withNoise(peaks, 0.002, seed));
  for (const run of runs) expect(isSameRun(agilent, run)).toBe(false);
});

test.each<[string, (trace: Trace) => Trace]>([
  ['with the first minutes cut', (trace) => within(trace, 3, Infinity)],
  ['with every fourth point', (trace) => everyNth(trace, 4)],
  ['rounded to 0.1', (trace) => rounded(trace, 0.1)],
  ['with noise of the same size', (trace) => withNoise(trace, 0.002, 'on top')],
])('isSameRun detects a copy of a real run %s', (_, alter) => {
  expect(isSameRun(agilent, alter(agilent))).toBe(true);
});

/** Adds noise without rounding, because this file has six decimals. */
function withNoise(trace: Trace, size: number, seed: string): Trace {
  const noise = noisier(
    changed(trace, () => 0),
    1000 * size,
    seed,
  ).signal_mau;
  return {
    minutes: trace.minutes,
    signal_mau: trace.signal_mau.map((value, index) => value + (noise[index] ?? 0) / 1000),
  };
}

function real(name: string): Trace {
  const path = fileURLToPath(new URL(`../../../e2e/fixtures/${name}`, import.meta.url));
  const reading = readChromatogram(new Uint8Array(readFileSync(path)), (bytes) => bytes);
  if (!reading.ok) throw new Error(reading.message);
  return reading.trace;
}
