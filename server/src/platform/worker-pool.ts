import { Tinypool } from 'tinypool';
import { createKeyedMutex } from './keyed-mutex.ts';
import type { Logger } from './log.ts';

/** A worker without work ends after this time and frees its memory. */
const IDLE_MS = 60_000;

type Options = {
  log: Pick<Logger, 'warn'>;
  /** The name of the pool in the log. */
  name: string;
  /** The file whose function `work` does one task. */
  program: URL;
  /** A thread, or a process if native code may crash. */
  runtime: 'worker_threads' | 'child_process';
  atOnce: number;
  timeoutMs: number;
  /** The memory limit of a thread. A thread that needs more is ended. */
  memoryMb?: number;
  execArgv?: string[];
  /** A worker is replaced after this many tasks. Default: never. */
  piecesPerWorker?: number;
  /** Whether a task is tried again after its worker crashed. Only for tasks that cannot be the cause of the crash. */
  retriesCrash?: boolean;
};

/** Why a task has no result. */
export type LossReason = 'timeout' | 'memory' | 'crash' | 'closed';

/** The worker was ended or has crashed. The next task gets a new worker. */
export class WorkerLost extends Error {
  readonly reason: LossReason;

  constructor(reason: LossReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Runs work outside the main thread that takes long, needs much memory or may crash. At most `atOnce` tasks run at the
 * same time, and further tasks wait in order.
 */
export function createWorkerPool(options: Options) {
  const {
    log,
    name,
    program,
    atOnce,
    timeoutMs,
    memoryMb,
    piecesPerWorker = Number.POSITIVE_INFINITY,
    retriesCrash = false,
  } = options;
  const pool = new Tinypool({
    runtime: options.runtime,
    minThreads: 0,
    maxThreads: atOnce,
    idleTimeout: IDLE_MS,
    execArgv: options.execArgv ?? [],
    serialization: 'advanced',
    ...(memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
  });
  pool.on('error', (error: Error) => log.warn({ why: error.message }, `idle ${name} lost`));
  // Tasks wait here and not in the pool, so their time limit begins when they start.
  const withLock = createKeyedMutex(atOnce);
  let done = 0;
  let isClosed = false;

  async function runNow(piece: unknown): Promise<unknown> {
    if (isClosed) throw new WorkerLost('closed', `The ${name} is closed`);
    try {
      // The program's path goes with each task, because the pool does not report a program that fails while it loads.
      return await pool.run(piece, {
        filename: program,
        name: 'work',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      if (isClosed) throw new WorkerLost('closed', `The ${name} is closed`);
      const lost = lossOf(error, timeoutMs);
      log.warn({ why: lost.message }, `${name} lost`);
      throw lost;
    } finally {
      done += 1;
      if (done % piecesPerWorker === 0 && !isClosed) await pool.recycleWorkers();
    }
  }

  return {
    /** The result of the function `work`. Rejects with WorkerLost if the worker ended. */
    async run(piece: unknown): Promise<unknown> {
      const once = () => withLock('all', () => runNow(piece));
      return once().catch((error: unknown) => {
        if (retriesCrash && error instanceof WorkerLost && error.reason === 'crash') return once();
        throw error;
      });
    },

    /** Ends all workers. Running and waiting tasks fail. */
    async close(): Promise<void> {
      isClosed = true;
      await pool.destroy();
    },
  };
}

function lossOf(error: unknown, timeoutMs: number): WorkerLost {
  const { name, code, message } = error as Error & { code?: string };
  if (name === 'AbortError') return new WorkerLost('timeout', `took longer than ${timeoutMs} ms`);
  return new WorkerLost(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', message);
}
