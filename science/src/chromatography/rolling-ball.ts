import { rollingBallBaseline } from 'baselines';
import type { Line } from './baseline-lines.ts';
import { evenGrid, median, noiseOf } from './even-grid.ts';
import type { Trace } from './trace.ts';

/** Half the width of the rolling ball, as a part of the time. */
const BALL_SHARE = 0.05;
/** Fine enough for any peak, and few enough for any file. */
const GRID_POINTS = 6000;

/** The rolling-ball baseline of a chromatogram of at least 20 points. */
export function rollingBallUnder(trace: Trace): Line {
  const { at, value } = evenGrid(trace, Math.min(trace.minutes.length, GRID_POINTS));
  const ball = Math.max(3, Math.round(BALL_SHARE * value.length));
  const once = rollingBall(value, 3 * ball, ball);
  // On a slope the ball would rise at the wrong side of a peak. So a first round removes the slope.
  const again = rollingBall(
    value.map((signal, index) => signal - (once[index] ?? 0)),
    Math.round(ball / 2),
    ball,
  );
  const rolled = once.map((signal, index) => signal + (again[index] ?? 0));
  const raised = value.map((signal, index) => signal - (rolled[index] ?? 0));
  const noise = noiseOf(value);
  // The ball rolls below the noise, so the baseline is moved up to the middle of the noise.
  const offset = quietMiddle(raised, noise);
  return { minutes: at, mau: rolled.map((signal) => signal + offset) };
}

/** Rolls the ball along the signal. At both ends the signal is continued by a straight line. */
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

/** Height and slope of the signal at its start, even if there is a peak. */
function straightOn(value: Float64Array, width: number): { level: number; slope: number } {
  const low = (part: Float64Array) => part.toSorted()[Math.floor(part.length / 4)] ?? 0;
  return {
    level: low(value.subarray(0, Math.max(4, Math.round(width / 12)))),
    slope: (low(value.subarray(width, 2 * width)) - low(value.subarray(0, width))) / width,
  };
}

function quietMiddle(value: Float64Array, noise: number): number {
  const rough = median(value);
  return median(value.filter((signal) => Math.abs(signal - rough) < 6 * noise));
}
