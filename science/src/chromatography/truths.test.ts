import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gaussian, sampled, step } from './known-traces.fixture.ts';
import { integrate } from './peak-detection.ts';
import { shape } from './synthetic-trace.ts';

/** How wrong the main peak's part of the area is, in percentage points. */
const off = (trace: Parameters<typeof integrate>[0], truth: number) =>
  Math.abs((integrate(trace).purity_percent ?? Number.NaN) - truth);

/** Two Gaussian peaks, of which the smaller one is a hundred times as high as the noise. */
function pair({ share, resolution, width, order, seed = 'pair', drift = 0 }: Pair) {
  const apart = 4 * resolution * width;
  const run = Math.max(10, apart + 30 * width) / 0.85;
  const [first, second] = order ? [1 - share, share] : [share, 1 - share];
  const height = 1000 / (1 - share);
  // The noise from peak to peak is about six standard deviations.
  const noise = Math.min(0.02, (2 * height * share) / (6 * 100));
  return sampled(
    (at) =>
      drift * step(at, 0.62 * run, run / 9) +
      height * first * gaussian(at, run / 2 - apart / 2, width) +
      height * second * gaussian(at, run / 2 + apart / 2, width),
    { step: Math.min(width / 8, 0.01), run, noise, seed },
  );
}
type Pair = {
  share: number;
  resolution: number;
  width: number;
  order: boolean;
  seed?: string;
  drift?: number;
};

describe('integration finds the main peak’s share of chromatograms with known areas', () => {
  it('the main peak’s share is right within 0.05 points for two Gaussian peaks of any size and width', () => {
    fc.assert(
      fc.property(
        fc.record({
          share: fc.constantFrom(0.001, 0.005, 0.01, 0.05, 0.2, 0.5),
          resolution: fc.double({ min: 1.5, max: 6, noNaN: true }),
          width: fc.constantFrom(0.02, 0.05, 0.1, 0.25, 0.5),
          order: fc.boolean(),
          seed: fc.string({ minLength: 1, maxLength: 5 }),
        }),
        (drawn) => {
          expect(off(pair(drawn), 100 * (1 - drawn.share))).toBeLessThan(0.05);
        },
      ),
      { numRuns: 100, seed: 19 },
    );
  });

  it('the main peak’s share is as exact on the slowly rising baseline of a gradient', () => {
    for (const width of [0.02, 0.05, 0.1]) {
      for (const resolution of [1.5, 3, 6]) {
        const trace = pair({ share: 0.01, resolution, width, order: true, drift: 10 });
        expect(off(trace, 99)).toBeLessThan(0.05);
      }
    }
  });

  it.each([0.03, 0.05, 0.1])(
    'the main peak’s share is right within 0.1 points if its tail carries a small peak of 0.5 %% and has a width of %s min',
    (sigma) => {
      for (const tail of [0.5, 1, 1.5, 2, 3]) {
        for (const place of [6, 8, 10, 12, 15, 20]) {
          const main = { retention_min: 8, sigma_min: sigma, tail_min: tail * sigma };
          const rider = (at: number) =>
            gaussian(at, 8 + place * sigma, sigma) / (sigma * Math.sqrt(2 * Math.PI));
          const trace = sampled((at) => 150 * (0.995 * shape(at, main) + 0.005 * rider(at)), {
            noise: 0.01,
            seed: `${tail} ${place}`,
          });
          expect(off(trace, 99.5)).toBeLessThan(0.1);
          const { peaks, method } = integrate(trace);
          expect(method.name.includes('skimmed')).toBe(peaks[1]?.baseline === 'tangent');
        }
      }
    },
  );

  it.each([0.5, 0.8, 1.2])(
    'the main peak’s share is right within 0.2 points if small peaks of 1 %% stand on a step of 40 mAU that is %s min wide',
    (width) => {
      const trace = sampled(
        (at) =>
          40 * step(at, 10, width) +
          784 * gaussian(at, 8, 0.06) +
          8 * gaussian(at, 10.2, 0.06) +
          8 * gaussian(at, 11.5, 0.06),
        { noise: 0.02, seed: 'step' },
      );
      expect(off(trace, 98)).toBeLessThan(0.2);
    },
  );

  it('the main peak’s share is right in a run that has no range without peaks', () => {
    const full = sampled((at) => 50 * (1 + Math.sin(30 * at)), { noise: 0.02, seed: 'full' });
    const { peaks } = integrate(full, { from_min: 2, to_min: 18 });
    expect(peaks.length).toBeGreaterThan(70);
    expect(peaks.slice(1, -1).every(({ height_mau }) => height_mau > 90)).toBe(true);
  });

  it('the main peak’s share is right for wide peaks in a short run, and a step does not count as a peak', () => {
    const wide = sampled((at) => 800 * gaussian(at, 8, 0.3) + 16.3265 * gaussian(at, 12, 0.3), {
      noise: 0.02,
      seed: 'wide',
    });
    expect(off(wide, 98)).toBeLessThan(0.05);
    const empty = sampled((at) => 40 * step(at, 10, 0.3), { noise: 0.02, seed: 'step' });
    expect(integrate(empty).peaks).toEqual([]);
  });
});
