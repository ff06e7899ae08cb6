import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tracePath } from './trace';

function points(path: string): [number, number][] {
  return path
    .slice(1)
    .split('L')
    .map((point) => point.split(' ').map(Number) as [number, number]);
}

describe('the drawn chromatogram shows all peaks inside its box', () => {
  test('the drawing keeps the highest point of the chromatogram', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 20_000 }), fc.nat(), (count, seed) => {
        const peak = seed % count;
        const minutes = Array.from({ length: count }, (_, index) => index / 100);
        const signal = minutes.map((_, index) => (index === peak ? 1_000 : 1));
        const drawn = points(tracePath({ minutes, signal }, 1_000, 200).path);
        expect(Math.min(...drawn.map(([, y]) => y))).toBe(10);
        expect(drawn.length).toBeLessThanOrEqual(2 * 501);
      }),
    );
  });

  test('the drawing differs from the measured points by at most half a unit', () => {
    const minutes = Array.from({ length: 500 }, (_, index) => index / 25);
    const signal = minutes.map((at) => 300 * Math.exp(-(((at - 9) / 0.2) ** 2)));
    const drawn = points(tracePath({ minutes, signal }, 1_000, 400, 700).path);
    expect(drawn.length).toBeLessThan(60);
    for (const [index, value] of signal.entries()) {
      const x = (index / 499) * 1_000;
      const after = drawn.findIndex((point) => point[0] >= x - 0.06);
      const [x1, y1] = drawn[after] ?? [0, 0];
      const [x0, y0] = drawn[Math.max(0, after - 1)] ?? [0, 0];
      const y = x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
      expect(Math.abs(y - (394 - (value / 300) * 384))).toBeLessThan(2);
    }
  });

  test('the drawing runs from left to right, and stays inside its box', () => {
    const minutes = Array.from({ length: 3_000 }, (_, index) => 2 + index / 100);
    const drawn = points(tracePath({ minutes, signal: minutes.map(Math.sin) }, 1_000, 200).path);
    for (const [index, [x, y]] of drawn.entries()) {
      expect(x).toBeGreaterThanOrEqual(drawn[index - 1]?.[0] ?? 0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(200);
    }
  });

  test('the area of each uncounted peak is shaded', () => {
    const minutes = Array.from({ length: 500 }, (_, index) => index / 25);
    const signal = minutes.map((at) => 300 * Math.exp(-(((at - 9) / 0.2) ** 2)));
    const uncounted = [{ start_min: 8, end_min: 10 }];
    const { path, areas } = tracePath({ minutes, signal, uncounted }, 1_000, 200);
    const inside = points(areas);
    expect(inside[0]?.[0]).toBeCloseTo(400, -1);
    expect(inside.at(-1)?.[0]).toBeCloseTo(500, -1);
    expect(Math.min(...inside.map(([, y]) => y))).toBe(Math.min(...points(path).map(([, y]) => y)));
    expect(tracePath({ minutes, signal }, 1_000, 200).areas).toBe('');
  });

  test('the time axis has round numbers, and a chromatogram without points has no line', () => {
    const minutes = [0, 5, 10, 15, 20];
    const { ticks } = tracePath({ minutes, signal: [0, 1, 0, 0, 0] }, 1_000, 200);
    expect(ticks.map((tick) => tick.minutes)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
    expect(tracePath({ minutes: [], signal: [] }, 1_000, 200).path).toBe('');
    expect(tracePath({ minutes: [1], signal: [1] }, 1_000, 200).path).toBe('');
  });
});
