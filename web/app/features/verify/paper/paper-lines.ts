import type { PdfText, Piece } from './pdf-text';

/** Text without a gap in a line: a word, a sentence, or the content of one table column. */
export interface Cell {
  text: string;
  left: number;
  right: number;
}

/** The texts at one height of a page, from left to right. */
export interface Line {
  cells: Cell[];
  page: number;
  /** The height of the baseline above the lower edge of the page. */
  y: number;
  /** The height of the letters. */
  size: number;
}

/** A gap of this width separates columns, a narrower one separates words. Its unit is the height of the letters. */
const columnGap = 0.8;
const wordGap = 0.12;

function cellsOf(pieces: Piece[]): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, width, size } of pieces.sort((one, other) => one.x - other.x)) {
    const last = cells.at(-1);
    const gap = last ? x - last.right : Number.POSITIVE_INFINITY;
    if (!last || gap > columnGap * size) {
      cells.push({ text, left: x, right: x + width });
    } else {
      const isApart = gap > wordGap * size && !/\s$/.test(last.text);
      last.text += (isApart ? ' ' : '') + text;
      last.right = Math.max(last.right, x + width);
    }
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }));
}

/** The lines of a page in reading order, from top to bottom, even if the file has another order. */
function linesOn(pieces: Piece[], page: number): Line[] {
  const rows: Piece[][] = [];
  for (const piece of [...pieces].sort((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && first.y - piece.y < 0.4 * Math.min(first.size, piece.size)) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => ({
    cells: cellsOf(row),
    page,
    y: row[0]?.y ?? 0,
    size: Math.max(...row.map(({ size }) => size)),
  }));
}

export const linesOf = ({ pages }: PdfText): Line[] => pages.flatMap((pieces, page) => linesOn(pieces, page));
