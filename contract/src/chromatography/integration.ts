import { baselineUnder, type Line } from '../baselines.ts';
import type { Integration, IntegrationOptions, TraceWarning } from '../chromatograms.ts';
import type { Noise } from '../peak-measures.ts';
import { limitErrors, limitsOf, measurePeaks, noiseBeside } from '../peaks.ts';
import type { Peak } from '../results.ts';
import type { Points } from '../trace.ts';
import { type FileReading, type IntegrationRecord, refuseFile, type TraceRefusal } from './file-reading.ts';
import { integrationWarnings } from './integration-warnings.ts';
import type { Judged } from './judged.ts';
import {
  findShoulders,
  integrate,
  methodOf,
  type Integration as Proposed,
  rollingBallLine,
} from './peaks.ts';

/** How the areas of a trace came about, and what they are. */
export type Integrated = {
  peaks: Peak[];
  mainPeak: number | null;
  purityPercent: number | null;
  /** With the window that the noise of the peaks' signal-to-noise was taken from, null where none was found. */
  method: IntegrationRecord & { noise: Noise | null };
  /** What the integration noticed of its own failure; what reading the file noticed stands beside it. */
  noticed: TraceWarning[];
};

/** What was read, with its proposed peaks. */
export type Prepared<Read = Extract<FileReading, { ok: true }>> = Read &
  Integrated & { proposal: Integration; limitsBy: 'proposal' | 'instrument' };

/** Proposes the peaks of a file that was read: the instrument's own table when it holds one, else ours by `options`. */
export function prepare<Read extends Pick<Extract<FileReading, { ok: true }>, 'trace' | 'instrument'>>(
  reading: Read,
  options: IntegrationOptions = {},
): Prepared<Read> {
  const { peaks, main_peak, purity_percent, method, limits, baseline } = integrate(reading.trace, options);
  const proposal: Integration = { limits: limitsOf(peaks), main_peak, baseline };
  const { instrument, trace } = reading;
  const last = trace.minutes.at(-1) ?? 0;
  const asked = instrument && { ...instrument, baseline: 'instrument' as const };
  const isUsable =
    asked && limitErrors(asked.limits, asked.main_peak, { first: trace.minutes[0] ?? 0, last }).length === 0;
  const own = isUsable ? integrateWithin(trace, asked, instrument.baseline, 'instrument') : undefined;
  if (own && !('ok' in own)) return { ...reading, ...own, proposal, limitsBy: 'instrument' };
  const line = lineUnder(trace, proposal, null);
  const ours = {
    peaks,
    mainPeak: main_peak,
    purityPercent: purity_percent,
    method: { ...method, limits, noise: noiseBeside(trace, line, proposal.limits) },
    noticed: noticedIn(trace, line, peaks, { peaks, limits }, 'proposal'),
  };
  return { ...reading, instrument: null, ...ours, proposal, limitsBy: 'proposal' };
}

/** Integrates between given limits; refuses a peak without area. `instrument` is the baseline that came with the file. */
export function integrateWithin(
  trace: Points,
  asked: Integration,
  instrument: Line | null,
  by: 'instrument' | 'person',
): Integrated | (TraceRefusal & { peak: number }) {
  const { limits, main_peak, baseline } = asked;
  const line = lineUnder(trace, asked, instrument);
  const peaks = measurePeaks(trace, line, limits);
  const flat = peaks.findIndex((peak) => peak.area <= 0);
  if (flat >= 0) {
    const words = `Peak ${flat + 1} has no area above its baseline; move its limits or delete it.`;
    return { ...refuseFile(words), peak: flat };
  }
  const first = limits[0]?.start_min ?? 0;
  const method = {
    ...methodOf(baseline, by),
    limits: { from_min: first, to_min: limits.at(-1)?.end_min ?? first, threshold_percent: 0 },
    noise: noiseBeside(trace, line, limits),
  };
  const main = main_peak === null ? undefined : peaks[main_peak];
  const ours = integrate({ minutes: Array.from(trace.minutes), signal_mau: Array.from(trace.signal_mau) });
  const noticed = noticedIn(trace, line, peaks, ours, by);
  return {
    peaks,
    mainPeak: main ? main_peak : null,
    purityPercent: main?.area_percent ?? null,
    method,
    noticed,
  };
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
  const { from_min, to_min } = ours.limits;
  return integrationWarnings({
    trace,
    line,
    peaks,
    from_min: Math.min(from_min, peaks[0]?.start_min ?? from_min),
    to_min: Math.max(to_min, peaks.at(-1)?.end_min ?? to_min),
    shoulders: findShoulders(trace, ours.limits),
    expected: ours.peaks,
    by,
  });
}
