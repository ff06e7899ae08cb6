export type Point = readonly [x: number, y: number];

/**
 * Which points a drawing with so many columns needs: the lowest and the highest of each column, in the order of time.
 * So every peak keeps its top.
 */
export function columnExtremes(signal: readonly number[], columns: number): number[] {
  const places: number[] = [];
  const perColumn = Math.max(1, signal.length / columns);
  for (let start = 0; start < signal.length; start += perColumn) {
    const from = Math.floor(start);
    const to = Math.min(signal.length, Math.floor(start + perColumn));
    let lowest = from;
    let highest = from;
    for (let place = from; place < to; place += 1) {
      if ((signal[place] ?? 0) < (signal[lowest] ?? 0)) lowest = place;
      if ((signal[place] ?? 0) > (signal[highest] ?? 0)) highest = place;
    }
    places.push(Math.min(lowest, highest));
    if (lowest !== highest) places.push(Math.max(lowest, highest));
  }
  return places;
}

/**
 * Leaves out points on the straight line between their neighbours (Ramer, Douglas, Peucker). The line that is left is
 * at most `tolerance` above or below each point.
 */
export function straightened(
  points: readonly Point[],
  tolerance: number,
  from = 0,
  to = points.length - 1,
): Point[] {
  const [start, end] = [points[from], points[to]];
  if (!start || !end) return [];
  let farthest = 0;
  let distance = tolerance;
  for (let index = from + 1; index < to; index += 1) {
    const [x, y] = points[index] ?? start;
    const onLine = start[1] + ((end[1] - start[1]) * (x - start[0])) / (end[0] - start[0] || 1);
    if (Math.abs(y - onLine) <= distance) continue;
    farthest = index;
    distance = Math.abs(y - onLine);
  }
  if (farthest === 0) return from === to ? [start] : [start, end];
  return [
    ...straightened(points, tolerance, from, farthest),
    ...straightened(points, tolerance, farthest, to).slice(1),
  ];
}
