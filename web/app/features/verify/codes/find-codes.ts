import { type ReaderOptions, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader';
import { blurred, type Grey, greyOf, type Pixels, pixelsOf, rotated, scaled, stretched } from './grey';

/** The kinds of codes to look for. Certificates have QR codes; vials also have other kinds of codes. */
export type CodeKind = 'certificate' | 'vial';

const formats: Record<CodeKind, ReadInputBarcodeFormat[]> = {
  certificate: ['QRCode'],
  vial: ['QRCode', 'DataMatrix', 'Code128'],
};

/** A changed version of the picture, and the options with which to read it. */
interface Attempt {
  grey: Grey;
  options?: ReaderOptions;
}

async function readFrom(
  picture: Uint8Array | (Pixels & { colorSpace: 'srgb' }),
  kind: CodeKind,
  options?: ReaderOptions,
): Promise<string[]> {
  const found = await readBarcodes(picture, {
    formats: formats[kind],
    maxNumberOfSymbols: 8,
    textMode: 'HRI',
    ...options,
  });
  return found.map(({ text }) => text);
}

const read = (pixels: Pixels, kind: CodeKind, options?: ReaderOptions) =>
  readFrom({ ...pixels, colorSpace: 'srgb' }, kind, options);

const longSide = ({ width, height }: Grey) => Math.max(width, height);
const noLarger = (grey: Grey, most: number) => scaled(grey, Math.min(1, most / longSide(grey)));

/**
 * At most 12 more tries: in other sizes (three to ten pixels for each square of the code are best), without the pixels
 * of a screen, with more contrast, in black and white only, and rotated.
 */
function* attemptsOf(pixels: Pixels): Generator<Attempt> {
  const grey = greyOf(pixels, 1600);
  if (grey.width < pixels.width) yield { grey };
  for (const size of [1000, 700, 450]) if (size < longSide(grey) * 0.85) yield { grey: noLarger(grey, size) };
  for (const times of [2, 3]) if (longSide(grey) * times <= 2400) yield { grey: scaled(grey, times) };
  const middle = longSide(grey) < 500 ? scaled(grey, 2) : noLarger(grey, 1300);
  yield { grey: blurred(middle, 1) };
  yield { grey: blurred(middle, 2) };
  const clear = stretched(middle);
  yield { grey: clear };
  yield { grey: stretched(blurred(middle, 1)), options: { tryDenoise: true } };
  yield { grey: clear, options: { binarizer: 'GlobalHistogram' } };
  yield { grey: rotated(clear, 30) };
  yield { grey: rotated(clear, 60) };
  yield { grey: blurred(scaled(middle, 1.7), 3) };
}

/**
 * The texts of the codes in a PNG or JPEG file, after one try. The code reader decodes the file itself, for browsers
 * that hide the pixels of pictures.
 */
export const codesOfFile = (file: Uint8Array, kind: CodeKind) => readFrom(file, kind);

/** The texts of the codes in a picture of the camera, after one try. */
export const glance = (pixels: Pixels, kind: CodeKind) => read(pixels, kind);

/**
 * The texts of all codes in a picture. GS1 elements are written as `(01)09501101530003(10)AB-123`. Two sizes are always
 * tried, because one may miss a code. The other tries end with the first success, or when `isOver` says so.
 */
export async function findCodes(
  pixels: Pixels,
  kind: CodeKind,
  isOver = (): boolean => false,
): Promise<string[]> {
  const found = new Set(await read(pixels, kind));
  for (const { grey, options } of attemptsOf(pixels)) {
    for (const text of await read(pixelsOf(grey), kind, options)) found.add(text);
    if (found.size > 0 || isOver()) break;
  }
  return [...found];
}
