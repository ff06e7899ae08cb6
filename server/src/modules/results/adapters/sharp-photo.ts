import type { RedactionBox } from '@vialproof/contract/redaction';
import sharp from 'sharp';
import { createKeyedMutex } from '../../../platform/keyed-mutex.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { heifAdvice, isPhoto } from '../rules/attachments.ts';

export type Photo = { bytes: Uint8Array; width: number; height: number };

const LONGEST_EDGE = 1600;
const PRINTED_EDGE = 480;
/** A picture with more pixels is refused. No phone takes such pictures. */
const MOST_PIXELS = 64_000_000;
const QUALITY = 82;
const SECONDS = 20;
/** Only two pictures at a time, because each needs much memory. */
const withLock = createKeyedMutex(2);

sharp.cache(false);

/**
 * Makes a new JPEG from a photo: upright, at most 1,600 pixels wide, without place, time and names. Refusals:
 * `file_type` for other files, `too_large` above 64 million pixels.
 */
export function remakePhoto(bytes: Uint8Array): Promise<Photo | Refusal> {
  if (!isPhoto(bytes)) {
    const words = heifAdvice(bytes) ?? 'This is not a photo: take a JPEG, PNG or WebP picture.';
    return Promise.resolve(refuse('file_type', words));
  }
  return withLock('photo', () => remake(bytes));
}

async function remake(bytes: Uint8Array): Promise<Photo | Refusal> {
  try {
    const source = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
    const { data, info } = await source
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
      // Transparent parts become white.
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    if (isTooLarge(error)) {
      return refuse('too_large', 'This picture has more than 64 million pixels. Take a smaller one.');
    }
    return refuse('file_type', 'This photo is damaged or cut off. Take it again.');
  }
}

/** A colour value up to this looks black. */
const BLACK = 16;

/**
 * Makes boxes in a photo black, and encodes it again with the best quality. `hidden`: how many pixels in the boxes were
 * not black before. `left`: how many pixels are outside.
 */
export async function blackenPhoto(
  bytes: Uint8Array,
  boxes: readonly RedactionBox[],
): Promise<{ bytes: Uint8Array; hidden: number; left: number }> {
  return withLock('photo', async () => {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .timeout({ seconds: SECONDS })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const covered = new Uint8Array(width * height);
    for (const box of boxes) {
      for (let y = box.y; y < box.y + box.height; y += 1) {
        covered.fill(1, y * width + box.x, y * width + box.x + box.width);
      }
    }
    let [hidden, left] = [0, 0];
    for (let place = 0; place < covered.length; place += 1) {
      const pixel = data.subarray(place * channels, (place + 1) * channels);
      if (covered[place] === 0) left += 1;
      else if (pixel.some((channel) => channel > BLACK)) hidden += 1;
      if (covered[place] === 1) pixel.fill(0);
    }
    const redacted = await sharp(data, { raw: { width, height, channels } })
      .timeout({ seconds: SECONDS })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    return { bytes: redacted, hidden, left };
  });
}

/** A photo as small as a certificate prints it. */
export async function shrinkPhoto(
  bytes: Uint8Array,
): Promise<{ jpeg: Uint8Array; width: number; height: number }> {
  const { data, info } = await withLock('photo', () =>
    sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .timeout({ seconds: SECONDS })
      .resize({ width: PRINTED_EDGE, height: PRINTED_EDGE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true }),
  );
  return { jpeg: new Uint8Array(data), width: info.width, height: info.height };
}

/**
 * Looks only at the beginning of a picture: `too_large` or `file_type`. So a small file cannot need gigabytes of
 * memory.
 */
export async function pictureRefusal(bytes: Uint8Array): Promise<Refusal | undefined> {
  try {
    await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
    return undefined;
  } catch (error) {
    if (isTooLarge(error)) {
      return refuse('too_large', 'This picture has more than 64 million pixels. Attach a smaller one.');
    }
    return refuse('file_type', 'This picture is damaged or cut off. Attach it again.');
  }
}

const isTooLarge = (error: unknown) => error instanceof Error && /pixel limit/i.test(error.message);
