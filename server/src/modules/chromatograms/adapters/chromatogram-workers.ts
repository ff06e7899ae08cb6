import { refuseFile, type TraceRefusal } from '@vialproof/science/chromatography/file-reading';
import type { Logger } from '../../../platform/log.ts';
import { createWorkerPool, type LossReason, WorkerLost } from '../../../platform/worker-pool.ts';
import type { Delivery, Done, Work } from './chromatogram-worker.ts';

/** Longer takes no file of 10 MB: measured 1 s at most on a slow machine. */
const TIMEOUT_MS = 20_000;
/** A file of 10 MB of numbers becomes some 100 MB while it is read. */
const MEMORY_MB = 384;
/** So many new files are read side by side: one that hangs holds up nobody who comes after it. */
const FILES_AT_ONCE = 2;

type Options = {
  log: Pick<Logger, 'warn'>;
  timeoutMs?: number;
  memoryMb?: number;
  filesAtOnce?: number;
  program?: URL;
};

const WORDS: Record<Exclude<LossReason, 'closed'>, string> = {
  timeout: 'it takes too long',
  memory: 'it needs too much memory',
  crash: 'the reader broke off',
};

export type ChromatogramWorkers = ReturnType<typeof createChromatogramWorkers>;

/**
 * Reads and integrates chromatograms in threads of their own, so that whatever is in a file nobody else waits: new files
 * in two of them, in the order of asking, and what was stored in a third, since pages wait for that. A file whose reading
 * takes longer than 20 s, needs too much memory or ends its thread is refused in words; the next one gets a new thread.
 */
export function createChromatogramWorkers({
  log,
  timeoutMs = TIMEOUT_MS,
  memoryMb = MEMORY_MB,
  filesAtOnce = FILES_AT_ONCE,
  program = new URL('./chromatogram-worker.ts', import.meta.url),
}: Options) {
  const threads = (atOnce: number) =>
    createWorkerPool({
      log,
      name: 'chromatogram thread',
      program,
      runtime: 'worker_threads',
      atOnce,
      timeoutMs,
      memoryMb,
    });
  const files = threads(filesAtOnce);
  const stored = threads(1);

  return {
    /** Does one piece of work. Rejects only for a mistake of ours, and once closed. */
    async ask<W extends Work>(work: W): Promise<Done[W['kind']] | TraceRefusal> {
      try {
        // The program answers each kind of work in its kind.
        const delivery = (await ('bytes' in work ? files : stored).run(work)) as Delivery<W['kind']>;
        if ('done' in delivery) return delivery.done;
        throw new Error(`A chromatogram could not be worked on: ${delivery.complaint}`);
      } catch (error) {
        if (!(error instanceof WorkerLost) || error.reason === 'closed') throw error;
        return refuseFile(`The file could not be read: ${WORDS[error.reason]}.`);
      }
    },

    /** Ends the threads; what still waits is refused. */
    async close(): Promise<void> {
      await Promise.all([files.close(), stored.close()]);
    },
  };
}
