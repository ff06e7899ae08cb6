import { Tinypool } from 'tinypool';
import { createKeyedMutex } from './keyed-mutex.ts';
import type { Logger } from './log.ts';

/** A worker without work gives its memory back. */
const IDLE_MS = 60_000;

type Options = {
  log: Pick<Logger, 'warn'>;
  /** What the pool is called in the log. */
  name: string;
  /** The file whose function `work` does one piece of work. */
  program: URL;
  /** A thread; or a process, where native code may crash. */
  runtime: 'worker_threads' | 'child_process';
  atOnce: number;
  timeoutMs: number;
  /** The most that the heap of a thread may have; a thread that needs more is ended. */
  memoryMb?: number;
  execArgv?: string[];
  /** The workers are replaced after so many pieces of work; by default never. */
  piecesPerWorker?: number;
};

/** Why a piece of work got no answer. */
export type LossReason = 'timeout' | 'memory' | 'crash' | 'closed';

/** The worker was ended or ended by itself; the next piece of work gets a new one. */
export class WorkerLost extends Error {
  readonly reason: LossReason;

  constructor(reason: LossReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Workers beside the main thread, started with the first piece of work, for whatever takes long, needs much memory or may
 * crash: `atOnce` pieces side by side, the others in the order of asking.
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
  // Pieces wait here and not in the pool: their time counts from their start, and the pool starts no worker in the place
  // of a lost one for what waits in its own queue.
  const withLock = createKeyedMutex(atOnce);
  let done = 0;
  let isClosed = false;

  async function runNow(piece: unknown): Promise<unknown> {
    if (isClosed) throw new WorkerLost('closed', `The ${name} is closed`);
    try {
      // Named with each piece, since the pool reports to nobody a program that fails before the first one.
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
    /** The answer of the program's `work`; rejects with WorkerLost when there is none. */
    run: (piece: unknown): Promise<unknown> => withLock('all', () => runNow(piece)),

    /** Ends the workers; what runs and what waits is refused. */
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
