import { describe, expect, it } from 'vitest';
import { integrateWithin } from './integration.ts';
import { gaussian, prepared, sampled, step } from './known-traces.fixture.ts';
import { limitsOf } from './peak-limits.ts';
import { shape, syntheticTrace } from './synthetic-trace.ts';
import type { Trace } from './trace.ts';

const codes = (trace: Trace) => [...new Set(prepared(trace).noticed.map(({ code }) => code))];
const drawn = (signalAt: (minutes: number) => number, options = {}) =>
  sampled(signalAt, { noise: 0.02, seed: 'warnings', ...options });
/** A main peak of 98 % and a small peak of 2 %. */
const clean = (at: number) => 800 * gaussian(at, 8, 0.06) + 16.33 * gaussian(at, 10, 0.06);

describe('integration gives warnings about doubtful peaks', () => {
  it('integration gives no warning for clean chromatograms with drift, tails, small impurities or wide peaks', () => {
    expect(codes(drawn(clean))).toEqual([]);
    expect(codes(drawn((at) => 5 + 0.8 * at + clean(at)))).toEqual([]);
    expect(
      codes(drawn((at) => 800 * gaussian(at, 8, 0.3) + 16 * gaussian(at, 12, 0.3), { step: 0.01 })),
    ).toEqual([]);
    for (let seed = 0; seed < 20; seed++) {
      for (const purity of [99.9, 99.1, 98, 95]) {
        expect(
          codes(syntheticTrace({ seed: `clean ${seed}`, solvent: 'dip', purity_percent: purity })),
        ).toEqual([]);
      }
    }
  });

  it.each([200, 500, 700, 780])(
    'integration warns of a detector that was clipped at %s of 800 mAU',
    (most) => {
      expect(codes(sampled((at) => Math.min(most, clean(at)), { noise: 0.02, seed: 'after' }))).toContain(
        'saturated',
      );
      const noisy = drawn(clean);
      expect(
        codes({ ...noisy, signal_mau: noisy.signal_mau.map((signal) => Math.min(most, signal)) }),
      ).toContain('saturated');
    },
  );

  it.each([
    [0.3, 0],
    [0.3, 0.2],
    [0.5, 0],
    [0.5, 0.2],
    [0.8, 0],
    [1.2, 0.2],
  ])(
    'integration warns of a hump of 20 %% under the main peak that is %s min wide and %s min late',
    (width, behind) => {
      const hump = (at: number) => ((200 * 0.06) / width) * gaussian(at, 8 + behind, width);
      expect(codes(drawn((at) => 800 * gaussian(at, 8, 0.06) + hump(at)))).not.toEqual([]);
    },
  );

  it.each([
    [0.3, 0.5],
    [0.4, 0.5],
    [0.4, 0.2],
    [0.5, 0.1],
    [0.5, 0.2],
    [0.6, 0.02],
    [0.6, 0.5],
    [0.7, 0.01],
    [0.7, 0.2],
    [0.8, 0.01],
    [0.9, 0.05],
    [0.9, 0.5],
  ])(
    'integration warns of two peaks with a resolution of %s if the smaller peak has %s',
    (resolution, share) => {
      for (const side of [-1, 1]) {
        const pair = (at: number) =>
          800 *
          ((1 - share) * gaussian(at, 8, 0.06) +
            share * gaussian(at, 8 + side * 4 * resolution * 0.06, 0.06));
        expect(codes(drawn(pair))).toContain('overlap');
      }
    },
  );

  it('integration warns if two peaks overlap so much that no straight line can divide them', () => {
    const main = { retention_min: 8, sigma_min: 0.06, tail_min: 0.05 };
    const pair = (at: number) => 120 * shape(at, main) + 10 * shape(at, { ...main, retention_min: 8.33 });
    expect(codes(drawn(pair))).toContain('overlap');
  });

  it('integration warns of a broad peak that was not integrated, but not of the curved baseline of a gradient', () => {
    expect(codes(drawn((at) => clean(at) + 2 * gaussian(at, 14, 0.5)))).toContain('area_lost');
    expect(codes(drawn((at) => clean(at) + 10 * step(at, 13, 2)))).toEqual([]);
  });

  it('integration warns of noise that hides peaks above the reporting limit', () => {
    expect(codes(drawn(clean, { noise: 0.1 }))).toEqual([]);
    expect(codes(drawn(clean, { noise: 0.5 }))).toContain('noise');
  });

  it.each([0.05, 0.1, 0.2, 0.35])(
    'integration warns of a step of 40 mAU that is %s min wide and lies under a small peak',
    (width) => {
      const trace = drawn((at) => 40 * step(at, 10, width) + clean(at) + 8 * gaussian(at, 10.2, 0.06));
      expect(codes(trace)).not.toEqual([]);
    },
  );

  it('integration warns if a peak has too few measured points', () => {
    expect(codes(drawn(clean, { step: 0.03 }))).toEqual([]);
    const coarse = drawn((at) => 800 * gaussian(at, 8, 0.03), { step: 0.03 });
    const [peak] = prepared(drawn((at) => 800 * gaussian(at, 8, 0.03))).peaks;
    const limits = [{ start_min: peak?.start_min ?? 0, end_min: peak?.end_min ?? 0 }];
    const done = integrateWithin(coarse, { limits, main_peak: 0, baseline: 'straight' }, null, 'person');
    expect('ok' in done ? [] : done.noticed.map(({ code }) => code)).toEqual(['few_points']);
  });

  it('after a person moved peaks, integration warns of missing peaks and of borders that cut into a peak', () => {
    const trace = drawn(clean);
    const { peaks } = prepared(trace);
    const within = (limits: ReturnType<typeof limitsOf>) => {
      const done = integrateWithin(trace, { limits, main_peak: 0, baseline: 'straight' }, null, 'person');
      return 'ok' in done ? [] : done.noticed;
    };
    expect(within(limitsOf(peaks))).toEqual([]);
    expect(within(limitsOf(peaks).slice(0, 1))).toEqual([
      {
        code: 'area_lost',
        text: '2.00 % of the area stands out of the signal and is in none of the peaks (10.00 min); integrate it or say why not.',
      },
    ]);
    const [, impurity] = limitsOf(peaks);
    const narrow = within([{ start_min: 7.93, end_min: 8.07 }, ...(impurity ? [impurity] : [])]);
    expect(narrow.map(({ code }) => code)).toContain('area_lost');
  });

  it('for a peak table from the instrument, integration warns only of problems of the detector', () => {
    const trace = drawn((at) => Math.min(500, clean(at)));
    const limits = [{ start_min: 7.7, end_min: 8.3 }];
    const line = { minutes: [0, 20], mau: [0, 0] };
    const done = integrateWithin(trace, { limits, main_peak: 0, baseline: 'instrument' }, line, 'instrument');
    expect('ok' in done ? [] : done.noticed).toEqual([
      {
        code: 'saturated',
        text: expect.stringMatching(/^Peak 1 \(8\.0\d min\) has a flat top: the detector was saturated/),
      },
    ]);
  });

  it('integration warns if a rolling-ball baseline rises into wide peaks, and if the run ends within a peak', () => {
    const wide = drawn((at) => 800 * gaussian(at, 10, 0.6));
    const limits = [{ start_min: 7, end_min: 13 }];
    const ball = integrateWithin(wide, { limits, main_peak: 0, baseline: 'rolling_ball' }, null, 'person');
    expect('ok' in ball ? [] : ball.noticed.map(({ code }) => code)).toContain('baseline_cuts');
    expect(codes(drawn((at) => 800 * gaussian(at, 9.9, 0.06), { run: 10 }))).toContain('baseline_cuts');
  });
});
