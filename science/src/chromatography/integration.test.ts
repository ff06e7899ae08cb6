import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baselineUnder, heightAt } from './baseline-lines.ts';
import { integrateWithin } from './integration.ts';
import { measurePeaks } from './peak-limits.ts';
import { syntheticTrace } from './synthetic-trace.ts';
import type { Trace } from './trace.ts';
import type { PeakLimits } from './types.ts';

const straight = (trace: Trace, limits: PeakLimits[]) =>
  baselineUnder(
    trace,
    { limits, baseline: 'straight' },
    { rollingBall: () => ({ minutes: [0], mau: [0] }), instrument: null },
  );

describe('integration gives the true areas of peaks within the limits that a person sets', () => {
  const minutes = Array.from({ length: 1001 }, (_, index) => index / 100);
  const signal_mau = minutes.map((at) => at + Math.max(0, 10 - 10 * Math.abs(at - 5)));
  const triangle = { minutes, signal_mau };

  it('integration measures areas above the straight line between the limits, even if the limits lie between two points', () => {
    const [peak] = measurePeaks(triangle, straight(triangle, [{ start_min: 3.9951, end_min: 6.0049 }]), [
      { start_min: 3.9951, end_min: 6.0049 },
    ]);
    expect(peak).toMatchObject({ retention_min: 5, area_percent: 100 });
    expect(peak?.area).toBeCloseTo(10, 3);
    expect(peak?.height_mau).toBeCloseTo(10, 3);
  });

  it('integration divides two overlapping peaks at the valley between them, above one common line', () => {
    const limits = [
      { start_min: 3, end_min: 5 },
      { start_min: 5, end_min: 7 },
    ];
    const line = straight(triangle, limits);
    expect([line.minutes, heightAt(line, 5)]).toEqual([[3, 7], 5]);
    const done = integrateWithin(triangle, { limits, main_peak: 1, baseline: 'straight' }, null, 'person');
    expect('ok' in done ? done.message : done.peaks.map(({ area }) => area)).toEqual([5, 5]);
    expect('ok' in done ? null : done.purityPercent).toBe(50);
  });

  it('integration refuses a peak without area, and the message names the peak', () => {
    const limits = [
      { start_min: 4, end_min: 6 },
      { start_min: 8, end_min: 9 },
    ];
    expect(integrateWithin(triangle, { limits, main_peak: 0, baseline: 'straight' }, null, 'person')).toEqual(
      {
        ok: false,
        line: null,
        peak: 1,
        message: 'Peak 2 has no area above its baseline; move its limits or delete it.',
      },
    );
  });
});

describe('integration within limits is right for random limits', () => {
  const trace = syntheticTrace({ seed: 'limits', points: 900 });
  const limits = fc
    .uniqueArray(fc.integer({ min: 0, max: 1999 }), { minLength: 2, maxLength: 12 })
    .map((places) => places.toSorted((a, b) => a - b).map((place) => place / 100))
    .map((edges) => edges.slice(1).map((end, index) => ({ start_min: edges[index] ?? 0, end_min: end })));

  it('the areas of adjacent peaks add up to the area of one peak over the same range, on any baseline', () => {
    fc.assert(
      fc.property(limits, fc.double({ min: -50, max: 50, noNaN: true }), (parts, height) => {
        const level = { minutes: [0, 20], mau: [height, height / 2] };
        const whole = { start_min: parts[0]?.start_min ?? 0, end_min: parts.at(-1)?.end_min ?? 1 };
        const sum = measurePeaks(trace, level, parts).reduce((total, peak) => total + peak.area, 0);
        const [one] = measurePeaks(trace, level, [whole]);
        expect(Math.abs(sum - (one?.area ?? 0))).toBeLessThan(1e-3);
      }),
    );
  });
});
