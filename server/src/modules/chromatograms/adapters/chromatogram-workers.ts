import { refuseFile, type TraceRefusal } from '@vialproof/science/chromatography/file-reading';
import type { Logger } from '../../../platform/log.ts';
import { createWorkerPool, type LossReason, WorkerLost } from '../../../platform/worker-pool.ts';
import type { Delivery, Done, Work } from './chromatogram-worker.ts';

/** The time limit of a file. Reading a file of 10 MB took at most 1 s on a slow machine. */
const TIMEOUT_MS = 20_000;
/** The memory limit of a thread. Reading a file with 10 MB of numbers needs about 100 MB. */
const MEMORY_MB = 384;
/** The number of new files that are read in parallel, so that one file that never ends does not delay the next. */
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
 * Reads and integrates chromatograms in threads, so that no file's content delays other work. Two threads read new
 * files, in order; a third thread handles stored traces, since pages wait for those. A file that takes longer than 20
 * s, needs too much memory or ends its thread is refused with a sentence, and the next file gets a new thread.
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
    /** Does one piece of work in a thread. Rejects only for bugs, and after closing. */
    async ask<W extends Work>(work: W): Promise<Done[W['kind']] | TraceRefusal> {
      try {
        // The thread answers each kind of work with the type that belongs to it.
        const delivery = (await ('bytes' in work ? files : stored).run(work)) as Delivery<W['kind']>;
        if ('done' in delivery) return delivery.done;
        throw new Error(`A chromatogram could not be worked on: ${delivery.complaint}`);
      } catch (error) {
        if (!(error instanceof WorkerLost) || error.reason === 'closed') throw error;
        return refuseFile(`The file could not be read: ${WORDS[error.reason]}.`);
      }
    },

    /** Ends the threads; work that still waits is rejected. */
    async close(): Promise<void> {
      await Promise.all([files.close(), stored.close()]);
    },
  };
}
