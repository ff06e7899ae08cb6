/** A detector trace: times in minutes, strictly increasing, and as many signals in mAU. */
export type Trace = { minutes: number[]; signal_mau: number[] };

/**
 * Thins a trace for drawing: of each of `columns` equal stretches of time only the lowest and the highest point
 * remain, in their order, so that no peak and no dip is lost. First and last point always remain.
 */
export function decimate(trace: Trace, columns: number): Trace {
  const { minutes, signal_mau: signal } = trace;
  const count = minutes.length;
  if (count <= 2 * columns) return { minutes: [...minutes], signal_mau: [...signal] };
  const start = minutes[0] ?? 0;
  const width = ((minutes[count - 1] ?? 0) - start) / columns;
  const kept = new Set<number>([0]);
  let column = 0;
  let low = 0;
  let high = 0;
  const close = () => {
    kept.add(Math.min(low, high));
    kept.add(Math.max(low, high));
  };
  for (let index = 1; index < count; index++) {
    const here = Math.min(columns - 1, Math.floor(((minutes[index] ?? 0) - start) / width));
    if (here !== column) {
      close();
      column = here;
      low = index;
      high = index;
    }
    const value = signal[index] ?? 0;
    if (value < (signal[low] ?? 0)) low = index;
    if (value > (signal[high] ?? 0)) high = index;
  }
  close();
  kept.add(count - 1);
  const indices = [...kept];
  return {
    minutes: indices.map((index) => minutes[index] ?? 0),
    signal_mau: indices.map((index) => signal[index] ?? 0),
  };
}
