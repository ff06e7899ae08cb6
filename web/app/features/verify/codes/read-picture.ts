import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { FromDecoder, ToDecoder } from './decode.worker';
import type { CodeKind } from './find-codes';
import type { Pixels } from './grey';

const mostMegapixels = 40;
const mostBytes = 60_000_000;
const tooManyBytes = 'This file is larger than 60 MB. Take a screenshot of it, or crop it to the code.';
/** The longest side of a picture to read, in pixels. A larger picture is made smaller. */
const mostPixels = 3200;

let decoder: Promise<Worker> | undefined;

async function startDecoder(): Promise<Worker> {
  const answer = await fetch(readerUrl).catch(() => undefined);
  if (!answer?.ok)
    throw new Error('The reader for codes could not be loaded. Check the connection and try again.');
  const wasm = await answer.arrayBuffer();
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ wasm } satisfies ToDecoder, [wasm]);
  return worker;
}

/** The worker that reads codes. It starts with the first picture and stays. After a failure a new one starts. */
function theDecoder(): Promise<Worker> {
  decoder ??= startDecoder().catch((error: unknown) => {
    decoder = undefined;
    throw error;
  });
  return decoder;
}

type Picture = Exclude<ToDecoder, { wasm: ArrayBuffer }>;

async function decode(picture: Picture): Promise<string[]> {
  const worker = await theDecoder();
  const { port1: here, port2: there } = new MessageChannel();
  const answer = await new Promise<FromDecoder>((resolve, reject) => {
    const fail = () => {
      decoder = undefined;
      worker.terminate();
      reject(
        new Error('The reader for codes could not be started in this browser. Type number and key by hand.'),
      );
    };
    worker.addEventListener('error', fail, { once: true });
    here.onmessage = ({ data }: MessageEvent<FromDecoder>) => {
      worker.removeEventListener('error', fail);
      resolve(data);
    };
    const { buffer } = 'file' in picture ? picture.file : picture.pixels.data;
    worker.postMessage(picture, [buffer, there]);
  });
  here.close();
  if ('failure' in answer) throw new Error('This picture could not be read. Try another one.');
  return answer.texts;
}

function pixelsOf(picture: CanvasImageSource, width: number, height: number): Pixels {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser blocks reading images. Type number and key by hand.');
  // Transparent pixels count as white paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return { data: context.getImageData(0, 0, width, height).data, width, height };
}

const hiddenPixels =
  'This browser hides the pixels of pictures from pages. Allow this page to read them, or type number and key by hand.';

/** Whether the browser changes the pixels that a page reads. Some do so against tracking. */
function arePixelsHidden(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = 8;
  canvas.height = 8;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return true;
  context.fillStyle = 'rgb(12 200 97)';
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.some((part, place) => part !== [12, 200, 97, 255][place % 4]);
}

/** The size of a picture, read before the picture is fully decoded. Null if this browser cannot open the picture. */
async function sizeOf(file: Blob): Promise<{ width: number; height: number } | null> {
  const image = new Image();
  const address = URL.createObjectURL(file);
  try {
    const isOpen = await new Promise<boolean>((resolve) => {
      image.onload = () => resolve(true);
      image.onerror = () => resolve(false);
      image.src = address;
    });
    return isOpen && image.naturalWidth > 0 && image.naturalHeight > 0
      ? { width: image.naturalWidth, height: image.naturalHeight }
      : null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Whether a picture is in the format of many phones (HEIF). Its first bytes say so, its name may be wrong. */
async function isHeic(file: Blob): Promise<boolean> {
  const head = await file.slice(0, 12).text();
  return /^.{4}ftyp(?:hei[cmsx]|hev[cmx]|mif1|msf1)/s.test(head);
}

async function openPicture(file: File): Promise<Pixels> {
  if (file.size > mostBytes) throw new Error(tooManyBytes);
  const size = await sizeOf(file);
  if (!size && (await isHeic(file)))
    throw new Error('This browser cannot open HEIC. Save it as JPEG or take a screenshot.');
  const cannotOpen =
    'This browser cannot open this file as a picture. Save it as JPEG or PNG, or take a screenshot.';
  if (!size) throw new Error(cannotOpen);
  const megapixels = (size.width * size.height) / 1e6;
  if (megapixels > mostMegapixels) {
    throw new Error(
      `This picture has ${Math.ceil(megapixels)} megapixels; more than ${mostMegapixels} are not read here. Take a screenshot of it, or crop it to the code.`,
    );
  }
  const times = Math.min(1, mostPixels / Math.max(size.width, size.height));
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * times)));
  if (!width || !height) throw new Error(cannotOpen);
  // The browser decodes the picture directly in the reduced size.
  const bitmap = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  }).catch(() => {
    throw new Error(cannotOpen);
  });
  try {
    return pixelsOf(bitmap, width, height);
  } finally {
    bitmap.close();
  }
}

/**
 * The texts of the codes in a picture. The picture is read on this device and never sent. Throws an Error with
 * instructions if the browser cannot open the picture, or if it has more than 40 megapixels.
 */
export async function readPicture(file: File, kind: CodeKind): Promise<string[]> {
  if (!arePixelsHidden()) return decode({ pixels: await openPicture(file), kind, isMoving: false });
  if (file.size > mostBytes) throw new Error(tooManyBytes);
  const isReadable = file.type === 'image/png' || file.type === 'image/jpeg';
  const texts = isReadable ? await decode({ file: new Uint8Array(await file.arrayBuffer()), kind }) : [];
  if (texts.length === 0) throw new Error(hiddenPixels);
  return texts;
}

/** The texts of the codes in the camera's current picture. */
export function readFrame(video: HTMLVideoElement, kind: CodeKind): Promise<string[]> {
  if (arePixelsHidden()) return Promise.reject(new Error(hiddenPixels));
  return decode({ pixels: pixelsOf(video, video.videoWidth, video.videoHeight), kind, isMoving: true });
}
