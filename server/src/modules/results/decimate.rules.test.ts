import { decimate } from '@vialproof/contract/trace';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticTrace } from '../../../database/seed/traces.ts';

describe('decimate', () => {
  it('leaves a short trace as it is', () => {
    const short = { minutes: [0, 1, 2], signal_mau: [5, 6, 7] };
    expect(decimate(short, 10)).toEqual(short);
  });

  it('keeps ends, extremes and order, and at most two points a column', () => {
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
