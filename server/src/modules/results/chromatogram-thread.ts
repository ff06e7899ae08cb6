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
/** A place for one thread and what it works on. */
type Seat = { thread?: Worker | undefined; task?: Task | undefined; timer?: NodeJS.Timeout | undefined };

/** So many new files are read side by side: one that hangs holds up nobody who comes after it. */
const FILES_AT_ONCE = 2;

/**
 * Reads and integrates chromatograms in threads of their own, so that whatever is in a file nobody else waits: new files
 * in two of them, in the order of asking, and what was stored in a third, since pages wait for that. A thread starts with
 * its first piece of work; when it takes longer than 20 s, needs too much memory or dies, the file is refused in words
 * and the next one gets a new thread.
 */
export function createChromatogramThread({
  filesAtOnce = FILES_AT_ONCE,
  ...options
}: Options & { filesAtOnce?: number }) {
  const files = threads(filesAtOnce, options);
  const stored = threads(1, options);
  return {
    /** Does one piece of work. Rejects only for a mistake of ours. */
    ask: <W extends Work>(work: W): Promise<Done[KindOf<W>] | TraceRefusal> =>
      (work.kind === 'read' ? files : stored).ask(work),

    /** Ends the threads; what still waits is refused. */
    async close(): Promise<void> {
      await Promise.all([files.close(), stored.close()]);
    },
  };
}

/** So many threads with one queue between them. */
function threads(
  atOnce: number,
  {
    log,
    timeoutMs = TIMEOUT_MS,
    memoryMb = MEMORY_MB,
    workerUrl = new URL('./chromatogram-worker.ts', import.meta.url),
  }: Options,
) {
  const waiting: Task[] = [];
  const seats: Seat[] = Array.from({ length: atOnce }, () => ({}));
  let lastId = 0;
  let isClosed = false;

  function start(seat: Seat): Worker {
    const born = new Worker(workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
    });
    born.on('message', (delivery: Delivery) => {
      if (born === seat.thread && delivery.id === seat.task?.order.id) finish(seat, delivery);
    });
    born.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      lost(seat, born, error.message, isMemory ? 'it needs too much memory' : 'the reader broke off');
    });
    born.on('exit', (code) => lost(seat, born, `ended by itself (${code})`, 'the reader broke off'));
    return born;
  }

  function next(seat: Seat): void {
    clearTimeout(seat.timer);
    seat.task = waiting.shift();
    if (!seat.task) {
      // An idle thread must not keep the server alive, nor its memory for long.
      seat.thread?.unref();
      seat.timer = setTimeout(() => release(seat), IDLE_MS).unref();
      return;
    }
    seat.thread ??= start(seat);
    seat.thread.ref();
    const worker = seat.thread;
    seat.timer = setTimeout(
      () => lost(seat, worker, `took longer than ${timeoutMs} ms`, 'it takes too long'),
      timeoutMs,
    );
    worker.postMessage(seat.task.order);
  }

  function finish(seat: Seat, delivery: Delivery): void {
    const { task } = seat;
    if ('done' in delivery) task?.resolve(delivery.done);
    else task?.reject(new Error(`A chromatogram could not be worked on: ${delivery.complaint}`));
    next(seat);
  }

  function lost(seat: Seat, worker: Worker, why: string, words: string): void {
    if (worker !== seat.thread) return;
    release(seat);
    const { task } = seat;
    if (!task) return;
    log.warn({ why }, 'chromatogram thread lost');
    task.resolve(refuseFile(`The file could not be read: ${words}.`));
    next(seat);
  }

  function release(seat: Seat): void {
    clearTimeout(seat.timer);
    const old = seat.thread;
    seat.thread = undefined;
    void old?.terminate();
  }

  return {
    ask<W extends Work>(work: W): Promise<Done[KindOf<W>] | TraceRefusal> {
      if (isClosed) return Promise.reject(new Error('The chromatogram thread is closed'));
      lastId += 1;
      const order: Order = { id: lastId, work };
      return new Promise((resolve, reject) => {
        // The thread answers each kind of work in its kind.
        waiting.push({ order, resolve: resolve as Task['resolve'], reject });
        const idle = seats.filter(({ task }) => !task);
        // One that has its thread already answers sooner.
        const seat = idle.find(({ thread }) => thread) ?? idle[0];
        if (seat) next(seat);
      });
    },

    async close(): Promise<void> {
      isClosed = true;
      const open = [...seats.map(({ task }) => task), ...waiting.splice(0)];
      const old = seats.map(({ thread }) => thread);
      for (const seat of seats) {
        clearTimeout(seat.timer);
        seat.thread = undefined;
        seat.task = undefined;
      }
      for (const task of open) task?.reject(new Error('The chromatogram thread is closed'));
      await Promise.all(old.map((thread) => thread?.terminate()));
    },
  };
}

export type ChromatogramThread = ReturnType<typeof createChromatogramThread>;
