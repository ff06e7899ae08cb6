import { percentsInWords } from '../measurement/replicate-words.ts';
import { explainedWords } from './trace-reasons.ts';
import type { DescribedTrace, RunNote, UncountedPeak } from './types.ts';

type Counting = Partial<Pick<DescribedTrace, 'reporting' | 'window' | 'method'>>;

type Traced = Counting &
  Pick<DescribedTrace, 'uncounted' | 'manual' | 'injections' | 'explained_warnings' | 'blank_subtracted'>;

const SHA256_SHOWN = 12;
/** Maximum number of peaks that are named one by one. */
const MOST_NAMED = 8;

/**
 * The published notes about a chromatogram: which peaks count, what a person changed, and which injections there are.
 */
export function traceNotes(trace: Traced): string[] {
  const { uncounted, manual, injections } = trace;
  const { explained_warnings: explained, blank_subtracted: blank } = trace;
  const notes = reportingWords(trace);
  if (manual) {
    const proposed = manual.proposed_purity_percent;
    const instead = proposed === null ? '' : ` The proposed peaks gave ${proposed.toFixed(2)} %.`;
    notes.push(`Manually integrated: ${sentence(manual.reason)}${instead}`);
  }
  notes.push(...uncountedWords(uncounted ?? []), ...runWords(injections ?? []));
  if (explained) notes.push(sentence(explainedWords(explained)));
  if (blank) notes.push(`Blank subtracted: SHA-256 ${blank.sha256}.`);
  return notes;
}

const OF_SOURCE = {
  template: 'the window of the method',
  default:
    'the method does not say where its window begins, so that the first 12 % of a run is left out unless limits are set in it',
} as const;

/** The sentences on the time window and the peaks that count. */
export function reportingWords({ reporting, window, method }: Counting): string[] {
  const words: string[] = [];
  if (window) {
    const { from, to, unit, source } = window;
    const why =
      source === 'method_version'
        ? `from method version ${method?.version} (not printed)`
        : OF_SOURCE[source];
    words.push(
      from < to
        ? `Integrated from ${from.toFixed(2)} to ${to.toFixed(2)} ${unit}: ${why}.`
        : `Nothing was integrated: the window begins at ${from.toFixed(2)} ${unit}, and the run ends at ${to.toFixed(2)} ${unit}.`,
    );
  }
  if (reporting) words.push(`Reporting limit ${reporting.limit_percent} % of the area.`);
  return words;
}

/** The sentences on which injections are used, and why others are not. */
export function runWords(injections: readonly RunNote[]): string[] {
  if (injections.length === 0) return [];
  const unused = injections.filter(({ used }) => !used);
  const purities = injections.flatMap(({ used, purity_percent: percent }) => (used ? (percent ?? []) : []));
  const figures = purities.length > 0 ? `: ${percentsInWords(purities)} area` : '';
  return [
    `${injections.length - unused.length} of ${injections.length} injections reported${figures}.`,
    ...injections
      .filter(({ used, reason }) => used && reason !== null)
      .map(
        ({ sha256, reason }) =>
          `Reported in spite of warnings, SHA-256 ${sha256.slice(0, SHA256_SHOWN)}…: ${sentence(reason ?? '')}`,
      ),
    ...unused.map(
      ({ sha256, reason }) =>
        `Not reported, SHA-256 ${sha256.slice(0, SHA256_SHOWN)}…: ${sentence(reason ?? '')}`,
    ),
  ];
}

const WHY: Record<UncountedPeak['why'], string> = {
  left_out: 'Not counted',
  below_limit: 'Below the reporting limit and not counted',
  outside_window: 'Outside the integration window and not counted',
};

/** A sentence for each reason why peaks do not count; it names the peaks. */
export function uncountedWords(uncounted: readonly UncountedPeak[]): string[] {
  return (['left_out', 'outside_window', 'below_limit'] as const).flatMap((why) => {
    const peaks = uncounted.filter((peak) => peak.why === why);
    const named = peaks
      .slice(0, MOST_NAMED)
      .map(
        ({ retention_min, area_percent }, place) =>
          `${retention_min.toFixed(2)} min (${shareWords(area_percent)}${place === 0 ? ' of the area' : ''})`,
      );
    if (peaks.length > MOST_NAMED) named.push(`${peaks.length - MOST_NAMED} more`);
    const last = named.pop();
    if (last === undefined) return [];
    return [`${WHY[why]}: ${named.length > 0 ? `${named.join(', ')} and ${last}` : last}.`];
  });
}

const shareWords = (percent: number) =>
  `${percent < 0.1 ? Number(percent.toPrecision(2)) : percent.toFixed(2)} %`;

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
