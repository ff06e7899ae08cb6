import type { Integration } from '@vialproof/contract/chromatograms';
import { limitErrors } from '@vialproof/science/chromatography/peak-limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addPeak, addPeakInView, isSame, moveLimit, rangeOf, removePeak } from './editing';

const extent = { first: 0, last: 20 };
const three: Integration = {
  limits: [
    { start_min: 2, end_min: 3 },
    { start_min: 3, end_min: 5 },
    { start_min: 8, end_min: 9 },
  ],
  main_peak: 1,
  baseline: 'rolling_ball',
};
const limitsOf = ({ limits }: Integration) => limits.map(({ start_min, end_min }) => [start_min, end_min]);

describe('the server accepts the limits of peaks after any edits by the user', () => {
  test('moving the border of two touching peaks changes both peaks, and stops at the next peak', () => {
    expect(limitsOf(moveLimit(three, 0, 'end', 2.5, extent))).toEqual([
      [2, 2.5],
      [2.5, 5],
      [8, 9],
    ]);
    expect(limitsOf(moveLimit(three, 1, 'end', 12, extent))[1]).toEqual([3, 8]);
    expect(limitsOf(moveLimit(three, 2, 'start', 1, extent))[2]).toEqual([5, 9]);
    expect(limitsOf(moveLimit(three, 0, 'start', -4, extent))[0]).toEqual([0, 3]);
    expect(limitsOf(moveLimit(three, 2, 'end', 99, extent))[2]).toEqual([8, 20]);
    expect(moveLimit(three, 0, 'end', Number.NaN, extent)).toBe(three);
    expect(rangeOf(three.limits, 2, 'start', extent)).toEqual([5, 8.998]);
  });

  test('the user can add a peak, and the main peak stays the same', () => {
    const before = addPeak(three, 0.5, 1, extent);
    expect(before).toMatchObject({ peak: 0, edit: { main_peak: 2 } });
    const clipped = addPeak(three, 4.5, 8.5, extent);
    expect(clipped && limitsOf(clipped.edit)[clipped.peak]).toEqual([5, 8]);
    expect(addPeak(three, 2.2, 2.8, extent)).toBeNull();
    expect(addPeak({ ...three, limits: [], main_peak: null }, 1, 2, extent)?.edit.main_peak).toBe(0);
    const inView = addPeakInView(three, { first: 4, last: 8.6 });
    expect(inView && limitsOf(inView.edit)[inView.peak]).toEqual([6, 7]);
    expect(addPeakInView(three, { first: 2, last: 3 })).toBeNull();
    expect(removePeak(three, 0).main_peak).toBe(0);
    expect(removePeak(three, 1).main_peak).toBeNull();
    expect(removePeak(three, 2).main_peak).toBe(1);
  });

  test('limits of peaks count as unchanged even if the stored peaks are in another order', () => {
    const stored = {
      baseline: three.baseline,
      main_peak: three.main_peak,
      limits: three.limits.map(({ start_min, end_min }) => ({ end_min, start_min })),
    };
    expect(isSame(three, stored)).toBe(true);
    expect(isSame(three, { ...stored, main_peak: null })).toBe(false);
    expect(isSame(three, moveLimit(three, 0, 'start', 1, extent))).toBe(false);
  });

  test('the server accepts the limits after any edits', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('move' as const),
        peak: fc.nat(6),
        side: fc.constantFrom('start' as const, 'end' as const),
        to: fc.double({ min: -5, max: 25, noNaN: true }),
      }),
      fc.record({
        kind: fc.constant('add' as const),
        from: fc.double({ min: 0, max: 20, noNaN: true }),
        to: fc.double({ min: 0, max: 20, noNaN: true }),
      }),
      fc.record({ kind: fc.constant('remove' as const), peak: fc.nat(6) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let edit = three;
        for (const one of steps) {
          if (one.kind === 'move') edit = moveLimit(edit, one.peak, one.side, one.to, extent);
          else if (one.kind === 'add') edit = addPeak(edit, one.from, one.to, extent)?.edit ?? edit;
          else edit = removePeak(edit, one.peak);
        }
        if (edit.limits.length === 0) return;
        expect(limitErrors(edit.limits, edit.main_peak, extent)).toEqual([]);
      }),
    );
  });
});
