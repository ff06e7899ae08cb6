import type { Integration } from '@vialproof/contract/chromatograms';
import type { Peak, PeakBaseline } from '@vialproof/contract/results';
import { groupsOf } from '@vialproof/science/chromatography/baseline-lines';

/** The indexes of all peaks that touch this peak, directly or through others. They share one baseline. */
export function groupAround({ limits }: Integration, peak: number): { first: number; last: number } {
  let first = 0;
  for (const group of groupsOf(limits)) {
    const last = first + group.length - 1;
    if (peak <= last) return { first, last };
    first = last + 1;
  }
  return { first: peak, last: peak };
}

/** The baseline below a peak: its own tangent, the baseline of its group, or '' for that of the whole run. */
export function baselineOf(edit: Integration, peak: number): PeakBaseline | '' {
  const own = edit.limits[peak]?.baseline;
  if (own === 'tangent') return own;
  const { first, last } = groupAround(edit, peak);
  const named = edit.limits.slice(first, last + 1).find(({ baseline }) => baseline && baseline !== 'tangent');
  return named?.baseline ?? '';
}

/** The baselines that the user can choose for a peak, besides that of the whole run. */
export function choicesFor(
  edit: Integration,
  peaks: readonly Peak[],
  peak: number,
  hasInstrument: boolean,
): PeakBaseline[] {
  const { first, last } = groupAround(edit, peak);
  const height = peaks[peak]?.height_mau ?? 0;
  const canSkim = [peak - 1, peak + 1].some(
    (place) => place >= first && place <= last && (peaks[place]?.height_mau ?? 0) > height,
  );
  const now = baselineOf(edit, peak);
  const possible: [PeakBaseline, boolean][] = [
    ['straight', edit.baseline !== 'straight'],
    ['valley', last > first],
    ['tangent', canSkim],
    ['rolling_ball', edit.baseline !== 'rolling_ball'],
    ['instrument', hasInstrument && edit.baseline !== 'instrument'],
  ];
  return possible.filter(([choice, can]) => can || choice === now).map(([choice]) => choice);
}

/** Gives a peak its own tangent, or gives its group another baseline. '' means the baseline of the whole run. */
export function setBaseline(edit: Integration, peak: number, choice: PeakBaseline | ''): Integration {
  const { first, last } = groupAround(edit, peak);
  const limits = edit.limits.map((limit, place) => {
    const { baseline: own, ...bare } = limit;
    if (choice === 'tangent') return place === peak ? { ...bare, baseline: choice } : limit;
    const isMeant = place >= first && place <= last && (place === peak || own !== 'tangent');
    if (!isMeant) return limit;
    return choice === '' ? bare : { ...bare, baseline: choice };
  });
  return { ...edit, limits };
}

/** Whether one baseline runs below the whole run, also between the peaks. */
export const isWholeBaseline = ({ baseline, limits }: Integration) =>
  baseline === 'rolling_ball' && limits.every(({ baseline: own }) => own === undefined || own === 'tangent');
