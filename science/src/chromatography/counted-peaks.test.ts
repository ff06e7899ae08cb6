import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionsOf, reportingOf, withinMethod } from './counted-peaks.ts';
import { integrateWithin, prepare } from './integration.ts';
import { integrate } from './peak-detection.ts';
import { limitsOf } from './peak-limits.ts';
import { syntheticTrace } from './synthetic-trace.ts';
import type { Integration } from './types.ts';

const traceOf = (seed: number) =>
  syntheticTrace({ seed, purity_percent: 99, impurities: 6, points: 2000, solvent: 'dip' });
const file = (trace: { minutes: number[]; signal_mau: number[] }) => ({
  ok: true as const,
  format: 'csv' as const,
  trace,
  unit: 'mAU' as const,
  wavelengthNm: 214,
  channel: null,
  acquisition: {
    sampleName: null,
    sampleId: null,
    injectedAt: null,
    instrument: null,
    method: null,
    operator: null,
    batch: null,
  },
  instrument: null,
  vendorPeaks: null,
  warnings: [],
});

describe('the reporting limit and the window of a method decide which peaks count', () => {
  it('every detected peak is either counted or uncounted, at any reporting limit', () => {
    const limits = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.nat(40), limits, (seed, threshold_percent) => {
        const trace = traceOf(seed);
        const { peaks, uncounted } = prepare(file(trace), { threshold_percent });
        const known = [...peaks, ...uncounted];
        for (const { retention_min: top } of integrate(trace, { threshold_percent: 0 }).found) {
          expect(known.some(({ start_min, end_min }) => start_min <= top && top <= end_min)).toBe(true);
        }
        for (const { why } of uncounted) expect(why).toBe('below_limit');
        for (const peak of peaks) expect(peak.area_percent).toBeGreaterThanOrEqual(threshold_percent - 1e-4);
      }),
      { numRuns: 40 },
    );
  });

  it('the same peaks count if a person sets limits equal to the proposed ones, at any reporting limit', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.double({ min: 0, max: 2, noNaN: true }), (seed, threshold_percent) => {
        const trace = traceOf(seed);
        const { proposal, peaks, method } = prepare(file(trace), { threshold_percent });
        const again = integrateWithin(trace, proposal, null, 'person', optionsOf(method, trace));
        expect('ok' in again ? again.message : again.peaks).toEqual(peaks);
      }),
      { numRuns: 40 },
    );
  });

  it('peaks that a person left out are listed as left out; without a reporting limit, no peak is listed as too small', () => {
    const trace = traceOf(7);
    const { peaks, main_peak } = integrate(trace);
    const alone: Integration = {
      limits: limitsOf(peaks.filter((_, place) => place === main_peak)),
      main_peak: 0,
      baseline: 'straight',
    };
    const done = integrateWithin(trace, alone, null, 'person');
    if ('ok' in done) throw new Error(done.message);
    expect(done.uncounted.map(({ retention_min, why }) => [retention_min, why])).toEqual(
      peaks.filter((_, place) => place !== main_peak).map(({ retention_min }) => [retention_min, 'left_out']),
    );
    const shares = done.uncounted.reduce((sum, { area_percent }) => sum + area_percent, 0);
    expect(shares).toBeCloseTo(100 - (peaks[main_peak ?? -1]?.area_percent ?? 0), 1);
    const strict = integrateWithin(trace, alone, null, 'person', { threshold_percent: 50 });
    expect('ok' in strict ? [] : strict.uncounted.map(({ why }) => why)).toEqual(
      done.uncounted.map(() => 'below_limit'),
    );
  });

  it('the main peak of an instrument’s table is the main peak, unless it lies outside the window', () => {
    const trace = traceOf(3);
    const { peaks, main_peak } = integrate(trace);
    const asked: Integration = { limits: limitsOf(peaks), main_peak, baseline: 'instrument' };
    const line = { minutes: [0, 20], mau: [0, 0] };
    const main = peaks[main_peak ?? -1]?.retention_min ?? 0;
    const after = reportingOf(trace, { from_min: main + 0.5 });
    const late = withinMethod(trace, { asked, line, reporting: after });
    expect(late.asked.main_peak).toBeNull();
    expect(late.asked.limits.length + late.dropped.length).toBe(peaks.length);
    const before = reportingOf(trace, { from_min: main - 0.5, threshold_percent: 0 });
    const kept = withinMethod(trace, { asked, line, reporting: before });
    expect(kept.asked.limits[kept.asked.main_peak ?? -1]).toEqual(asked.limits[main_peak ?? -1]);
    expect(withinMethod(trace, { asked, line, reporting: null }).asked).toBe(asked);
  });
});
