import type { Logger } from '../../../../platform/log.ts';
import { createWorkerPool } from '../../../../platform/worker-pool.ts';
import type { CertificateData } from './certificate-data.ts';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import type { Delivery } from './worker.ts';

/** Typst keeps some memory of every document, so its process is replaced after this many. */
const RENDERS_PER_PROCESS = 500;
/** It only makes short-lived garbage: measured 131 MB at most, 149 without this flag. */
const WORKER_FLAGS = ['--max-semi-space-size=1'];
const TIMEOUT_MS = 20_000;

type Options = { log: Pick<Logger, 'warn'>; rendersPerProcess?: number; timeoutMs?: number; program?: URL };

export type CertificateRenderer = ReturnType<typeof createCertificateRenderer>;

/**
 * Prints certificates in a child process, one at a time, in order: a crash of the native compiler only ends that
 * process. It starts with the first certificate, and is replaced after 500, when one takes longer than 20 s and when it
 * dies; a certificate whose process died is retried once.
 */
export function createCertificateRenderer({
  log,
  rendersPerProcess = RENDERS_PER_PROCESS,
  timeoutMs = TIMEOUT_MS,
  program = new URL('./worker.ts', import.meta.url),
}: Options) {
  const pool = createWorkerPool({
    log,
    name: 'certificate process',
    program,
    runtime: 'child_process',
    atOnce: 1,
    timeoutMs,
    execArgv: WORKER_FLAGS,
    piecesPerWorker: rendersPerProcess,
    retriesCrash: true,
  });

  return {
    /** The certificate as PDF/A-3a: the same data always give the same bytes. */
    async render(data: CertificateData): Promise<Uint8Array> {
      const input = filesOf(data, coveredCodePoints());
      const delivery = (await pool.run(input)) as Delivery;
      if ('complaint' in delivery)
        throw new Error(`The certificate could not be made: ${delivery.complaint}`);
      return new Uint8Array(delivery.pdf);
    },

    /** Ends the process; waiting certificates are rejected. */
    close: (): Promise<void> => pool.close(),
  };
}
