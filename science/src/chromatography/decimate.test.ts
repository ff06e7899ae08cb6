import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticTrace } from './synthetic-trace.ts';
import { decimate, windowOf } from './trace.ts';

describe('decimate reduces the number of points of a chromatogram', () => {
  it('decimate leaves a short chromatogram unchanged', () => {
    const short = { minutes: [0, 1, 2], signal_mau: [5, 6, 7] };
    expect(decimate(short, 10)).toEqual(short);
  });

  it('decimate keeps the first and last point and all extremes, and at most two points for each column of the picture', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 300, max: 4000 }),
        fc.integer({ min: 2, max: 200 }),
        (seed, points, columns) => {
          const trace = syntheticTrace({ seed, points });
          const thin = decimate(trace, columns);
          const times = new Set(trace.minutes);
          expect(thin.minutes.length).toBeLessThanOrEqual(2 * columns + 2);
          expect(thin.minutes.length).toBe(thin.signal_mau.length);
          expect(
            thin.minutes.every((time, index) => times.has(time) && time > (thin.minutes[index - 1] ?? -1)),
          ).toBe(true);
          expect([thin.minutes[0], thin.minutes.at(-1)]).toEqual([trace.minutes[0], trace.minutes.at(-1)]);
          expect(Math.max(...thin.signal_mau)).toBe(Math.max(...trace.signal_mau));
          expect(Math.min(...thin.signal_mau)).toBe(Math.min(...trace.signal_mau));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('windowOf returns the part of a chromatogram between two times', () => {
  it('windowOf keeps the extremes within the window, and one point beyond each edge', () => {
    const trace = syntheticTrace({ seed: 'window', points: 5000 });
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 20, noNaN: true }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        fc.integer({ min: 2, max: 400 }),
        (one, other, columns) => {
          const [from, to] = [Math.min(one, other), Math.max(one, other)];
          const shown = windowOf(trace, from, to, columns);
          const inside = trace.signal_mau.filter((_, index) => {
            const time = trace.minutes[index] ?? 0;
            return time >= from && time <= to;
          });
          expect(shown.minutes.length).toBeLessThanOrEqual(2 * columns + 2);
          expect(shown.minutes.every((time, index) => time > (shown.minutes[index - 1] ?? -1))).toBe(true);
          expect(shown.minutes[0]).toBeLessThanOrEqual(from);
          expect(shown.minutes.at(-1)).toBeGreaterThanOrEqual(Math.min(to, 20));
          if (inside.length > 0) {
            expect(shown.signal_mau).toContain(Math.max(...inside));
            expect(shown.signal_mau).toContain(Math.min(...inside));
          }
          if (inside.length <= columns) expect(shown.minutes.length).toBeGreaterThanOrEqual(inside.length);
        },
      ),
    );
  });
});
