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
