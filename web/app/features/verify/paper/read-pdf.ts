import type { PdfText } from './pdf-text';
import type { FromPdfReader } from './pdf-text.worker';

/** How many seconds a PDF may take. Some keep their reader busy on purpose. */
const mostSeconds = 60;

/**
 * Reads the text of a PDF on this device, in a worker that has no network access and ends afterwards. Throws an Error
 * with a readable message if the PDF cannot be read.
 */
export async function readPdf(bytes: ArrayBuffer): Promise<PdfText> {
  const worker = new Worker(new URL('./pdf-text.worker.ts', import.meta.url), { type: 'module' });
  const { port1: here, port2: there } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const answer = await new Promise<FromPdfReader>((resolve, reject) => {
      worker.onerror = () =>
        reject(new Error('The reader for PDFs could not be started. Check the connection and try again.'));
      here.onmessage = ({ data }: MessageEvent<FromPdfReader>) => resolve(data);
      timer = setTimeout(
        () => reject(new Error('Reading the text of this PDF took too long.')),
        mostSeconds * 1000,
      );
      worker.postMessage({ pdf: bytes }, [bytes, there]);
    });
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.text;
  } finally {
    clearTimeout(timer);
    here.close();
    worker.terminate();
  }
}
