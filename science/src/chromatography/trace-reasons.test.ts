import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_VENDOR_PEAK } from './file-reading.ts';
import {
  codesOf,
  explainedWords,
  standingReason,
  standingWarnings,
  unexplainedCodes,
  warningNames,
} from './trace-reasons.ts';

const CODES = ['area_lost', 'saturated', 'baseline_cuts', 'few_points', 'drift', 'overlap', 'blank_needed'];
const noticed = fc
  .array(fc.constantFrom(...CODES), { maxLength: 8 })
  .map((codes) => codes.map((code) => ({ code, text: `Of ${code}.` })));
const vendor = (shares: (number | null)[], areas: (number | null)[] = []) =>
  shares.map((area_percent, place) => ({ ...NO_VENDOR_PEAK, area_percent, area: areas[place] ?? null }));

describe('a person gives a reason for the warnings of a chromatogram', () => {
  it('a reason covers only the warnings that the person saw, and only while these warnings stay the same', () => {
    fc.assert(
      fc.property(noticed, noticed, (before, after) => {
        const given = { codes: codesOf(before), reason: 'Looked at.' };
        expect(unexplainedCodes(before, given)).toEqual([]);
        const fresh = codesOf(after).filter((code) => !given.codes.includes(code));
        expect(unexplainedCodes(after, given)).toEqual(fresh);
        expect(unexplainedCodes(after, null)).toEqual(codesOf(after));
        // A published reason names only warnings that still exist and that it covers.
        const told = standingReason(after, given);
        expect([...(told?.codes ?? []), ...fresh].toSorted()).toEqual(codesOf(after).toSorted());
        expect(told?.codes).not.toEqual([]);
      }),
    );
  });

  it('the chromatogram needs a reason if the instrument’s purity differs from ours by half a point or more', () => {
    const share = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(share, share, noticed, (ours, theirs, other) => {
        fc.pre(Math.abs(Math.abs(ours - theirs) - 0.5) > 1e-6);
        const found = standingWarnings({
          noticed: other,
          vendorPeaks: vendor([theirs, null, theirs / 2]),
          purityPercent: ours,
        });
        expect(found.slice(0, other.length)).toEqual(other);
        expect(codesOf(found.slice(other.length))).toEqual(
          Math.abs(ours - theirs) > 0.5 ? ['vendor_differs'] : [],
        );
      }),
    );
  });

  it('if the instrument’s table has no shares, its areas are compared; a chromatogram without a table needs no reason', () => {
    const differs = (vendorPeaks: ReturnType<typeof vendor> | null, purityPercent: number | null = 95) =>
      codesOf(standingWarnings({ noticed: [], vendorPeaks, purityPercent }));
    expect(differs(vendor([null, null], [900, 100]))).toEqual(['vendor_differs']);
    expect(differs(vendor([null, null], [955, 45]))).toEqual([]);
    for (const none of [null, [], vendor([null]), vendor([null], [0])]) expect(differs(none)).toEqual([]);
    expect(differs(vendor([90]), null)).toEqual([]);
  });

  it('the published note states the names of the warnings and the reason in one sentence', () => {
    expect(explainedWords({ codes: ['area_lost', 'few_points'], reason: 'Looked at.' })).toBe(
      'Reported in spite of warnings (area lost, few points): Looked at.',
    );
    for (const code of CODES) expect(warningNames([code])).toMatch(/^[a-z ]+$/);
  });
});
