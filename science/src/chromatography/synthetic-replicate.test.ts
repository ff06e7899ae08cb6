import { expect, it } from 'vitest';
import { integrate } from './peak-detection.ts';
import { syntheticReplicate } from './synthetic-replicate.ts';
import { syntheticTrace } from './synthetic-trace.ts';

it('the second injection of a sample has the peaks of the first, slightly moved, and other noise', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e']) {
    const options = { seed, purity_percent: 98.7, impurities: 3, solvent: 'dip' as const };
    const [first, second, third] = [
      syntheticTrace(options),
      syntheticReplicate(options, 2),
      syntheticReplicate(options, 3),
    ];
    const [one, two, three] = [first, second, third].map((trace) => integrate(trace));
    expect(two?.peaks.length).toBe(one?.peaks.length);
    expect(three?.peaks.length).toBe(one?.peaks.length);
    const shares = [one, two, three].map((found) => found?.purity_percent ?? Number.NaN);
    expect(new Set(shares).size).toBe(3);
    for (const share of shares) expect(Math.abs(share - (shares[0] ?? 0))).toBeLessThan(0.2);
    for (const [place, peak] of (one?.peaks ?? []).entries())
      expect(Math.abs((two?.peaks[place]?.retention_min ?? 0) - peak.retention_min)).toBeLessThan(0.03);
    expect(second.signal_mau).not.toEqual(third.signal_mau);
    expect(syntheticReplicate(options, 2)).toEqual(second);
  }
});

it('the second injection of a blank has no main peak, and that of a single peak has a single peak', () => {
  expect(syntheticReplicate({ seed: 'blank', purity_percent: 0 }, 2).main).toBeNull();
  expect(syntheticReplicate({ seed: 'lone', purity_percent: 100 }, 2).peaks).toHaveLength(1);
});
