import { prepareZXingModule } from 'zxing-wasm/reader';
import { type CodeKind, codesOfFile, findCodes, glance } from './find-codes';
import type { Pixels } from './grey';

/** The first message is the reader's WebAssembly, because this worker may not fetch anything. */
export type ToDecoder =
  | { wasm: ArrayBuffer }
  | { pixels: Pixels; kind: CodeKind; isMoving: boolean }
  /** A PNG or JPEG that this worker decodes itself. */
  | { file: Uint8Array<ArrayBuffer>; kind: CodeKind };
/** The answer on the port of a request. */
export type FromDecoder = { texts: string[] } | { failure: string };

/** The longest search in a picture without a code; a slow phone makes fewer attempts in this time. */
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
