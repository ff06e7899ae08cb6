import { describe, expect, it } from 'vitest';
import { syntheticTrace, traceAsCsv } from './synthetic-trace.ts';

describe('synthetic chromatograms have the height, purity and areas that the caller wants', () => {
  it('the same seed always gives the same chromatogram, and two seeds give different chromatograms', () => {
    expect(syntheticTrace({ seed: 'BPC-157' })).toEqual(syntheticTrace({ seed: 'BPC-157' }));
    expect(syntheticTrace({ seed: 'BPC-157' })).not.toEqual(syntheticTrace({ seed: 'BPC-158' }));
  });

  it('a synthetic chromatogram has the height and the purity that the caller wants', () => {
    const trace = syntheticTrace({ seed: 1, purity_percent: 97.5, height_mau: 640 });
    const total = trace.peaks.reduce((sum, peak) => sum + peak.area, 0);
    expect((100 * (trace.peaks[trace.main ?? -1]?.area ?? 0)) / total).toBeCloseTo(97.5, 6);
    expect(Math.max(...trace.signal_mau)).toBeGreaterThan(640);
    expect(Math.max(...trace.signal_mau)).toBeLessThan(660);
  });

  it('a synthetic chromatogram contains the areas that the generator states', () => {
    const drawn = syntheticTrace({ seed: 2, noise_mau: 0 });
    const blank = syntheticTrace({ seed: 2, noise_mau: 0, purity_percent: 100 });
    const area = drawn.signal_mau.reduce(
      (sum, value, index) => sum + (value - (blank.signal_mau[index] ?? 0)) * (20 / 2999),
      0,
    );
    const impurities = drawn.peaks.slice(1).reduce((sum, peak) => sum + peak.area, 0);
    expect(area).toBeCloseTo(impurities, 1);
  });

  it('the generator can make a blank, which has no main peak', () => {
    const blank = syntheticTrace({ seed: 3, purity_percent: 0 });
    expect(blank.main).toBeNull();
    expect(Math.max(...blank.signal_mau)).toBeLessThan(60);
  });

  it('the generator writes two columns of text with headings', () => {
    const lines = traceAsCsv(syntheticTrace({ seed: 4, points: 200 }))
      .trimEnd()
      .split('\n');
    expect(lines.slice(0, 2)).toEqual(['# HPLC-UV, 214 nm', 'Time (min),Signal (mAU)']);
    expect(lines).toHaveLength(202);
    expect(lines[2]).toMatch(/^0\.0000,-?\d+\.\d{3}$/);
  });
});
