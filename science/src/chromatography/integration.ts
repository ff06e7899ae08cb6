import { baselineUnder, type Line } from './baseline-lines.ts';
import {
  methodRefusal,
  reportingOf,
  uncountedPeaks,
  widenedBy,
  windowOf,
  windowWarnings,
  withinMethod,
} from './counted-peaks.ts';
import { findDoubts } from './doubts.ts';
import { type FileReading, type IntegrationRecord, refuseFile, type TraceRefusal } from './file-reading.ts';
import { integrationWarnings } from './integration-warnings.ts';
import type { Judged } from './judged.ts';
import {
  integrate,
  integratedPart,
  methodOf,
  type Integration as Proposed,
  peaksOutside,
  rollingBallLine,
} from './peak-detection.ts';
import { limitErrors, limitsOf, measurePeaks, noiseBeside } from './peak-limits.ts';
import type { Noise } from './peak-measures.ts';
import type { Points } from './trace.ts';
import type { Integration, IntegrationOptions, Peak, TraceWarning, UncountedPeak, Window } from './types.ts';

/** The areas of a chromatogram, and how they were computed. */
export type Integrated = {
  peaks: Peak[];
  mainPeak: number | null;
  purityPercent: number | null;
  /** How the areas were computed. `noise` is null if no place for measuring it was found. */
  method: IntegrationRecord & { window: Window; noise: Noise | null };
  /** Warnings about the peaks. Those about the file are stored separately. */
  noticed: TraceWarning[];
  /** Detected peaks that are not counted. */
  uncounted: UncountedPeak[];
};

type Integrable = Pick<Extract<FileReading, { ok: true }>, 'trace' | 'instrument'>;

/** A file that was read, with the peaks that are proposed for it. */
export type Prepared<Read = Extract<FileReading, { ok: true }>> = Read &
  Integrated & { proposal: Integration; limitsBy: 'proposal' | 'instrument' };

/** Proposes the peaks of a file: the instrument's own, otherwise ours. */
export function prepare<Read extends Integrable>(
  reading: Read,
  options: IntegrationOptions | null = null,
): Prepared<Read> {
  const ours = integrate(reading.trace, options ?? {});
  const proposal: Integration = {
    limits: limitsOf(ours.peaks),
    main_peak: ours.main_peak,
    baseline: ours.baseline,
  };
  const own = instrumentsOwn(reading, ours, options);
  if (own) return { ...reading, ...own, proposal, limitsBy: 'instrument' };
  const { trace } = reading;
  const line = lineUnder(trace, proposal, null);
  const window = windowOf(trace, options);
  const uncounted = uncountedOf(trace, ours.peaks, ours.found, { options, window });
  return {
    ...reading,
    instrument: null,
    peaks: ours.peaks,
    mainPeak: ours.main_peak,
    purityPercent: ours.purity_percent,
    method: {
      ...recordOf(trace, ours.method, ours.limits, { options, window }),
      noise: noiseBeside(trace, line, proposal.limits),
    },
    noticed: [...noticedIn(trace, line, ours.peaks, ours, 'proposal'), ...windowWarnings(uncounted, window)],
    uncounted,
    proposal,
    limitsBy: 'proposal',
  };
}

/** The areas of the instrument's own peaks that are part of the purity by the method. */
function instrumentsOwn(
  { instrument, trace }: Integrable,
  ours: Proposed,
  options: IntegrationOptions | null,
): (Integrated & Pick<Integrable, 'instrument'>) | undefined {
  if (!instrument) return undefined;
  const { baseline: line, ...table } = instrument;
  const extent = { first: trace.minutes[0] ?? 0, last: trace.minutes.at(-1) ?? 0 };
  if (limitErrors(table.limits, table.main_peak, extent).length > 0) return undefined;
  const reporting = reportingOf(trace, options);
  const whole: Integration = { ...table, baseline: 'instrument' };
  const { asked, dropped } = withinMethod(trace, { asked: whole, line, reporting });
  const own =
    asked.limits.length > 0 ? integrateWithin(trace, asked, line, 'instrument', options) : undefined;
  if (!own || 'ok' in own) return undefined;
  const { limits, main_peak } = asked;
  const { window } = own.method;
  const uncounted = uncountedOf(trace, own.peaks, [...dropped, ...ours.found], { options, window });
  const noticed = own.noticed.filter(({ code }) => code !== 'outside_window');
  return {
    ...own,
    noticed: [...noticed, ...windowWarnings(uncounted, window)],
    uncounted,
    instrument: { limits, main_peak, baseline: line },
  };
}

/** Measures the peaks between given borders. A peak without area, or one that the method does not count, is refused. */
export function integrateWithin(
  trace: Points,
  asked: Integration,
  instrument: Line | null,
  by: 'instrument' | 'person',
  options: IntegrationOptions | null = null,
): Integrated | (TraceRefusal & { peak: number }) {
  const { limits, main_peak, baseline } = asked;
  const line = lineUnder(trace, asked, instrument);
  const peaks = measurePeaks(trace, line, limits);
  const flat = peaks.findIndex((peak) => peak.area <= 0);
  if (flat >= 0) {
    const words = `Peak ${flat + 1} has no area above its baseline; move its limits or delete it.`;
    return { ...refuseFile(words), peak: flat };
  }
  const refused = methodRefusal(peaks, reportingOf(trace, options));
  if (refused) return { ...refuseFile(refused.message), peak: refused.peak };
  const first = limits[0]?.start_min ?? 0;
  const within = { from_min: first, to_min: limits.at(-1)?.end_min ?? first, threshold_percent: 0 };
  const main = main_peak === null ? undefined : peaks[main_peak];
  const whole = { minutes: Array.from(trace.minutes), signal_mau: Array.from(trace.signal_mau) };
  const ours = integrate(whole, options ?? {});
  const set = windowOf(trace, options);
  const window = options === null ? widenedBy(set, peaks) : set;
  const uncounted = uncountedOf(trace, peaks, ours.found, { options, window });
  return {
    peaks,
    mainPeak: main ? main_peak : null,
    purityPercent: main?.area_percent ?? null,
    method: {
      ...recordOf(trace, methodOf(baseline, by), within, { options, window }),
      noise: noiseBeside(trace, line, limits),
    },
    noticed: [...noticedIn(trace, line, peaks, ours, by), ...windowWarnings(uncounted, window)],
    uncounted,
  };
}

/** The settings of the method, and the time window that follows. */
type Scope = { options: IntegrationOptions | null; window: Window };

function recordOf(
  trace: Points,
  method: Proposed['method'],
  limits: IntegrationRecord['limits'],
  { options, window }: Scope,
): IntegrationRecord & { window: Window } {
  const reporting = reportingOf(trace, options);
  return { ...method, limits, window, ...(reporting && { reporting }) };
}

function uncountedOf(
  trace: Points,
  peaks: Peak[],
  inside: readonly Peak[],
  { options, window }: Scope,
): UncountedPeak[] {
  const { threshold_percent: limit_percent } = integratedPart(trace, options ?? {});
  const within = { limit_percent, from_min: window.from, to_min: window.to };
  return uncountedPeaks(peaks, [...inside, ...peaksOutside(trace, within)], within, options !== null);
}

function lineUnder(trace: Points, asked: Integration, instrument: Line | null): Line {
  return baselineUnder(trace, asked, { rollingBall: () => rollingBallLine(trace), instrument });
}

function noticedIn(
  trace: Points,
  line: Line,
  peaks: Peak[],
  ours: Pick<Proposed, 'peaks' | 'limits'>,
  by: Judged['by'],
): TraceWarning[] {
  const { from_min, to_min, threshold_percent } = ours.limits;
  return integrationWarnings({
    trace,
    line,
    peaks,
    from_min: Math.min(from_min, peaks[0]?.start_min ?? from_min),
    to_min: Math.max(to_min, peaks.at(-1)?.end_min ?? to_min),
    threshold_percent,
    ...findDoubts(trace, ours.limits),
    expected: ours.peaks,
    by,
  });
}
