/** The chromatogram of a detector: increasing times in minutes, and as many signals in mAU. */
export type Trace = { minutes: number[]; signal_mau: number[] };

/** A chromatogram that a function only reads, in any kind of array. */
export type Points = { readonly minutes: ArrayLike<number>; readonly signal_mau: ArrayLike<number> };

/**
 * Leaves out points of a chromatogram for drawing. Of each of `columns` equal parts of the time, the lowest and the
 * highest point stay, so no peak is lost.
 */
export function decimate(trace: Points, columns: number): Trace {
  const { minutes, signal_mau: signal } = trace;
  const count = minutes.length;
  if (count <= 2 * columns) return { minutes: Array.from(minutes), signal_mau: Array.from(signal) };
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

/** The index of the first time that is not before `time`; the number of times if all are before. */
export function firstAtOrAfter(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The part of a chromatogram between two times, for drawing. With many points, only the lowest and the highest of each
 * column stay, and one point beyond each end. It is fast enough for each frame of an animation.
 */
export function windowOf(trace: Points, from: number, to: number, columns: number): Trace {
  const { minutes, signal_mau: signal } = trace;
  const first = Math.max(0, firstAtOrAfter(minutes, from) - 1);
  const last = Math.min(minutes.length - 1, firstAtOrAfter(minutes, to));
  const shown: Trace = { minutes: [], signal_mau: [] };
  const put = (index: number) => {
    shown.minutes.push(minutes[index] ?? 0);
    shown.signal_mau.push(signal[index] ?? 0);
  };
  const run = Math.max(1, (last - first + 1) / columns);
  if (run <= 2) {
    for (let index = first; index <= last; index++) put(index);
    return shown;
  }
  put(first);
  for (let column = 0; column < columns; column++) {
    const start = Math.max(first + 1, Math.floor(first + column * run));
    const end = Math.min(last, Math.floor(first + (column + 1) * run));
    if (start >= end) continue;
    let low = start;
    let high = start;
    for (let index = start + 1; index < end; index++) {
      if ((signal[index] ?? 0) < (signal[low] ?? 0)) low = index;
      if ((signal[index] ?? 0) > (signal[high] ?? 0)) high = index;
    }
    put(Math.min(low, high));
    if (low !== high) put(Math.max(low, high));
  }
  put(last);
  return shown;
}
