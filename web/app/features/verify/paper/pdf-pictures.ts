import { AnnotationType, OPS, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A rectangle on a page, in points from the lower left corner. */
interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

type Matrix = [number, number, number, number, number, number];
const still: Matrix = [1, 0, 0, 1, 0, 0];
/** A group of drawings without its own matrix keeps the outer one. */
const within = (outer: Matrix, inner: unknown): Matrix =>
  Array.isArray(inner) || inner instanceof Float32Array
    ? (Util.transform(outer, [...inner]) as Matrix)
    : outer;

/** The rectangle of a picture on the page: the matrix maps the unit square to it. */
function boxOf([a, b, c, d, e, f]: Matrix): Box {
  const [across, up] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  return {
    left: Math.min(...across),
    right: Math.max(...across),
    bottom: Math.min(...up),
    top: Math.max(...up),
  };
}

const pictures = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintSolidColorImageMask,
]);

/** What can lie above a page: stamps, notes, filled boxes and fields. */
const overlays = new Set<number>([
  AnnotationType.FREETEXT,
  AnnotationType.STAMP,
  AnnotationType.SQUARE,
  AnnotationType.WIDGET,
]);

/** Where the pictures of a page are, and the annotations above it. */
export async function picturesOn(page: PDFPageProxy): Promise<Box[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const boxes: Box[] = [];
  const outer: Matrix[] = [];
  let matrix = still;
  for (const [at, operator] of fnArray.entries()) {
    const args: unknown[] = argsArray[at] ?? [];
    if (operator === OPS.save) outer.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = outer.pop() ?? still;
    else if (operator === OPS.transform) matrix = within(matrix, args);
    else if (operator === OPS.paintFormXObjectBegin) {
      outer.push(matrix);
      matrix = within(matrix, args[0]);
    } else if (pictures.has(operator)) boxes.push(boxOf(matrix));
  }
  for (const { annotationType, rect } of await page.getAnnotations()) {
    const [left, bottom, right, top] = rect as number[];
    if (overlays.has(annotationType))
      boxes.push(
        boxOf([(right ?? 0) - (left ?? 0), 0, 0, (top ?? 0) - (bottom ?? 0), left ?? 0, bottom ?? 0]),
      );
  }
  return boxes;
}
