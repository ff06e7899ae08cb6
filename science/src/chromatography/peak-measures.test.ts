import { describe, expect, it } from 'vitest';
import { baselineUnder } from './baseline-lines.ts';
import { gaussian, sampled } from './known-traces.fixture.ts';
import { measurePeaks } from './peak-limits.ts';
import { noiseIn } from './peak-measures.ts';
import { randomFrom } from './synthetic-trace.ts';
import type { Trace } from './trace.ts';
import type { PeakLimits } from './types.ts';

const FLAT = { minutes: [0], mau: [0] };
const straight = (trace: Trace, limits: PeakLimits[]) =>
  baselineUnder(trace, { limits, baseline: 'straight' }, { rollingBall: () => FLAT, instrument: null });

describe('plates, tailing, resolution and noise of peaks equal the formulas of the pharmacopoeia', () => {
  const pair = sampled((at) => 100 * gaussian(at, 8, 0.1) + 50 * gaussian(at, 8.8, 0.1));
  const limits = [
    { start_min: 7.4, end_min: 8.4 },
    { start_min: 8.4, end_min: 9.4 },
  ];

  it('plates, tailing and resolution of Gaussian peaks equal the USP formulas', () => {
    const width = 0.1 * 2 * Math.sqrt(2 * Math.LN2);
    const [one, other] = measurePeaks(pair, FLAT, limits, null);
    expect(one?.width_half_min).toBeCloseTo(width, 4);
    expect(one?.tailing).toBeCloseTo(1, 3);
    expect((one?.plates ?? 0) / (8 / 0.1) ** 2).toBeCloseTo(1, 2);
    expect(one?.resolution).toBeNull();
    expect(other?.resolution).toBeCloseTo((1.18 * 0.8) / (2 * width), 3);
    expect(other?.signal_to_noise).toBeNull();
  });

  it('a measure of a peak is null if the signal beside the peak stays too high for it', () => {
    const [cut] = measurePeaks(pair, FLAT, [{ start_min: 7.95, end_min: 8.05 }], null);
    expect(cut).toMatchObject({ width_half_min: null, tailing: null, plates: null });
    const [half] = measurePeaks(pair, FLAT, [{ start_min: 7.8, end_min: 8.2 }], null);
    expect(half?.width_half_min).toBeCloseTo(0.2355, 3);
    expect(half?.tailing).toBeNull();
    const [under] = measurePeaks(pair, { minutes: [0], mau: [500] }, [{ start_min: 7.4, end_min: 9 }], null);
    expect(under).toMatchObject({ width_half_min: null, tailing: null, plates: null });
  });

  it('signal-to-noise uses the noise in the stated window, after the drift is removed', () => {
    const random = randomFrom('noise');
    const noisy = sampled((at) => 0.5 * at + 100 * gaussian(at, 8, 0.1) + 2 * random());
    const baseline = straight(noisy, [{ start_min: 7.4, end_min: 8.6 }]);
    const noise = noiseIn(noisy, { from_min: 12, to_min: 15 });
    expect(noise?.peak_to_peak).toBeGreaterThan(1.9);
    expect(noise?.peak_to_peak).toBeLessThan(2.1);
    const [stated] = measurePeaks(noisy, baseline, [{ start_min: 7.4, end_min: 8.6 }], noise);
    expect(stated?.signal_to_noise).toBeGreaterThan(92);
    expect(stated?.signal_to_noise).toBeLessThan(108);
    const [found] = measurePeaks(noisy, baseline, [{ start_min: 7.4, end_min: 8.6 }]);
    expect(found?.signal_to_noise).toBeGreaterThanOrEqual(stated?.signal_to_noise ?? 0);
    expect(found?.signal_to_noise).toBeLessThan(130);
  });

  it('the noise is null if each range has a peak or too few points', () => {
    const [whole] = measurePeaks(pair, FLAT, [{ start_min: 0, end_min: 20 }]);
    expect(whole?.signal_to_noise).toBeNull();
    expect(noiseIn(pair, { from_min: 1, to_min: 1.05 })).toBeNull();
  });
});
