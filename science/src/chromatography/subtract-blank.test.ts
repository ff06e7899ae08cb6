import { describe, expect, it } from 'vitest';
import { gaussian, prepared, sampled, step } from './known-traces.fixture.ts';
import { subtractBlank } from './subtract-blank.ts';

describe('after a blank is subtracted, the peaks of a run remain', () => {
  const gradient = (at: number) => 40 * step(at, 10, 0.2);
  const sample = (at: number) =>
    784 * gaussian(at, 8, 0.06) + 8 * gaussian(at, 10.2, 0.06) + 8 * gaussian(at, 11.5, 0.06);
  const run = sampled((at) => gradient(at) + sample(at), { noise: 0.02, seed: 'run' });
  const subtracted = (blank: Parameters<typeof subtractBlank>[1]) => {
    const done = subtractBlank(run, blank);
    if (!done.ok) throw new Error(done.message);
    return done;
  };

  it.each([0.002, 0.005, 0.0071, 0.013])(
    'after a blank is subtracted, the peaks of a run remain (one point every %s min)',
    (rate) => {
      const { trace, warnings } = subtracted(sampled(gradient, { step: rate, noise: 0.02, seed: 'blank' }));
      expect(warnings).toEqual([]);
      expect(trace.minutes).toEqual(run.minutes);
      const { purityPercent, noticed } = prepared(trace);
      expect(Math.abs((purityPercent ?? 0) - 98)).toBeLessThan(0.05);
      expect(noticed).toEqual([]);
      expect(prepared(run).noticed).not.toEqual([]);
    },
  );

  it('a blank is subtracted without scaling, so a run minus itself is zero', () => {
    expect(subtracted(run).trace.signal_mau.every((signal) => signal === 0)).toBe(true);
  });

  it('if the blank is shorter than the run, its last value is used for the rest, with a warning', () => {
    const blank = sampled(gradient, { run: 15 });
    const { trace, warnings } = subtracted(blank);
    expect(warnings).toEqual([
      {
        code: 'blank_short',
        text: 'The blank runs only from 0.00 min to 15.00 min; beyond, its last signal was subtracted. Record a blank as long as the run.',
      },
    ]);
    const ends = (run.signal_mau.at(-1) ?? 0) - (blank.signal_mau.at(-1) ?? 0);
    expect(trace.signal_mau.at(-1)).toBeCloseTo(ends, 9);
  });

  it('a blank that covers another time range cannot be subtracted', () => {
    const later = sampled(gradient);
    const blank = { ...later, minutes: later.minutes.map((at) => at + 25) };
    expect(subtractBlank(run, blank)).toEqual({
      ok: false,
      line: null,
      message:
        'The blank runs from 25.00 min to 45.00 min and the trace from 0.00 min to 20.00 min: they have no time in common.',
    });
  });
});
