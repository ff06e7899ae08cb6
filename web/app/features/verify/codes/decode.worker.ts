import { prepareZXingModule } from 'zxing-wasm/reader';
import { type CodeKind, findCodes, glance } from './find-codes';
import type { Pixels } from './grey';

/** The first message is the reader's WebAssembly: this worker may fetch nothing itself. */
export type ToDecoder = { wasm: ArrayBuffer } | { pixels: Pixels; kind: CodeKind; isMoving: boolean };
/** What comes back on the port of a request. */
export type FromDecoder = { texts: string[] } | { failure: string };

/** Nobody waits longer to be told that a picture has no code; a slow telephone tries fewer of the ways to read one. */
const longestSearchMs = 6_000;

self.onmessage = async ({ data, ports: [port] }: MessageEvent<ToDecoder>) => {
  if ('wasm' in data) {
    prepareZXingModule({ overrides: { wasmBinary: data.wasm } });
    return;
  }
  const answer = (words: FromDecoder) => port?.postMessage(words);
  try {
    const { pixels, kind, isMoving } = data;
    const end = performance.now() + longestSearchMs;
    const texts = isMoving ? glance(pixels, kind) : findCodes(pixels, kind, () => performance.now() > end);
    answer({ texts: await texts });
  } catch (error) {
    answer({ failure: String(error) });
  }
};
