import type { ExplainedWarnings, TraceWarning, VendorPeak } from './types.ts';

/** The largest difference between the instrument's purity and ours, in percentage points. */
const MOST_APART = 0.5;

/** What in a chromatogram can disagree with its purity. */
type Judged = {
  noticed: readonly TraceWarning[];
  vendorPeaks: readonly VendorPeak[] | null;
  purityPercent: number | null;
};

/** The warnings that need a reason before the submission. */
export function standingWarnings({ noticed, vendorPeaks, purityPercent }: Judged): TraceWarning[] {
  const theirs = vendorShare(vendorPeaks ?? []);
  if (theirs === null || purityPercent === null) return [...noticed];
  const apart = Math.abs(theirs - purityPercent);
  if (apart <= MOST_APART) return [...noticed];
  const text = `The instrument’s software gives its largest peak ${theirs.toFixed(2)} % of the area and this one its main peak ${purityPercent.toFixed(2)} %, ${apart.toFixed(2)} percentage points apart.`;
  return [...noticed, { code: 'vendor_differs', text }];
}

/** The largest peak of the instrument's table, in per cent. Computed from the areas, if the table has no per cent. */
function vendorShare(peaks: readonly VendorPeak[]): number | null {
  const shares = peaks.flatMap(({ area_percent: share }) => share ?? []);
  if (shares.length > 0) return Math.max(...shares);
  const areas = peaks.flatMap(({ area }) => area ?? []);
  const sum = areas.reduce((total, area) => total + area, 0);
  return sum > 0 ? (100 * Math.max(...areas)) / sum : null;
}

/** The warnings (by code) that no reason covers. */
export function unexplainedCodes(
  standing: readonly TraceWarning[],
  explained: Pick<ExplainedWarnings, 'codes'> | null,
): string[] {
  return codesOf(standing).filter((code) => !explained?.codes.includes(code));
}

/** The explained warnings that the trace still has, with their reason. Undefined if none is left. */
export function standingReason(
  standing: readonly TraceWarning[],
  explained: ExplainedWarnings | null,
): ExplainedWarnings | undefined {
  const codes = codesOf(standing).filter((code) => explained?.codes.includes(code));
  return explained && codes.length > 0 ? { codes, reason: explained.reason } : undefined;
}

export const codesOf = (warnings: readonly TraceWarning[]) => [...new Set(warnings.map(({ code }) => code))];

const NAMES: Record<string, string> = {
  area_lost: 'area lost',
  saturated: 'saturated detector',
  baseline_cuts: 'baseline cuts',
  blank_short: 'blank too short',
  outside_window: 'peaks outside the window',
  vendor_differs: 'differs from the instrument’s table',
};

/** Short names of the warnings, such as 'area lost, drift'. */
export const warningNames = (codes: readonly string[]) =>
  codes.map((code) => NAMES[code] ?? code.replaceAll('_', ' ')).join(', ');

/** The published sentence about a purity that was reported in spite of warnings. */
export const explainedWords = ({ codes, reason }: ExplainedWarnings) =>
  `Reported in spite of warnings (${warningNames(codes)}): ${reason}`;
