import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aroundPeak, type Discovery, peakPlace, placed } from './queries';

test('the main peak is drawn at the same place of the page, wherever it is in the chromatogram', () => {
  const minutes = Array.from({ length: 1_500 }, (_, index) => index / 75);
  const signal = minutes.map(() => 1);
  fc.assert(
    fc.property(fc.double({ min: 1, max: 19, noNaN: true }), (retention) => {
      const shown = aroundPeak({ minutes, signal }, retention);
      const first = shown.minutes[0] ?? 0;
      const last = shown.minutes.at(-1) ?? 0;
      expect(shown.signal).toHaveLength(shown.minutes.length);
      expect((retention - first) / (last - first)).toBeCloseTo(peakPlace, 1);
      // As much as possible is visible, so either the first or the last point is.
      expect(first < 0.05 || last > 19.9).toBe(true);
    }),
  );
});

test('a chromatogram without a peak, or without points, stays as it is', () => {
  const trace = { minutes: [0, 1, 2], signal: [1, 2, 1] };
  expect(aroundPeak(trace, null)).toBe(trace);
  expect(aroundPeak({ minutes: [], signal: [] }, 4).minutes).toEqual([]);
});

test('paid cards take every third place, and the other cards keep their order', () => {
  const card = (taskNumber: string, isPaid: boolean): Discovery => ({
    id: taskNumber,
    title: '',
    testType: '',
    manufacturer: '',
    batch: '',
    taskNumber,
    isPaid,
  });
  const cards = (from: number, count: number, isPaid: boolean) =>
    Array.from({ length: count }, (_, place) => card(String(from + place), isPaid));
  fc.assert(
    fc.property(fc.nat({ max: 12 }), fc.nat({ max: 6 }), (newest, paid) => {
      fc.pre(paid <= Math.floor(newest / 2));
      const strip = placed(cards(100, newest, false), cards(200, paid, true));
      const places = strip.flatMap(({ isPaid }, place) => (isPaid ? [place] : []));
      expect(places).toEqual(Array.from({ length: paid }, (_, each) => 3 * each + 2));
      expect(strip.filter(({ isPaid }) => !isPaid)).toEqual(cards(100, newest, false));
      expect(strip.filter(({ isPaid }) => isPaid)).toEqual(cards(200, paid, true));
    }),
  );
});
