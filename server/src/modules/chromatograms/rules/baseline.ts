import type { Trace } from '@vialproof/contract/trace';
import { rollingBallBaseline } from 'baselines';

/** A trace on evenly spaced times, its baseline taken away, and how noisy it is. */
export type Levelled = {
  at: Float64Array;
  /** Signal above the baseline, mAU. */
  value: Float64Array;
  /** The baseline that was subtracted, mAU. */
  baseline: Float64Array;
  /** Standard deviation of the noise between neighbouring points, mAU. */
  noise: number;
};

/** Half width of the rolling ball as a share of the stretch: wider than half of any peak. */
const BALL_SHARE = 0.05;
/** Fine enough for any peak, bounded whatever the file. */
const GRID_POINTS = 6000;

/** Puts a trace of at least 20 points on an even grid and subtracts a rolling-ball baseline. */
export function level(trace: Trace): Levelled {
  const { at, value } = evenGrid(trace, Math.min(trace.minutes.length, GRID_POINTS));
  const ball = Math.max(3, Math.round(BALL_SHARE * value.length));
  const once = rollingBall(value, 3 * ball, ball);
  // On a slope the ball climbs to the farther foot of a peak at once and takes some of its area; over the signal
  // levelled by a first, softer round it no longer does.
  const again = rollingBall(
    value.map((signal, index) => signal - (once[index] ?? 0)),
    Math.round(ball / 2),
    ball,
  );
  const rolled = once.map((signal, index) => signal + (again[index] ?? 0));
  const raised = value.map((signal, index) => signal - (rolled[index] ?? 0));
  const noise = noiseOf(value);
  // The ball touches the noise from below; the middle of the quiet points is the true baseline.
  const offset = quietMiddle(raised, noise);
  return {
    at,
    value: raised.map((signal) => signal - offset),
    baseline: rolled.map((signal) => signal + offset),
    noise,
  };
}

/** The mean signal of each of `count` equal stretches of time: exact for the line through the points. */
function evenGrid(trace: Trace, count: number): { at: Float64Array; value: Float64Array } {
  const { minutes, signal_mau: signal } = trace;
  const start = minutes[0] ?? 0;
  const step = ((minutes.at(-1) ?? 0) - start) / count;
  const at = new Float64Array(count);
  const value = new Float64Array(count);
  let index = 0;
  let from = start;
  for (let cell = 0; cell < count; cell++) {
    const end = start + (cell + 1) * step;
    let sum = 0;
    while (from < end && index < minutes.length - 1) {
      const left = minutes[index] ?? 0;
      const right = minutes[index + 1] ?? 0;
      const to = Math.min(end, right);
      const middle = ((from + to) / 2 - left) / (right - left);
      sum += (to - from) * ((signal[index] ?? 0) * (1 - middle) + (signal[index + 1] ?? 0) * middle);
      from = to;
      if (to === right) index += 1;
    }
    at[cell] = end - step / 2;
    value[cell] = sum / step;
  }
  return { at, value };
}

/** Rolls the ball over the signal carried on straight beyond both ends: it would leave a step where it stops. */
function rollingBall(value: Float64Array, smoothing: number, ball: number): Float64Array {
  const margin = 2 * ball + smoothing;
  const wide = new Float64Array(value.length + 2 * margin);
  wide.set(value, margin);
  const start = straightOn(value, ball);
  const end = straightOn(value.toReversed(), ball);
  for (let index = 1; index <= margin; index++) {
    wide[margin - index] = start.level - index * start.slope;
    wide[margin + value.length - 1 + index] = end.level - index * end.slope;
  }
  const { baseline } = rollingBallBaseline(wide, { windowM: ball, windowS: smoothing });
  return baseline.subarray(margin, margin + value.length);
}

/** Low level and slope at the start, from quarter points, which a peak nearby does not lift. */
function straightOn(value: Float64Array, width: number): { level: number; slope: number } {
  const low = (part: Float64Array) => part.toSorted()[Math.floor(part.length / 4)] ?? 0;
  return {
    level: low(value.subarray(0, Math.max(4, Math.round(width / 12)))),
    slope: (low(value.subarray(width, 2 * width)) - low(value.subarray(0, width))) / width,
  };
}

function noiseOf(value: Float64Array): number {
  const steps = value
    .subarray(2)
    .map((signal, index) => Math.abs(signal - 2 * (value[index + 1] ?? 0) + (value[index] ?? 0)));
  // Second differences of white noise spread √6 times as wide as the noise itself.
  const noise = (1.4826 * median(steps)) / Math.sqrt(6);
  const range = value.reduce((a, b) => Math.max(a, b)) - value.reduce((a, b) => Math.min(a, b));
  return Math.max(noise, 1e-6 * range);
}

function quietMiddle(value: Float64Array, noise: number): number {
  const rough = median(value);
  return median(value.filter((signal) => Math.abs(signal - rough) < 6 * noise));
}

function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}
