import { describe, expect, it } from 'vitest';
import { baselineUnder, heightAt } from './baseline-lines.ts';
import { gaussian, sampled } from './known-traces.fixture.ts';
import { limitErrors, limitsOf, measurePeaks } from './peak-limits.ts';
import type { PeakLimits } from './types.ts';

const LEVEL = { minutes: [0], mau: [-10] };
const lines = { rollingBall: () => LEVEL, instrument: { minutes: [0], mau: [-20] } };
const areaOf = (height: number, sigma: number) => height * sigma * Math.sqrt(2 * Math.PI);

describe('peaks of one group share a baseline', () => {
  // Two peaks that overlap and one separate peak, on a slope.
  const slope = (at: number) => 2 * at;
  const trace = sampled(
    (at) => slope(at) + 100 * gaussian(at, 5, 0.2) + 60 * gaussian(at, 5.7, 0.2) + 40 * gaussian(at, 9, 0.2),
  );
  const limits: PeakLimits[] = [
    { start_min: 3.8, end_min: 5.39 },
    { start_min: 5.39, end_min: 6.9 },
    { start_min: 7.9, end_min: 10.1 },
  ];
  const integrated = (change: PeakLimits[]) =>
    measurePeaks(trace, baselineUnder(trace, { limits: change, baseline: 'straight' }, lines), change);
  const named = (baseline: PeakLimits['baseline'], place: number) =>
    limits.map((limit, index) => (index === place && baseline ? { ...limit, baseline } : limit));

  it('peaks that are divided at a valley stand on the straight line between the feet of the group', () => {
    const [one, other, last] = integrated(limits);
    expect((one?.area ?? 0) + (other?.area ?? 0)).toBeCloseTo(areaOf(160, 0.2), 2);
    expect(last?.area).toBeCloseTo(areaOf(40, 0.2), 3);
  });

  it('if a person chooses the valley baseline for one peak, all peaks of its group get it, and no other group does', () => {
    const dropped = integrated(limits);
    const valleys = integrated(named('valley', 1));
    const line = baselineUnder(trace, { limits: named('valley', 1), baseline: 'straight' }, lines);
    const valley = heightAt({ minutes: trace.minutes, mau: trace.signal_mau }, 5.39);
    expect(heightAt(line, 5.39)).toBeCloseTo(valley, 9);
    expect(valleys[0]?.area).toBeCloseTo((dropped[0]?.area ?? 0) - (1.59 * (valley - slope(5.39))) / 2, 2);
    expect(valleys[1]?.area).toBeCloseTo((dropped[1]?.area ?? 0) - (1.51 * (valley - slope(5.39))) / 2, 2);
    expect(valleys[2]?.area).toBe(dropped[2]?.area);
  });

  it('a person can choose the rolling ball or the instrument’s baseline for a single group', () => {
    const dropped = integrated(limits);
    const [, , ball] = integrated(named('rolling_ball', 2));
    expect(ball?.area).toBeCloseTo((dropped[2]?.area ?? 0) + 2.2 * (slope(9) + 10), 2);
    const [first, second, alone] = integrated(named('instrument', 0));
    const both = (first?.area ?? 0) + (second?.area ?? 0);
    expect(both).toBeCloseTo(areaOf(160, 0.2) + 3.1 * (slope(5.35) + 20), 2);
    expect(alone?.area).toBe(dropped[2]?.area);
  });

  it('a group has the default baseline if no other baseline was chosen for any of its peaks', () => {
    expect(baselineUnder(trace, { limits, baseline: 'rolling_ball' }, lines)).toBe(LEVEL);
    expect(baselineUnder(trace, { limits, baseline: 'instrument' }, lines)).toBe(lines.instrument);
    const mixed = baselineUnder(trace, { limits: named('valley', 2), baseline: 'rolling_ball' }, lines);
    expect([heightAt(mixed, 5), heightAt(mixed, 8)]).toEqual([-10, heightAt(mixed, 8)]);
    expect(heightAt(mixed, 8)).toBeCloseTo(slope(8), 1);
  });

  it('each stored peak names the baseline on which it was measured', () => {
    expect(limitsOf(integrated(named('valley', 1)))).toEqual(named('valley', 1));
    expect(limitsOf(integrated(limits))).toEqual(limits);
  });
});

describe('the area of a rider peak is separated from the larger peak below it', () => {
  const tail = (at: number) => (at < 5 ? 0 : 100 * Math.exp(-(at - 5)));
  const rider = (at: number) => 3 * gaussian(at, 7.5, 0.1);
  const drawn = sampled((at) => tail(at) + rider(at));
  const limits: PeakLimits[] = [
    { start_min: 4.9, end_min: 7.2 },
    { start_min: 7.2, end_min: 15, baseline: 'tangent' },
  ];
  const measured = (trace = drawn, asked = limits) =>
    measurePeaks(trace, baselineUnder(trace, { limits: asked, baseline: 'straight' }, lines), asked);

  it('a skimmed rider gets the area above the tangent, and the larger peak below it gets the rest', () => {
    const [parent, found] = measured();
    expect((found?.area ?? 0) / areaOf(3, 0.1)).toBeGreaterThan(0.75);
    expect((found?.area ?? 0) / areaOf(3, 0.1)).toBeLessThan(1);
    expect(found?.retention_min).toBeCloseTo(7.48, 1);
    const [whole] = measured(drawn, [{ start_min: 4.9, end_min: 15 }]);
    expect((parent?.area ?? 0) + (found?.area ?? 0)).toBeCloseTo(whole?.area ?? 0, 3);
    const [, dropped] = measured(
      drawn,
      limits.map(({ start_min, end_min }) => ({ start_min, end_min })),
    );
    expect(dropped?.area).toBeGreaterThan(10 * (found?.area ?? 0));
  });

  it('a rider before a peak has the same area as a rider behind it', () => {
    const mirrored = {
      minutes: drawn.minutes,
      signal_mau: drawn.signal_mau.toReversed(),
    };
    const [found, parent] = measured(
      mirrored,
      limits
        .toReversed()
        .map((limit) => ({ ...limit, start_min: 20 - limit.end_min, end_min: 20 - limit.start_min })),
    );
    const [forwardParent, forward] = measured();
    expect(found?.area).toBeCloseTo(forward?.area ?? 0, 3);
    expect(parent?.area).toBeCloseTo(forwardParent?.area ?? 0, 3);
  });

  it('integration refuses to skim a peak that touches no other peak', () => {
    const alone = limits.slice(1);
    expect(limitErrors(alone, 0, { first: 0, last: 20 })).toEqual([
      { path: 'limits.0', message: 'Peak 1 touches no peak that it could be skimmed from.' },
    ]);
    expect(limitErrors(limits, 0, { first: 0, last: 20 })).toEqual([]);
  });
});
