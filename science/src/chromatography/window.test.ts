import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionsOf, statedWindow } from './counted-peaks.ts';
import { integrateWithin } from './integration.ts';
import { gaussian, prepared, sampled } from './known-traces.fixture.ts';
import { limitsOf } from './peak-limits.ts';
import { syntheticTrace } from './synthetic-trace.ts';
import { reportingWords, uncountedWords } from './trace-words.ts';

/** A chromatogram with a main peak of area 100 at 8 min, and a peak of area `early` at 1.5 min. */
const withEarly = (early: number, seed = 'early') =>
  sampled(
    (at) =>
      (100 / (0.06 * Math.sqrt(2 * Math.PI))) * gaussian(at, 8, 0.06) +
      (early / (0.05 * Math.sqrt(2 * Math.PI))) * gaussian(at, 1.5, 0.05),
    { noise: 0.02, seed },
  );
const outside = ({ uncounted }: Pick<ReturnType<typeof prepared>, 'uncounted'>) =>
  uncounted.filter(({ why }) => why === 'outside_window');
const isWarned = ({ noticed }: Pick<ReturnType<typeof prepared>, 'noticed'>) =>
  noticed.some(({ code }) => code === 'outside_window');

describe('integration counts only peaks inside a time window', () => {
  it('by default, a large peak before the window is listed as uncounted with its share and a warning', () => {
    const done = prepared(withEarly(6.045));
    expect(done.method.window).toEqual({ from: 2.4, to: 20, unit: 'min', source: 'default' });
    expect(done.purityPercent).toBe(100);
    const [early, ...others] = outside(done);
    expect(others).toEqual([]);
    expect(early?.retention_min).toBeCloseTo(1.5, 2);
    expect(early?.area_percent).toBeCloseTo(5.7, 1);
    expect(done.noticed).toEqual([
      {
        code: 'outside_window',
        text: `${early?.area_percent.toFixed(2)} % of the area (1.50 min) lies outside the integration window, 2.40 to 20.00 min, and is not counted. The method does not say where its window begins: set that in its template, or say why this does not count.`,
      },
    ]);
    expect(uncountedWords(done.uncounted)).toEqual([
      `Outside the integration window and not counted: 1.50 min (${early?.area_percent.toFixed(2)} % of the area).`,
    ]);
  });

  it('if a template sets the same window, the same peak is uncounted, but without a warning', () => {
    const done = prepared(withEarly(6.045), { from_min: 2.4 });
    expect(done.method.window).toEqual({ from: 2.4, to: 20, unit: 'min', source: 'template' });
    expect(outside(done)).toHaveLength(1);
    expect(isWarned(done)).toBe(false);
  });

  it('if the template’s window begins before a peak, the peak counts', () => {
    const done = prepared(withEarly(6.045), { from_min: 0.5 });
    expect(outside(done)).toEqual([]);
    expect(done.purityPercent).toBeCloseTo(94.3, 1);
  });

  it('if the template’s window ends before a peak, the peak does not count', () => {
    const late = sampled((at) => 500 * gaussian(at, 8, 0.06) + 20 * gaussian(at, 18, 0.06), { noise: 0.02 });
    const done = prepared(late, { from_min: 2, to_min: 15 });
    expect(outside(done).map(({ retention_min }) => Math.round(retention_min))).toEqual([18]);
  });

  it('if a template sets only the end of the window, peaks before the window give warnings, and later peaks do not', () => {
    const late = (early: number) =>
      prepared(
        sampled(
          (at) => 500 * gaussian(at, 8, 0.06) + 20 * gaussian(at, 18, 0.06) + early * gaussian(at, 1.5, 0.05),
          { noise: 0.02, seed: 'late' },
        ),
        { to_min: 15 },
      );
    expect(outside(late(0))).toHaveLength(1);
    expect(isWarned(late(0))).toBe(false);
    const both = late(20);
    expect(outside(both)).toHaveLength(2);
    const [warning, ...others] = both.noticed.filter(({ code }) => code === 'outside_window');
    expect(others).toEqual([]);
    expect(warning?.text).toContain(' % of the area (1.50 min) lies outside');
  });

  it('a peak counts if its highest point lies in the window, even if its foot lies outside', () => {
    for (const at of [2.41, 2.45, 2.5]) {
      const trace = sampled((time) => 600 * gaussian(time, 8, 0.06) + 40 * gaussian(time, at, 0.06), {
        noise: 0.02,
        seed: `edge ${at}`,
      });
      const done = prepared(trace, { from_min: 2.4 });
      expect(done.uncounted.map(({ retention_min, why }) => [retention_min.toFixed(2), why])).toEqual([
        [at.toFixed(2), 'left_out'],
      ]);
      expect(done.noticed.map(({ code, text }) => [code, text])).toEqual([
        [
          'outside_window',
          expect.stringMatching(
            /^6\.\d\d % of the area \(2\.\d\d min\) reaches over the edge of the integration window, 2\.40 to 20\.00 min, and is not counted\./,
          ),
        ],
      ]);
      const edge = { start_min: at - 0.25, end_min: at + 0.25 };
      const asked = { ...done.proposal, limits: [edge, ...done.proposal.limits], main_peak: 1 };
      const counted = integrateWithin(trace, asked, null, 'person', { from_min: 2.4 });
      expect('ok' in counted ? counted.message : [counted.uncounted, isWarned(counted)]).toEqual([[], false]);
    }
  });

  it('the default window also gives warnings for an instrument’s peak table and for limits that a person set', () => {
    const trace = withEarly(6.045);
    const { proposal } = prepared(trace);
    const byHand = integrateWithin(trace, proposal, null, 'person');
    expect('ok' in byHand ? byHand.message : isWarned(byHand)).toBe(true);
    const early = { start_min: 1.2, end_min: 1.8 };
    const counted = { ...proposal, limits: [early, ...proposal.limits], main_peak: 1 };
    const wide = integrateWithin(trace, counted, null, 'person');
    if ('ok' in wide) throw new Error(wide.message);
    expect(wide.method.window).toEqual({ from: 1.2, to: 20, unit: 'min', source: 'default' });
    expect([outside(wide), isWarned(wide)]).toEqual([[], false]);
    expect(reportingWords(wide.method)).toEqual([
      'Integrated from 1.20 to 20.00 min: the method does not say where its window begins, so that the first 12 % of a run is left out unless limits are set in it.',
    ]);
  });

  it('the negative dip of the solvent does not count as a peak', () => {
    for (let seed = 0; seed < 40; seed++) {
      const dip = prepared(syntheticTrace({ seed, solvent: 'dip' }));
      expect([outside(dip), isWarned(dip)]).toEqual([[], false]);
    }
    const deep = sampled((at) => 500 * gaussian(at, 8, 0.06) - 300 * gaussian(at, 1.4, 0.04), {
      noise: 0.02,
      seed: 'deep',
    });
    expect(outside(prepared(deep))).toEqual([]);
  });

  it('integration lists every peak of 0.1 % or more with its share of all peaks, inside and outside the window', () => {
    const share = fc.double({ min: 0.1, max: 20, noNaN: true });
    fc.assert(
      fc.property(share, fc.double({ min: 0.5, max: 7, noNaN: true }), fc.nat(20), (percent, at, seed) => {
        const area = (100 * percent) / (100 - percent);
        const trace = sampled(
          (time) =>
            (100 / (0.06 * Math.sqrt(2 * Math.PI))) * gaussian(time, 8, 0.06) +
            (area / (0.05 * Math.sqrt(2 * Math.PI))) * gaussian(time, at, 0.05),
          { noise: 0.01, step: 0.01, seed: String(seed) },
        );
        const { peaks, uncounted } = prepared(trace);
        const found = [...peaks, ...uncounted].find(
          ({ start_min, end_min }) => start_min <= at && at <= end_min,
        );
        // The window ends at 2.4 min, so it cuts a peak that is there.
        const isCut = Math.abs(at - 2.4) < 0.25;
        const off = Math.abs((found?.area_percent ?? 0) - percent);
        expect(off).toBeLessThan(isCut ? 0.03 + 0.6 * percent : 0.03 + 0.02 * percent);
      }),
      { numRuns: 40 },
    );
  });

  it('a window that begins after the end of the run contains no peaks, and a warning says so', () => {
    const done = prepared(withEarly(6.045), { from_min: 25 });
    expect([done.peaks, done.purityPercent]).toEqual([[], null]);
    expect(reportingWords({ window: done.method.window })).toEqual([
      'Nothing was integrated: the window begins at 25.00 min, and the run ends at 20.00 min.',
    ]);
  });

  it('the window stays the same when the chromatogram is integrated again with the same options', () => {
    const trace = withEarly(6.045);
    for (const options of [null, {}, { threshold_percent: 0.1 }, { from_min: 2.4 }, { to_min: 15 }]) {
      const first = prepared(trace, options);
      const again = integrateWithin(trace, first.proposal, null, 'person', optionsOf(first.method, trace));
      if ('ok' in again) throw new Error(again.message);
      expect(again.method.window).toEqual(first.method.window);
      expect(isWarned(again)).toBe(isWarned(first));
    }
  });

  it('an old result without a stored window has the window of the method’s version at that time', () => {
    const trace = withEarly(6.045);
    const { peaks } = prepared(trace);
    const old = statedWindow({}, trace, peaks);
    expect(old).toEqual({ from: 2.4, to: 20, unit: 'min', source: 'method_version' });
    expect(reportingWords({ window: old, method: { name: '', version: '4' } })).toEqual([
      'Integrated from 2.40 to 20.00 min: from method version 4 (not printed).',
    ]);
    const early = [{ start_min: 1.2, end_min: 1.8 }];
    expect(statedWindow({}, trace, early).from).toBe(1.2);
    const printed = { limit_percent: 0.05, from_min: 2.4, to_min: 20 };
    expect(statedWindow({ reporting: printed }, trace, peaks).source).toBe('default');
    expect(statedWindow({ reporting: { ...printed, from_min: 3 } }, trace, peaks)).toEqual({
      from: 3,
      to: 20,
      unit: 'min',
      source: 'template',
    });
    expect(limitsOf(peaks)).toHaveLength(1);
  });
});
