import { createCertificateRenderer } from '../modules/certificates/adapters/typst/renderer.ts';
import { createChromatogramThread } from '../modules/results/chromatogram-thread.ts';
import type { Logger } from '../platform/log.ts';

export type WorkerPools = ReturnType<typeof openWorkerPools>;

/**
 * The process and the threads of the heavy work. Each starts with its first piece, a third of a second of work, and keeps
 * nothing of it, so that applications may share them.
 */
export function openWorkerPools({ log }: { log: Pick<Logger, 'warn'> }) {
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
