import { createCertificateRenderer } from '../modules/certificates/adapters/typst/renderer.ts';
import { createChromatogramWorkers } from '../modules/chromatograms/adapters/chromatogram-workers.ts';
import { createPictureRenderer } from '../modules/share-images/adapters/picture-renderer.ts';
import type { Logger } from '../platform/log.ts';

export type WorkerPools = ReturnType<typeof openWorkerPools>;

/**
 * Processes for certificates and pictures, threads for chromatograms. Each starts with its first task. Several
 * applications in one process share them.
 */
export function openWorkerPools({ log }: { log: Pick<Logger, 'warn'> }) {
  const chromatograms = createChromatogramWorkers({ log });
  const renderer = createCertificateRenderer({ log });
  const pictures = createPictureRenderer({ log });
  return {
    chromatograms,
    renderer,
    pictures,
    async close(): Promise<void> {
      await chromatograms.close();
      await renderer.close();
      await pictures.close();
    },
  };
}
