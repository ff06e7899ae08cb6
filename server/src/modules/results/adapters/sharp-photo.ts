import type { RedactionBox } from '@vialproof/contract/redaction';
import sharp from 'sharp';
import { createKeyedMutex } from '../../../platform/keyed-mutex.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { heifAdvice, isPhoto } from '../rules/attachments.ts';

export type Photo = { bytes: Uint8Array; width: number; height: number };

const LONGEST_EDGE = 1600;
const PRINTED_EDGE = 480;
/** The size of the largest pictures that today's telephones take. A larger picture is not unpacked. */
const MOST_PIXELS = 64_000_000;
const QUALITY = 82;
const SECONDS = 20;
/** Pictures are processed outside the main thread, but each needs much memory, so two are processed at a time. */
const withLock = createKeyedMutex(2);

sharp.cache(false);

/**
 * Encodes a photo again: upright, at most 1,600 pixels a side, JPEG, without the metadata of the camera (location,
 * time, names). Returns the refusal `file_type` unless the file is a complete JPEG, PNG or WebP, and `too_large` above
 * 64 million pixels.
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
      // Transparent parts of a PNG become white, like paper.
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

/** A channel up to this value looks black. */
const BLACK = 16;

/**
 * Blackens boxes of a stored photo and keeps its size. `hidden` is the number of pixels in the boxes that were not
 * black before; `left` is the number of pixels outside all boxes. No part of a JPEG can be changed without loss, so all
 * pixels are unpacked, those in the boxes are set to zero, and the picture is encoded again at quality 100 with full
 * colour. The content of the boxes is gone, and outside them no channel differs by more than some 5 of 255. The file
 * becomes about five times as large.
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

/** A stored photo, made as small as a certificate prints it: some centimetres wide. */
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
 * The reason why a picture is refused, found in its header alone: too_large if it would unpack into more pixels than a
 * photo may have, and file_type if the header cannot be read. So a small file cannot need gigabytes when it is opened.
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
