import { refuseFile, type TraceReading, type TraceRefusal } from './file-reading.ts';
import type { Trace } from './trace.ts';
import { TRACE_LIMITS } from './trace-limits.ts';
import type { TraceWarning } from './types.ts';

/** Checks a whole chromatogram: refuses a short or flat one, and warns of gaps. */
export function judgeTrace(trace: Trace, warnings: TraceWarning[]): TraceReading {
  const { minutes, signal_mau: signal } = trace;
  if (minutes.length < TRACE_LIMITS.minPoints) {
    return noChromatogram(`fewer than ${TRACE_LIMITS.minPoints} points (${minutes.length})`);
  }
  const run = (minutes.at(-1) ?? 0) - (minutes[0] ?? 0);
  if (run < 0.1) return noChromatogram(`the run lasts only ${(60 * run).toPrecision(2)} seconds`);
  if (signal.every((value) => value === signal[0])) return noChromatogram('the signal never changes');
  const steps = minutes.slice(1).map((time, index) => time - (minutes[index] ?? 0));
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
  const gap = steps.findIndex((step) => step > 20 * usual);
  if (gap >= 0) {
    warnings.push({
      code: 'gap',
      text: `There is a gap between ${minutes[gap]} and ${minutes[gap + 1]} min.`,
    });
  }
  return { ok: true, trace, warnings };
}

/** Checks the numbers of a binary file. A refusal counts points instead of lines. */
export function judgeSeries(
  times: readonly number[],
  signal: readonly number[],
  warnings: TraceWarning[],
  mostSignal = 1e9,
): TraceReading {
  if (times.length !== signal.length) {
    return refuseFile(`The file holds ${times.length} times but ${signal.length} signals.`);
  }
  if (times.length > TRACE_LIMITS.maxPoints) {
    return refuseFile(tooManyPoints(times.length));
  }
  for (let index = 0; index < times.length; index++) {
    const [time = Number.NaN, value = Number.NaN, before] = [times[index], signal[index], times[index - 1]];
    const point = `Point ${index + 1}:`;
    if (!Number.isFinite(time)) return refuseFile(`${point} the time is not a number.`);
    if (!Number.isFinite(value)) return refuseFile(`${point} the signal is not a number.`);
    if (Math.abs(value) > mostSignal) return refuseFile(`${point} ${value} is beyond any detector.`);
    if (before !== undefined && time <= before) {
      const what = time === before ? 'repeats' : `comes after ${before.toFixed(4)}`;
      return refuseFile(`${point} time ${time.toFixed(4)} min ${what}; times must increase.`);
    }
    if (time > TRACE_LIMITS.maxMinutes) {
      return refuseFile(
        `${point} time ${time.toFixed(1)} min is beyond ${TRACE_LIMITS.maxMinutes} minutes; is the unit of time right?`,
      );
    }
  }
  const early = times.findLastIndex((time) => time < 0) + 1;
  if (early > 0) warnings.push(leftOut(early));
  return judgeTrace({ minutes: times.slice(early), signal_mau: signal.slice(early) }, warnings);
}

/** The warning that points before the injection were left out. */
export function leftOut(early: number): TraceWarning {
  return {
    code: 'negative_times',
    text: `${early} points before the injection (negative times) were left out.`,
  };
}

/** The sentence that refuses a chromatogram with too many points. */
export function tooManyPoints(count: number): string {
  return `The trace has ${count.toLocaleString('en')} points; at most ${TRACE_LIMITS.maxPoints.toLocaleString('en')} are read.`;
}

function noChromatogram(reason: string): TraceRefusal {
  return refuseFile(`Not a chromatogram: ${reason}.`);
}
