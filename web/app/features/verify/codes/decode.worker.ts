import { prepareZXingModule } from 'zxing-wasm/reader';
import { type CodeKind, codesOfFile, findCodes, glance } from './find-codes';
import type { Pixels } from './grey';

/**
 * A message to the worker. The first one contains the code reader as WebAssembly, because the worker may not load
 * anything.
 */
export type ToDecoder =
  | { wasm: ArrayBuffer }
  | { pixels: Pixels; kind: CodeKind; isMoving: boolean }
  /** A PNG or JPEG file, which the worker decodes itself. */
  | { file: Uint8Array<ArrayBuffer>; kind: CodeKind };
/** The worker's answer, sent on the port of the request. */
export type FromDecoder = { texts: string[] } | { failure: string };

/** How long a picture without a code is searched. A slow phone makes fewer tries in this time. */
const longestSearchMs = 6_000;

self.onmessage = async ({ data, ports: [port] }: MessageEvent<ToDecoder>) => {
  if ('wasm' in data) {
    prepareZXingModule({ overrides: { wasmBinary: data.wasm } });
    return;
  }
  const answer = (words: FromDecoder) => port?.postMessage(words);
  try {
    answer({ texts: await textsOf(data) });
  } catch (error) {
    answer({ failure: String(error) });
  }
};

function textsOf(data: Exclude<ToDecoder, { wasm: ArrayBuffer }>): Promise<string[]> {
  if ('file' in data) return codesOfFile(data.file, data.kind);
  const { pixels, kind, isMoving } = data;
  const end = performance.now() + longestSearchMs;
  return isMoving ? glance(pixels, kind) : findCodes(pixels, kind, () => performance.now() > end);
}
