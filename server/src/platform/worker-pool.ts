import { Tinypool } from 'tinypool';
import { createKeyedMutex } from './keyed-mutex.ts';
import type { Logger } from './log.ts';

/** After this time an idle worker ends and releases its memory. */
const IDLE_MS = 60_000;

type Options = {
  log: Pick<Logger, 'warn'>;
  /** The pool's name in the log. */
  name: string;
  /** The file whose function `work` does one task. */
  program: URL;
  /** A thread; or a process, if native code may crash. */
  runtime: 'worker_threads' | 'child_process';
  atOnce: number;
  timeoutMs: number;
  /** Heap limit of a thread; a thread that exceeds it is ended. */
  memoryMb?: number;
  execArgv?: string[];
  /** Workers are replaced after this many tasks; by default never. */
  piecesPerWorker?: number;
  /** A task whose worker crashed is tried once more: for tasks that cannot be the cause. */
  retriesCrash?: boolean;
};

/** Why a task has no result. */
export type LossReason = 'timeout' | 'memory' | 'crash' | 'closed';

/** The worker was ended or crashed; the next task gets a new one. */
export class WorkerLost extends Error {
  readonly reason: LossReason;

  constructor(reason: LossReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Workers beside the main thread, started with the first task, for work that takes long, needs much memory or may
 * crash: `atOnce` tasks in parallel, others in order.
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
  // Tasks wait here and not in the pool: their time limit counts from their start, and the pool starts no replacement
  // of a lost worker for its own queue.
  const withLock = createKeyedMutex(atOnce);
  let done = 0;
  let isClosed = false;

  async function runNow(piece: unknown): Promise<unknown> {
    if (isClosed) throw new WorkerLost('closed', `The ${name} is closed`);
    try {
      // Passed with each task, since the pool does not report a program that fails before the first one.
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
    /** The result of the program's `work`; rejects with WorkerLost without one. */
    async run(piece: unknown): Promise<unknown> {
      const once = () => withLock('all', () => runNow(piece));
      return once().catch((error: unknown) => {
        if (retriesCrash && error instanceof WorkerLost && error.reason === 'crash') return once();
        throw error;
      });
    },

    /** Ends the workers; running and waiting tasks are refused. */
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
