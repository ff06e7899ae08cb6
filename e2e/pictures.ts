import bwipjs from 'bwip-js/node';
import sharp, { type Sharp } from 'sharp';
import { encode } from 'uqr';

/** A QR code like the ones on certificates, on white, with four pixels per module. */
function codeOf(text: string): Promise<Buffer> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const pixels = Buffer.from(data.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * 4, kernel: 'nearest' })
    .png()
    .toBuffer();
}

/**
 * A grey table with several papers side by side, and one QR code on each paper. A single paper lies on a smaller table,
 * which is read faster.
 */
async function papersOf(texts: string[]): Promise<Sharp> {
  const codes = await Promise.all(texts.map(codeOf));
  const { left, top, pitch, height } =
    codes.length === 1
      ? { left: 16, top: 16, pitch: 216, height: 252 }
      : { left: 40, top: 45, pitch: 310, height: 360 };
  const papers = codes.map((input, place) => ({ input, left: left + place * pitch, top }));
  const background = '#8a8378';
  const table = { width: left + 20 + codes.length * pitch, height, channels: 3, background } as const;
  return sharp(await sharp({ create: table }).composite(papers).png().toBuffer());
}

/** A phone's photo of the papers: slightly rotated, in poor light, and strongly compressed. */
export async function photoOf(...texts: string[]): Promise<Buffer> {
  const papers = await papersOf(texts);
  return papers.rotate(14, { background: '#8a8378' }).linear(0.6, 10).jpeg({ quality: 40 }).toBuffer();
}

/** A picture of this size without a code. */
export const blankPicture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();

/** The picture in a large one of this size, with its own proportions. */
export const enlarged = (photo: Buffer, width: number, height: number): Promise<Buffer> =>
  sharp(photo).resize(width, height, { fit: 'contain', kernel: 'nearest' }).jpeg({ quality: 60 }).toBuffer();

/** A photo of a phone that was held upright: the file says that the picture is rotated. */
export async function sidewaysPhotoOf(text: string): Promise<Buffer> {
  const papers = await papersOf([text]);
  const photo = papers.resize(3400, 1000, { fit: 'contain', background: '#8a8378' });
  return photo.withMetadata({ orientation: 6 }).jpeg({ quality: 60 }).toBuffer();
}

/** Some seconds of film from a camera that sees the papers, in the format of Chromium's test cameras. */
export async function filmOf(...texts: string[]): Promise<Buffer> {
  const papers = await papersOf(texts);
  const picture = await papers
    .resize({ width: 640, height: 480, fit: 'contain', background: '#8a8378' })
    .jpeg({ quality: 80 })
    .toBuffer();
  return Buffer.concat(Array.from({ length: 20 }, () => picture));
}

/** A code as on vials, slightly rotated. Its text has GS1 elements such as (01)09501101530003(10)AB-123. */
export async function gs1CodeOf(symbol: 'datamatrix' | 'code128', elements: string): Promise<Buffer> {
  const bcid = symbol === 'datamatrix' ? 'gs1datamatrix' : 'gs1-128';
  const drawn = await bwipjs.toBuffer({
    bcid,
    text: elements,
    scale: 4,
    padding: 12,
    backgroundcolor: 'ffffff',
  });
  return sharp(drawn).rotate(5, { background: '#8a8378' }).jpeg({ quality: 60 }).toBuffer();
}
