// pdf.js would start this module as its own worker, but it already runs in one.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { type PdfText, textOf } from './pdf-text';

/** The worker's answer, sent on the port of the request. */
export type FromPdfReader = { text: PdfText } | { failure: string };

self.addEventListener('message', async ({ data, ports: [port] }: MessageEvent<{ pdf: ArrayBuffer }>) => {
  // pdf.js also sends messages of its own, which are ignored here.
  if (!port || !('pdf' in data)) return;
  try {
    port.postMessage({ text: await textOf(new Uint8Array(data.pdf)) } satisfies FromPdfReader);
  } catch (error) {
    port.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
