import type { Integration } from '@vialproof/contract/chromatograms';
import type { Peak } from '@vialproof/contract/results';
import { describe, expect, it } from 'vitest';
import { contentOf, removePeak } from './editing';
import { baselineOf, choicesFor, groupAround, isWholeBaseline, setBaseline } from './group-baseline';
import { compareWithProposal } from './proposal';

/** Three peaks that touch, and one peak alone. */
const edit: Integration = {
  limits: [
    { start_min: 2, end_min: 3 },
    { start_min: 3, end_min: 5 },
    { start_min: 5, end_min: 6 },
    { start_min: 8, end_min: 9 },
  ],
  main_peak: 1,
  baseline: 'straight',
};
const peakOf = (height_mau: number, place: number): Peak => ({
  retention_min: [2.5, 4, 5.5, 8.5][place] ?? 0,
  start_min: edit.limits[place]?.start_min ?? 0,
  end_min: edit.limits[place]?.end_min ?? 0,
  height_mau,
  area: height_mau,
  area_percent: height_mau,
});
const peaks = [5, 80, 10, 5].map(peakOf);
const baselines = ({ limits }: Integration) => limits.map(({ baseline }) => baseline);

describe('a user chooses the baseline of several peaks', () => {
  it('touching peaks have one baseline, but each can have its own tangent', () => {
    expect([groupAround(edit, 1), groupAround(edit, 3)]).toEqual([
      { first: 0, last: 2 },
      { first: 3, last: 3 },
    ]);
    const skimmed = setBaseline(edit, 2, 'tangent');
    expect(baselines(skimmed)).toEqual([undefined, undefined, 'tangent', undefined]);
    const valley = setBaseline(skimmed, 0, 'valley');
    expect(baselines(valley)).toEqual(['valley', 'valley', 'tangent', undefined]);
    expect([0, 1, 2, 3].map((peak) => baselineOf(valley, peak))).toEqual(['valley', 'valley', 'tangent', '']);
    expect(baselines(setBaseline(valley, 2, ''))).toEqual([undefined, undefined, undefined, undefined]);
    expect(contentOf(valley)).not.toBe(contentOf(skimmed));
  });

  it('a peak offers only baselines that are possible for it', () => {
    expect(choicesFor(edit, peaks, 0, false)).toEqual(['valley', 'tangent', 'rolling_ball']);
    expect(choicesFor(edit, peaks, 1, true)).toEqual(['valley', 'rolling_ball', 'instrument']);
    expect(choicesFor(edit, peaks, 3, false)).toEqual(['rolling_ball']);
    expect(choicesFor({ ...edit, baseline: 'rolling_ball' }, peaks, 3, false)).toEqual(['straight']);
  });

  it('the default baseline is that of the whole run, and a tangent disappears with its peak', () => {
    const ball: Integration = { ...edit, baseline: 'rolling_ball' };
    expect([isWholeBaseline(ball), isWholeBaseline(setBaseline(ball, 0, 'valley'))]).toEqual([true, false]);
    const two = { ...edit, limits: edit.limits.slice(0, 2) };
    const skimmed = setBaseline(two, 0, 'tangent');
    expect(removePeak(skimmed, 1).limits).toEqual([{ start_min: 2, end_min: 3 }]);
  });
});

describe('missing, split and joined peaks are found by a comparison with the proposed peaks', () => {
  it('the comparison lists missing, split and joined peaks in the order of their times', () => {
    const [first, main, rider, last] = peaks;
    if (!first || !main || !rider || !last) throw new Error('four peaks');
    const joined = { ...main, end_min: 6, area_percent: 95 };
    expect(compareWithProposal([first, joined], peaks)).toEqual([
      { minutes: 2.5, place: 0, set: 5, proposed: 5, count: 1 },
      { minutes: 4, place: 1, set: 95, proposed: 90, count: 2 },
      { minutes: 8.5, place: null, set: null, proposed: 5, count: 1 },
    ]);
    const added = { ...last, retention_min: 11, start_min: 10, end_min: 12 };
    expect(compareWithProposal([added], []).at(-1)).toMatchObject({ set: 5, proposed: null, count: 0 });
  });
});
