import { createCertificateRenderer } from './modules/certificates/render/renderer.ts';
import { createChromatogramThread } from './modules/results/chromatogram-thread.ts';
import type { Logger } from './platform/log.ts';

export type Workshop = ReturnType<typeof openWorkshop>;

/**
 * The process and the threads of the heavy work. Each starts with its first piece, a third of a second of work, and keeps
 * nothing of it, so that houses may share a workshop.
 */
export function openWorkshop({ log }: { log: Pick<Logger, 'warn'> }) {
  const chromatograms = createChromatogramThread({ log });
  const renderer = createCertificateRenderer({ log });
  return {
    chromatograms,
    renderer,
    async close(): Promise<void> {
      await chromatograms.close();
      await renderer.close();
    },
  };
}
