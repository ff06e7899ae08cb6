import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tracePath } from './trace-path.ts';

/** The points of an SVG path with relative steps. */
function pointsOf(path: string): [number, number][] {
  let [x, y] = [0, 0];
  return path
    .slice(1)
    .split('l')
    .map((step) => {
      const [dx = 0, dy = 0] = step.split(' ').map(Number);
      [x, y] = [x + dx, y + dy];
      return [x, y];
    });
}

const RUN = { points: 3_000, minutes: 20 };
const minutes = Array.from({ length: RUN.points }, (_, place) => (place * RUN.minutes) / (RUN.points - 1));
/** A chromatogram with one peak. */
const peakAt = (top: number, width: number) => ({
  minutes,
  signal_mau: minutes.map((minute) => 3 + 800 * Math.exp(-(((minute - top) / width) ** 2) / 2)),
});

it('the top of a narrow peak is the maximum of the chromatogram, at its time', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 19, noNaN: true }), (top) => {
      const points = pointsOf(tracePath(peakAt(top, 0.012)));
      const highest = points.reduce((one, other) => (other[1] < one[1] ? other : one));
      expect(highest[1]).toBeCloseTo(1, 6);
      expect(highest[0]).toBeCloseTo((top / RUN.minutes) * 120, 0);
      expect(points.at(-1)?.[1]).toBeCloseTo(31, 6);
    }),
  );
});

it('a peak of usual width is round: its flanks have many points', () => {
  const path = tracePath(peakAt(9, 0.12));
  const points = pointsOf(path);
  expect(points.filter(([, y]) => y < 30).length).toBeGreaterThanOrEqual(9);
  expect(path.length).toBeLessThan(300);
});

it('a noisy chromatogram has at most two points in each of its 240 columns, and stays in the box', () => {
  const noisy = { minutes, signal_mau: minutes.map((_, place) => (place * 7_919) % 101) };
  const points = pointsOf(tracePath(noisy));
  expect(points.length).toBeGreaterThan(240);
  expect(points.length).toBeLessThanOrEqual(480);
  for (const [x, y] of points) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(120.01);
    expect(y).toBeGreaterThan(0.9);
    expect(y).toBeLessThan(31.1);
  }
});

it('a chromatogram without a length has no drawing', () => {
  expect(tracePath({ minutes: [], signal_mau: [] })).toBe('');
  expect(tracePath({ minutes: [1], signal_mau: [1] })).toBe('');
});
