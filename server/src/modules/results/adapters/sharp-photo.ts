import type { RedactionBox } from '@vialproof/contract/redaction';
import sharp from 'sharp';
import { createKeyedMutex } from '../../../platform/keyed-mutex.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { heifAdvice, isPhoto } from '../rules/attachments.ts';

export type Photo = { bytes: Uint8Array; width: number; height: number };

const LONGEST_EDGE = 1600;
const PRINTED_EDGE = 480;
/** What today's telephones take, and no more: so much is unpacked at most. */
const MOST_PIXELS = 64_000_000;
const QUALITY = 82;
const SECONDS = 20;
/** Pictures are worked on outside the main thread; each takes memory all the same. */
const withLock = createKeyedMutex(2);

sharp.cache(false);

/**
 * Makes a photo anew: upright, at most 1,600 pixels on a side, JPEG, and nothing of what the camera wrote into it
 * (place, time, names) is left. Refuses file_type for what is no JPEG, PNG or WebP or cannot be read to its end, and
 * too_large for one that unpacks into more than 64 million pixels.
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
      // Where a PNG lets the background through, it is white as paper.
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

/** A channel of at most so much is as good as black to the eye. */
const BLACK = 16;

/**
 * Blackens boxes of a photo of ours in its own size; `hidden` pixels were not black before, `left` are outside all boxes.
 * JPEG has no lossless way to change a part of a picture: the pixels are unpacked, those in the boxes set to zero, and all of
 * them packed again at quality 100 with full colour. What was under a box is not in the file any more, and outside the boxes
 * no channel differs by more than some 5 of 255 from the original. The file grows to some five times its size.
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

/** A photo of ours as a certificate prints it, some centimetres wide. */
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
 * Why a picture is not kept as it is, by its header alone: too_large where it unpacks into more than a photo may, and
 * file_type where the header cannot be read. Whoever opens it must not need gigabytes for a file of some kilobytes.
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
