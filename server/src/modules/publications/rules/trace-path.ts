/** The width of a small drawing of a trace. */
const WIDTH = 120;
const HEIGHT = 32;
const COLUMNS = 40;

/** A trace as a small drawing (an SVG path). Each of its forty columns shows the highest signal. */
export function tracePath({
  minutes,
  signal_mau: signal,
}: {
  minutes: number[];
  signal_mau: number[];
}): string {
  const first = minutes[0] ?? 0;
  const span = (minutes.at(-1) ?? first) - first;
  if (span <= 0) return '';
  const tops: number[] = new Array(COLUMNS).fill(Number.NEGATIVE_INFINITY);
  for (const [at, minute] of minutes.entries()) {
    const column = Math.min(COLUMNS - 1, Math.floor(((minute - first) / span) * COLUMNS));
    tops[column] = Math.max(tops[column] ?? 0, signal[at] ?? 0);
  }
  const seen = tops.filter(Number.isFinite);
  const low = Math.min(...seen);
  const range = Math.max(...seen) - low || 1;
  const points = tops.flatMap((top, column): [number, number][] => {
    const x = Math.round((column * WIDTH) / (COLUMNS - 1));
    return Number.isFinite(top) ? [[x, Math.round(HEIGHT - 1 - ((top - low) / range) * (HEIGHT - 2))]] : [];
  });
  const bends = points.filter(([, y], at) => {
    const before = points[at - 1];
    const after = points[at + 1];
    return !before || !after || before[1] !== y || after[1] !== y;
  });
  return bends.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}
