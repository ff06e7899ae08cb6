import { cursorOn } from './baseline-lines.ts';
import { refuseFile, type TraceRefusal } from './file-reading.ts';
import type { Trace } from './trace.ts';
import type { TraceWarning } from './types.ts';

/**
 * A chromatogram minus the blank (a measurement of only solvent) at the same times. A shorter blank is continued by a
 * straight line, with a warning. A blank of another time range is refused.
 */
export function subtractBlank(
  trace: Trace,
  blank: Trace,
): { ok: true; trace: Trace; warnings: TraceWarning[] } | TraceRefusal {
  const [first, last] = endsOf(trace);
  const [from, to] = endsOf(blank);
  if (to <= first || from >= last) {
    return refuseFile(
      `The blank runs from ${minutes(from)} to ${minutes(to)} and the trace from ${minutes(first)} to ${minutes(last)}: they have no time in common.`,
    );
  }
  const level = cursorOn({ minutes: blank.minutes, mau: blank.signal_mau }, first);
  const subtracted = {
    minutes: trace.minutes,
    signal_mau: trace.signal_mau.map((signal, index) => signal - level(trace.minutes[index] ?? 0)),
  };
  // One point more or less does not make a blank too short.
  const slack = 2 * Math.max(stepOf(trace), stepOf(blank));
  const isShort = from > first + slack || to < last - slack;
  const text = `The blank runs only from ${minutes(from)} to ${minutes(to)}; beyond, its last signal was subtracted. Record a blank as long as the run.`;
  return { ok: true, trace: subtracted, warnings: isShort ? [{ code: 'blank_short', text }] : [] };
}

const endsOf = ({ minutes: times }: Trace) => [times[0] ?? 0, times.at(-1) ?? 0] as const;
const stepOf = (trace: Trace) => {
  const [first, last] = endsOf(trace);
  return (last - first) / Math.max(1, trace.minutes.length - 1);
};
const minutes = (time: number) => `${time.toFixed(2)} min`;
