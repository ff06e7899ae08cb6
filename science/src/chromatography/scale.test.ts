import { describe, expect, it } from 'vitest';
import { integrateWithin } from './integration.ts';
import { integrate } from './peak-detection.ts';
import { measurePeaks } from './peak-limits.ts';
import { syntheticTrace } from './synthetic-trace.ts';

const trace = syntheticTrace({ seed: 'scale' });
const inAbsorbance = { ...trace, signal_mau: trace.signal_mau.map((value) => value / 1000) };

describe('a chromatogram gives the same area % in mAU and in AU', () => {
  it('the area % in mAU and in AU differ by less than 0.001 percentage points, and no small peak is lost', () => {
    const whole = integrate(trace);
    const small = integrate(inAbsorbance);
    expect(whole.peaks.length).toBeGreaterThan(1);
    expect(small.peaks).toHaveLength(whole.peaks.length);
    small.peaks.forEach((peak, place) => {
      expect(Math.abs(peak.area_percent - (whole.peaks[place]?.area_percent ?? 0))).toBeLessThan(0.001);
    });

    const limits = whole.peaks.map(({ start_min, end_min }) => ({ start_min, end_min }));
    const level = { minutes: [0], mau: [0] };
    const [one, other] = [trace, inAbsorbance].map((each) => measurePeaks(each, level, limits));
    other?.forEach((peak, place) => {
      expect(Math.abs(peak.area_percent - (one?.[place]?.area_percent ?? 0))).toBeLessThan(0.001);
    });
    const asked = { limits, main_peak: 0, baseline: 'rolling_ball' as const };
    expect(integrateWithin(inAbsorbance, asked, null, 'person')).toMatchObject({ mainPeak: 0 });
  });
});
