import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integrate } from './peak-detection.ts';
import { syntheticTrace } from './synthetic-trace.ts';

const seeds = Array.from({ length: 12 }, (_, index) => `sanity ${index}`);

describe('integration finds the true areas of generated chromatograms', () => {
  it.each([
    [99.1, 0.02],
    [98, 0.05],
    [95, 0.005],
    [80, 0.02],
  ])('integration finds a purity of %s %% within 0.08 percentage points at %s mAU noise', (purity, noise) => {
    for (const seed of seeds) {
      const drawn = syntheticTrace({ seed, purity_percent: purity, noise_mau: noise });
      const found = integrate(drawn);
      expect(found.peaks).toHaveLength(drawn.peaks.length);
      expect(Math.abs((found.purity_percent ?? 0) - purity)).toBeLessThan(0.08);
    }
  });

  it('integration finds the area, position and height of each peak', () => {
    const drawn = syntheticTrace({ seed: 'each', purity_percent: 90, impurities: 3 });
    const found = integrate(drawn);
    for (const peak of drawn.peaks) {
      const match = found.peaks.find(({ retention_min: at }) => Math.abs(at - peak.retention_min) < 0.05);
      expect(match).toBeDefined();
      expect((match?.area ?? 0) / peak.area).toBeCloseTo(1, 1);
      expect(match?.start_min).toBeLessThan(peak.retention_min - 2 * peak.sigma_min);
      expect(match?.end_min).toBeGreaterThan(peak.retention_min + 2 * peak.sigma_min);
    }
    expect(found.peaks[found.main_peak ?? -1]?.height_mau).toBeCloseTo(780, -1);
    expect(found.method).toEqual({
      name: 'straight baselines between the feet of peaks, trapezoid areas, peaks from 0.05 % of the total area',
      version: '5',
    });
  });

  it('integration reports 100 % for a single peak, and no peak in pure noise', () => {
    expect(integrate(syntheticTrace({ seed: 1, purity_percent: 100 })).purity_percent).toBe(100);
    const noise = syntheticTrace({ seed: 2, purity_percent: 0, impurities: 0 });
    expect(integrate(noise)).toMatchObject({ peaks: [], main_peak: null, purity_percent: null });
  });

  it('integration finds small peaks on a drift that is higher than the peaks', () => {
    for (let seed = 0; seed < 12; seed++) {
      const blank = syntheticTrace({ seed: `blank ${seed}`, purity_percent: 0 });
      expect(integrate(blank).peaks).toHaveLength(blank.peaks.length);
    }
  });

  it('integration leaves out the solvent front unless the options include it', () => {
    const trace = syntheticTrace({ seed: 3 });
    expect(integrate(trace).limits).toEqual({ from_min: 2.4, to_min: 20, threshold_percent: 0.05 });
    expect(integrate(trace).peaks[0]?.start_min).toBeGreaterThan(2.4);
    expect(
      integrate(trace, { from_min: 0 }).peaks.map((peak) => Math.round(10 * peak.retention_min)),
    ).toContain(15);
  });

  it('integration uses the window and the reporting limit of a method, and lists both in its result', () => {
    const trace = syntheticTrace({ seed: 3 });
    const options = { from_min: 5, to_min: 12, threshold_percent: 0.2 };
    const found = integrate(trace, options);
    expect(found.limits).toEqual(options);
    expect(found.method.name).toMatch(/peaks from 0\.2 % of the total area$/);
    expect(found.peaks.every((peak) => peak.area_percent >= 0.2)).toBe(true);
    expect(found.peaks.every((peak) => peak.start_min >= 5 && peak.end_min <= 12)).toBe(true);
    expect(found.peaks.length).toBeLessThan(integrate(trace).peaks.length);
  });

  it('integration within limits finds only peaks whose highest point lies within the limits', () => {
    const part = integrate(syntheticTrace({ seed: 4 }), { from_min: 8, to_min: 8.9, threshold_percent: 0 });
    expect(part.peaks.map((peak) => Math.round(peak.retention_min * 10))).toContain(84);
    expect(integrate(syntheticTrace({ seed: 4 }), { from_min: 8, to_min: 8.01 }).peaks).toEqual([]);
  });

  it('integration works with 200,000 points and with 100 points', () => {
    expect(integrate(syntheticTrace({ seed: 5, points: 200_000 })).purity_percent).toBeCloseTo(99.1, 1);
    expect(integrate(syntheticTrace({ seed: 5, points: 100 })).peaks.length).toBeGreaterThan(0);
  });
});

describe('integration gives valid peaks for random chromatograms', () => {
  const trace = fc
    .array(
      fc.tuple(
        fc.double({ min: 1e-4, max: 1, noNaN: true }),
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      ),
      { minLength: 100, maxLength: 400 },
    )
    .map((steps) => {
      let time = 0;
      return {
        minutes: steps.map(([step]) => (time += step)),
        signal_mau: steps.map(([, signal]) => signal),
      };
    });

  it('integration never throws; its areas add up to 100 %, and its peaks do not overlap', () => {
    fc.assert(
      fc.property(trace, (any) => {
        const { peaks, main_peak: main, purity_percent: purity } = integrate(any);
        if (peaks.length === 0) return main === null && purity === null;
        const total = peaks.reduce((sum, peak) => sum + peak.area_percent, 0);
        const ordered = peaks.every(
          (peak, index) =>
            peak.start_min <= peak.retention_min &&
            peak.retention_min <= peak.end_min &&
            peak.start_min >= (peaks[index - 1]?.end_min ?? 0),
        );
        return Math.abs(total - 100) < 0.1 && ordered && peaks[main ?? -1]?.area_percent === purity;
      }),
      { numRuns: 150 },
    );
  });
});
