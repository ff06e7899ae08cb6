import { encode } from 'uqr';

/** The white border that the standard asks for, in squares of the QR code. */
const QUIET = 4;

/** A QR code with more squares per side is hard to read in print. */
const EASY = 41;

/** Makes a QR code with error correction M or, if it gets too fine, L. */
function encodeReadably(text: string) {
  const usual = encode(text, { ecc: 'M', border: 0 });
  return usual.size <= EASY ? usual : encode(text, { ecc: 'L', border: 0 });
}

/** A QR code as an SVG picture with a single path. */
export function drawQr(text: string): string {
  const { data, size } = encodeReadably(text);
  const runs: string[] = [];
  data.forEach((cells, row) => {
    let start = -1;
    for (let column = 0; column <= size; column++) {
      const dark = cells[column] === true;
      if (dark && start < 0) start = column;
      if (!dark && start >= 0) {
        runs.push(`M${start + QUIET} ${row + QUIET}h${column - start}v1h${start - column}z`);
        start = -1;
      }
    }
  });
  const side = size + 2 * QUIET;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${runs.join('')}"/></svg>`;
}
