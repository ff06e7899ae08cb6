// The part of pdf.js that it would start as a worker of its own: here it is in one already.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { type PdfText, textOf } from './pdf-text';

/** What comes back on the port of a request. */
export type FromPdfReader = { text: PdfText } | { failure: string };

self.addEventListener('message', async ({ data, ports: [port] }: MessageEvent<{ pdf: ArrayBuffer }>) => {
  // pdf.js talks to itself by other messages.
  if (!port || !('pdf' in data)) return;
  try {
    port.postMessage({ text: await textOf(new Uint8Array(data.pdf)) } satisfies FromPdfReader);
  } catch (error) {
    port.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
