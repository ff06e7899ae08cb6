import { AnnotationType, getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { picturesOn } from './pdf-pictures';

/** A text at its place on the page. Units are points from the lower left corner; it has a baseline and a height. */
export interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

export interface PdfText {
  pages: Piece[][];
  /** The addresses to which the links of the PDF lead. */
  links: string[];
  /** Whether a picture covers some text. Such lines are left out of `pages`, because people see the picture. */
  isCovered: boolean;
}

/** No certificate has more pages, and a whole book would take too long. */
const mostPages = 12;

/** The program Ghostscript swaps the bytes of 'fi', 'fl' and 'ff', which would look like Chinese letters. */
const withLigatures = (text: string) =>
  text.replace(/昀(?:昀?[椀氀]|昀)/g, (signs) =>
    [...signs].map((sign) => String.fromCharCode(sign.charCodeAt(0) >> 8)).join(''),
  );

/** The text of a page without the lines that a picture touches. */
function besidePictures(pieces: Piece[], pictures: Awaited<ReturnType<typeof picturesOn>>): Piece[] {
  const isLevel = ({ y, size }: Piece, { bottom, top }: (typeof pictures)[number]) =>
    y + 0.6 * size > bottom && y + 0.1 * size < top;
  const covering = pictures.filter((box) =>
    pieces.some((piece) => isLevel(piece, box) && piece.x + piece.width > box.left && piece.x < box.right),
  );
  return pieces.filter((piece) => !covering.some((box) => isLevel(piece, box)));
}

/** The text of a PDF, page by page. Nothing is drawn or loaded. Throws an Error with a message for the reader. */
export async function textOf(data: Uint8Array): Promise<PdfText> {
  const task = getDocument({
    data,
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: false,
  });
  try {
    const pdf = await task.promise.catch((error: unknown) => {
      throw new Error(
        error instanceof PasswordException
          ? 'This PDF is locked with a password, so its text cannot be read. Take a screenshot of it instead.'
          : 'This file is no PDF that can be read. It may be incomplete: download it again, or ask for it once more.',
      );
    });
    const found: PdfText = { pages: [], links: [], isCovered: false };
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const pieces = items.flatMap((item): Piece[] => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , height = 0, x = 0, y = 0] = item.transform as number[];
        return [
          { text: withLigatures(item.str), x, y, width: item.width, size: item.height || Math.abs(height) },
        ];
      });
      const seen = besidePictures(pieces, await picturesOn(page));
      found.isCovered ||= seen.length < pieces.length;
      found.pages.push(seen);
      for (const each of await page.getAnnotations()) {
        if (each.annotationType === AnnotationType.LINK && typeof each.url === 'string')
          found.links.push(each.url);
      }
    }
    return found;
  } finally {
    await task.destroy();
  }
}
