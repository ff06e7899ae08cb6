import { type ReaderOptions, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader';
import { blurred, type Grey, greyOf, type Pixels, pixelsOf, rotated, scaled, stretched } from './grey';

/** Certificates bear QR codes; what makers print on vials are the others as well. */
export type CodeKind = 'certificate' | 'vial';

const formats: Record<CodeKind, ReadInputBarcodeFormat[]> = {
  certificate: ['QRCode'],
  vial: ['QRCode', 'DataMatrix', 'Code128'],
};

/** A changed picture, and how it is read. */
type Attempt = () => { grey: Grey; options?: ReaderOptions };

async function read(attempt: Attempt, kind: CodeKind): Promise<string[]> {
  const { grey, options } = attempt();
  const found = await readBarcodes(
    { ...pixelsOf(grey), colorSpace: 'srgb' },
    {
      formats: formats[kind],
      maxNumberOfSymbols: 8,
      textMode: 'HRI',
      ...options,
    },
  );
  return found.map(({ text }) => text);
}

/**
 * What is tried of a picture, at most 16 times: other sizes, since a code is found best at three to ten pixels a module;
 * without the grid of a screen; with more contrast; turned; with one threshold for the whole of it.
 */
function attemptsOf(grey: Grey): Attempt[] {
  const long = Math.max(grey.width, grey.height);
  const smaller = [1600, 1000, 700, 450].filter((size) => size < long * 0.85);
  const larger = long < 1200 ? [2, 3].filter((times) => long * times <= 2400) : [];
  const times = long > 1300 ? 1000 / long : long < 500 ? 2 : 1;
  const middle = () => scaled(grey, times);
  return [
    () => ({ grey }),
    ...smaller.map((size) => () => ({ grey: scaled(grey, size / long) })),
    ...larger.map((by) => () => ({ grey: scaled(grey, by) })),
    () => ({ grey: blurred(middle(), 1) }),
    () => ({ grey: blurred(middle(), 2) }),
    () => ({ grey: stretched(middle()) }),
    () => ({ grey: stretched(blurred(middle(), 1)), options: { tryDenoise: true } }),
    () => ({ grey: stretched(middle()), options: { binarizer: 'GlobalHistogram' } }),
    () => ({ grey: rotated(stretched(middle()), 30) }),
    () => ({ grey: rotated(stretched(middle()), 60) }),
    () => ({ grey: blurred(scaled(grey, times * 1.7), 3) }),
  ];
}

/** The texts of the codes that a moving picture shows, in one look. */
export const glance = (pixels: Pixels, kind: CodeKind) => read(() => ({ grey: greyOf(pixels) }), kind);

/**
 * The text of every different code of a picture; GS1 elements stand as people read them, `(01)09501101530003(10)AB-123`.
 * A picture is always read twice, in its own size and in another one, since one reading of two codes may miss one; the
 * other attempts end with the first that finds something.
 */
export async function findCodes(pixels: Pixels, kind: CodeKind): Promise<string[]> {
  const found = new Set<string>();
  for (const [tried, attempt] of attemptsOf(greyOf(pixels)).entries()) {
    if (tried >= 2 && found.size > 0) break;
    for (const text of await read(attempt, kind)) found.add(text);
  }
  return [...found];
}
