import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../../../../platform/log.ts';
import type { CertificateData } from './certificate-data.ts';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import type { Delivery, Order } from './worker.ts';

/** Typst keeps a little of every document, so its process is replaced after this many. */
const RENDERS_PER_PROCESS = 500;
/** Short-lived garbage is all that it makes: measured 131 MB at most, 149 without. */
const WORKER_FLAGS = ['--max-semi-space-size=1'];
const TIMEOUT_MS = 20_000;
/** A process without work gives its memory back. */
const IDLE_MS = 60_000;

type Task = {
  order: Order;
  hasCrashed: boolean;
  resolve: (pdf: Uint8Array) => void;
  reject: (error: Error) => void;
};
type Options = { log: Pick<Logger, 'warn'>; rendersPerProcess?: number; timeoutMs?: number; workerUrl?: URL };

/**
 * Renders certificates in a child process, one at a time, in the order of asking. The process starts with the first
 * one, is replaced after 500, when it exceeds 20 s and when it dies; a certificate whose process died is tried once
 * more.
 */
export function createCertificateRenderer({
  log,
  rendersPerProcess = RENDERS_PER_PROCESS,
  timeoutMs = TIMEOUT_MS,
  workerUrl = new URL('./worker.ts', import.meta.url),
}: Options) {
  const waiting: Task[] = [];
  let current: Task | undefined;
  let child: ChildProcess | undefined;
  let served = 0;
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): ChildProcess {
    const born = fork(fileURLToPath(workerUrl), [], { serialization: 'advanced', execArgv: WORKER_FLAGS });
    served = 0;
    born.on('message', (delivery: Delivery) => {
      if (born === child && delivery.id === current?.order.id) finish(delivery);
    });
    born.on('error', (error) => lost(born, `could not be started or reached: ${error.message}`));
    born.once('exit', (code, signal) => lost(born, `ended by itself (${signal ?? code})`));
    return born;
  }

  function next(): void {
    clearTimeout(timer);
    const task = current ?? waiting.shift();
    current = task;
    if (!task) {
      if (child && served >= rendersPerProcess) release();
      // An idle process must not keep the server alive, nor its memory for long.
      child?.unref();
      child?.channel?.unref();
      timer = setTimeout(release, IDLE_MS).unref();
      return;
    }
    if (child && served >= rendersPerProcess) release();
    child ??= start();
    child.ref();
    child.channel?.ref();
    const worker = child;
    timer = setTimeout(() => lost(worker, `took longer than ${timeoutMs} ms`, false), timeoutMs);
    worker.send(task.order, (error) => {
      if (error) lost(worker, `could not be reached: ${error.message}`);
    });
  }

  function finish(delivery: Delivery): void {
    const task = current;
    current = undefined;
    served += 1;
    if ('pdf' in delivery) task?.resolve(new Uint8Array(delivery.pdf));
    else task?.reject(new Error(`The certificate could not be made: ${delivery.complaint}`));
    next();
  }

  /** The process is gone, or is made to go; its certificate gets one more try unless it took too long. */
  function lost(worker: ChildProcess, why: string, mayRetry = true): void {
    if (worker !== child) return;
    release();
    const task = current;
    if (!task) return;
    log.warn({ certificate: task.order.id, why }, 'certificate process lost');
    if (mayRetry && !task.hasCrashed && !isClosed) {
      task.hasCrashed = true;
    } else {
      current = undefined;
      task.reject(new Error(`The process that makes certificates ${why}`));
    }
    next();
  }

  function release(): void {
    clearTimeout(timer);
    const old = child;
    child = undefined;
    old?.kill('SIGKILL');
  }

  return {
    /** The certificate as PDF/A-3a: the same data always gives the same bytes. */
    render(data: CertificateData): Promise<Uint8Array> {
      if (isClosed) return Promise.reject(new Error('The certificate renderer is closed'));
      lastId += 1;
      const order: Order = { id: lastId, input: filesOf(data, coveredCodePoints()) };
      return new Promise((resolve, reject) => {
        waiting.push({ order, hasCrashed: false, resolve, reject });
        if (!current) next();
      });
    },

    /** Ends the process; what still waits is refused. */
    async close(): Promise<void> {
      isClosed = true;
      const old = child;
      const gone =
        old && old.exitCode === null && old.signalCode === null
          ? new Promise((done) => old.once('exit', done))
          : undefined;
      release();
      for (const task of [current, ...waiting.splice(0)])
        task?.reject(new Error('The certificate renderer is closed'));
      current = undefined;
      old?.ref();
      await gone;
    },
  };
}

export type CertificateRenderer = ReturnType<typeof createCertificateRenderer>;
