import type { Logger } from '../../../platform/log.ts';
import { createWorkerPool } from '../../../platform/worker-pool.ts';
import type { Picture } from '../share-images.presenter.ts';

/** After this many pictures the process is replaced, because Typst keeps some memory. */
const PICTURES_PER_PROCESS = 500;
const TIMEOUT_MS = 20_000;

export type PictureRenderer = ReturnType<typeof createPictureRenderer>;

/** Draws pictures in a child process, so that a crash ends only that process. */
export function createPictureRenderer({ log }: { log: Pick<Logger, 'warn'> }) {
  const pool = createWorkerPool({
    log,
    name: 'picture process',
    program: new URL('./picture-worker.ts', import.meta.url),
    runtime: 'child_process',
    atOnce: 1,
    timeoutMs: TIMEOUT_MS,
    execArgv: ['--max-semi-space-size=1'],
    piecesPerWorker: PICTURES_PER_PROCESS,
    retriesCrash: true,
  });
  return {
    /** The picture as a PNG of 1200 × 630. */
    draw: async (picture: Picture): Promise<Uint8Array<ArrayBuffer>> =>
      new Uint8Array((await pool.run(picture)) as Uint8Array),

    /** Ends the process; waiting pictures fail. */
    close: (): Promise<void> => pool.close(),
  };
}
