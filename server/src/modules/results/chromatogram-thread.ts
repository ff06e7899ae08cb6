import { Worker } from 'node:worker_threads';
import type { Logger } from '../../platform/log.ts';
import { refuseFile, type TraceRefusal } from './chromatogram.rules.ts';
import type { Delivery, Done, Order, Work } from './chromatogram-worker.ts';

/** Longer takes no file of 10 MB: measured 1 s at most on a slow machine. */
const TIMEOUT_MS = 20_000;
/** A thread without work gives its memory back. */
const IDLE_MS = 60_000;
/** A file of 10 MB of numbers becomes some 100 MB while it is read. */
const MEMORY_MB = 384;

type Task = {
  order: Order;
  resolve: (done: Done[keyof Done] | TraceRefusal) => void;
  reject: (error: Error) => void;
};
type Options = { log: Pick<Logger, 'warn'>; timeoutMs?: number; memoryMb?: number; workerUrl?: URL };
type KindOf<W extends Work> = W['kind'];

/**
 * Reads and integrates chromatograms in a thread of its own, one at a time in the order of asking, so that whatever is
 * in a file nobody else waits. The thread starts with the first one; when it takes longer than 20 s, needs too much
 * memory or dies, the file is refused in words and the next one gets a new thread.
 */
export function createChromatogramThread({
  log,
  timeoutMs = TIMEOUT_MS,
  memoryMb = MEMORY_MB,
  workerUrl = new URL('./chromatogram-worker.ts', import.meta.url),
}: Options) {
  const waiting: Task[] = [];
  let current: Task | undefined;
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const born = new Worker(workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
    });
    born.on('message', (delivery: Delivery) => {
      if (born === thread && delivery.id === current?.order.id) finish(delivery);
    });
    born.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      lost(born, error.message, isMemory ? 'it needs too much memory' : 'the reader broke off');
    });
    born.on('exit', (code) => lost(born, `ended by itself (${code})`, 'the reader broke off'));
    return born;
  }

  function next(): void {
    clearTimeout(timer);
    current = waiting.shift();
    if (!current) {
      // An idle thread must not keep the server alive, nor its memory for long.
      thread?.unref();
      timer = setTimeout(release, IDLE_MS).unref();
      return;
    }
    thread ??= start();
    thread.ref();
    const worker = thread;
    timer = setTimeout(
      () => lost(worker, `took longer than ${timeoutMs} ms`, 'it takes too long'),
      timeoutMs,
    );
    worker.postMessage(current.order);
  }

  function finish(delivery: Delivery): void {
    const task = current;
    if ('done' in delivery) task?.resolve(delivery.done);
    else task?.reject(new Error(`A chromatogram could not be worked on: ${delivery.complaint}`));
    next();
  }

  function lost(worker: Worker, why: string, words: string): void {
    if (worker !== thread) return;
    release();
    const task = current;
    if (!task) return;
    log.warn({ why }, 'chromatogram thread lost');
    task.resolve(refuseFile(`The file could not be read: ${words}.`));
    next();
  }

  function release(): void {
    clearTimeout(timer);
    const old = thread;
    thread = undefined;
    void old?.terminate();
  }

  return {
    /** Does one piece of work. Rejects only for a mistake of ours. */
    ask<W extends Work>(work: W): Promise<Done[KindOf<W>] | TraceRefusal> {
      if (isClosed) return Promise.reject(new Error('The chromatogram thread is closed'));
      lastId += 1;
      const order: Order = { id: lastId, work };
      return new Promise((resolve, reject) => {
        // The thread answers each kind of work in its kind.
        waiting.push({ order, resolve: resolve as Task['resolve'], reject });
        if (!current) next();
      });
    },

    /** Ends the thread; what still waits is refused. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      const old = thread;
      thread = undefined;
      for (const task of [current, ...waiting.splice(0)])
        task?.reject(new Error('The chromatogram thread is closed'));
      current = undefined;
      await old?.terminate();
    },
  };
}

export type ChromatogramThread = ReturnType<typeof createChromatogramThread>;
