import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aroundPeak, peakPlace } from './queries';

test('the main peak stands at its place wherever it is in the run', () => {
  const minutes = Array.from({ length: 1_500 }, (_, index) => index / 75);
  const signal = minutes.map(() => 1);
  fc.assert(
    fc.property(fc.double({ min: 1, max: 19, noNaN: true }), (retention) => {
      const shown = aroundPeak({ minutes, signal }, retention);
      const first = shown.minutes[0] ?? 0;
      const last = shown.minutes.at(-1) ?? 0;
      expect(shown.signal).toHaveLength(shown.minutes.length);
      expect((retention - first) / (last - first)).toBeCloseTo(peakPlace, 1);
      // As much of the run as that allows: one of its ends is shown.
      expect(first < 0.05 || last > 19.9).toBe(true);
    }),
  );
});

test('a trace without a peak, or without samples, is shown as it is', () => {
  const trace = { minutes: [0, 1, 2], signal: [1, 2, 1] };
  expect(aroundPeak(trace, null)).toBe(trace);
  expect(aroundPeak({ minutes: [], signal: [] }, 4).minutes).toEqual([]);
});
