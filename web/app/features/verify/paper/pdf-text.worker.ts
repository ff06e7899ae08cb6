// pdf.js would start this part as its own worker; here it already runs in one.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { type PdfText, textOf } from './pdf-text';

/** The answer on the port of a request. */
export type FromPdfReader = { text: PdfText } | { failure: string };

self.addEventListener('message', async ({ data, ports: [port] }: MessageEvent<{ pdf: ArrayBuffer }>) => {
  // Messages of pdf.js itself.
  if (!port || !('pdf' in data)) return;
  try {
    port.postMessage({ text: await textOf(new Uint8Array(data.pdf)) } satisfies FromPdfReader);
  } catch (error) {
    port.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
