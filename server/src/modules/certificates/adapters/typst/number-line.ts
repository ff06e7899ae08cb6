import type { Measurement } from '@vialproof/contract/results';
import { type NumberLine, numberLine } from '@vialproof/science/measurement/number-line';

const HEIGHT = 7;
const COLOURS = {
  pass: '#006465',
  conditional_pass: '#8a5a00',
  conditional_fail: '#8a5a00',
  fail: '#b02b27',
  undecidable: '#8a5a00',
  not_judged: '#5c6566',
};

export const numberLineFile = (place: number) => `line-${place}.svg`;

/** Draws value, uncertainty and limits of each line of a result; the pictures by file name. */
export function numberLineFiles(lines: readonly Measurement[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line, place) => {
      const drawn = numberLine(line);
      return drawn ? [[numberLineFile(place), draw(drawn)]] : [];
    }),
  );
}

function draw({ accepted, bands, limits, interval, value, standing }: NumberLine): string {
  const middle = HEIGHT / 2;
  const box = ([from, to]: [number, number], colour: string) =>
    `<rect x="${from}" y="1.2" width="${to - from}" height="${HEIGHT - 2.4}" fill="${colour}"/>`;
  const stroke = (path: string, width: number, colour: string) =>
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${HEIGHT}">`,
    ...(accepted ? [box(accepted, '#dbeae3')] : []),
    ...bands.map((band) => box(band, '#f3e3bf')),
    stroke(`M0 ${middle}H100`, 0.3, '#c3cccc'),
    ...limits.map((limit) => stroke(`M${limit} 0V${HEIGHT}`, 0.6, '#172122')),
    stroke(`M${interval[0]} ${middle}H${interval[1]}`, 0.9, '#172122'),
    `<circle cx="${value}" cy="${middle}" r="1.5" fill="${COLOURS[standing]}"/>`,
    '</svg>',
  ].join('');
}
