import { prepareZXingModule } from 'zxing-wasm/reader';
import { type CodeKind, findCodes, glance } from './find-codes';
import type { Pixels } from './grey';

/** The first message is the reader's WebAssembly: this worker may fetch nothing itself. */
export type ToDecoder = { wasm: ArrayBuffer } | { pixels: Pixels; kind: CodeKind; isMoving: boolean };
/** What comes back on the port of a request. */
export type FromDecoder = { texts: string[] } | { failure: string };

self.onmessage = async ({ data, ports: [port] }: MessageEvent<ToDecoder>) => {
  if ('wasm' in data) {
    prepareZXingModule({ overrides: { wasmBinary: data.wasm } });
    return;
  }
  const answer = (words: FromDecoder) => port?.postMessage(words);
  try {
    answer({ texts: await (data.isMoving ? glance : findCodes)(data.pixels, data.kind) });
  } catch (error) {
    answer({ failure: String(error) });
  }
};
