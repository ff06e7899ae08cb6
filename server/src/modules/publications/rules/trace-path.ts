import { columnExtremes, type Point, straightened } from '@vialproof/science/chromatography/drawn-line';

/** The width of a small drawing of a chromatogram. */
const WIDTH = 120;
const HEIGHT = 32;
const COLUMNS = 240;
/** How far the drawn line may be from the measured one, in units of the drawing. */
const TOLERANCE = 0.15;

/** How a drawing begins. Old drawings, which had forty columns, begin with a capital M. */
export const DRAWN_NOW = 'm';

/**
 * A chromatogram as a small SVG path. Each column has its lowest and its highest signal, so each peak keeps its top.
 */
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
  const places = columnExtremes(signal, COLUMNS);
  const values = places.map((place) => signal[place] ?? 0);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const points = places.map(
    (place, at): Point => [
      (((minutes[place] ?? first) - first) / span) * WIDTH,
      HEIGHT - 1 - (((values[at] ?? low) - low) / range) * (HEIGHT - 2),
    ],
  );
  const tenths = straightened(points, TOLERANCE).map((point) => point.map((part) => Math.round(part * 10)));
  const steps = tenths.map(([x = 0, y = 0], at) => {
    const [fromX = 0, fromY = 0] = tenths[at - 1] ?? [];
    return `${short(x - fromX)} ${short(y - fromY)}`;
  });
  return `${DRAWN_NOW}${steps.join('l')}`;
}

/** Tenths as a short decimal: 5 is '.5'. */
const short = (tenths: number) => String(tenths / 10).replace(/^(-?)0\./, '$1.');
