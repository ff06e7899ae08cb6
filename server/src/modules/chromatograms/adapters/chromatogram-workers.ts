import { refuseFile, type TraceRefusal } from '@vialproof/science/chromatography/file-reading';
import type { Logger } from '../../../platform/log.ts';
import { createWorkerPool, type LossReason, WorkerLost } from '../../../platform/worker-pool.ts';
import type { Delivery, Done, Work } from './chromatogram-worker.ts';

/** The time limit for one file. A file of 10 MB took 1 s at most. */
const TIMEOUT_MS = 20_000;
/** The memory of a thread; a file of 10 MB needs about 100 MB. */
const MEMORY_MB = 384;
/** Reads two files at a time, so that one whose reading never ends does not delay the next. */
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
 * Reads chromatograms in threads, so that no file delays other work: two threads for new files, one for stored
 * chromatograms. A file that takes 20 s or too much memory is refused, and a new thread starts.
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
    /** Gives a task to a thread. Fails only for a programming error, and after `close`. */
    async ask<W extends Work>(work: W): Promise<Done[W['kind']] | TraceRefusal> {
      try {
        // The kind of the task decides the type of the result.
        const delivery = (await ('bytes' in work ? files : stored).run(work)) as Delivery<W['kind']>;
        if ('done' in delivery) return delivery.done;
        throw new Error(`A chromatogram could not be worked on: ${delivery.complaint}`);
      } catch (error) {
        if (!(error instanceof WorkerLost) || error.reason === 'closed') throw error;
        return refuseFile(`The file could not be read: ${WORDS[error.reason]}.`);
      }
    },

    /** Ends the threads; waiting tasks fail. */
    async close(): Promise<void> {
      await Promise.all([files.close(), stored.close()]);
    },
  };
}
