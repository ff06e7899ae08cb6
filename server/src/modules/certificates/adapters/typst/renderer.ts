import type { Logger } from '../../../../platform/log.ts';
import { createWorkerPool } from '../../../../platform/worker-pool.ts';
import type { CertificateData } from './certificate-data.ts';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import type { Delivery } from './worker.ts';

/** The number of certificates after which the process is replaced: Typst keeps some memory of each document. */
const RENDERS_PER_PROCESS = 500;
/** The process makes only short-lived garbage: at most 131 MB were measured, and 149 MB without this flag. */
const WORKER_FLAGS = ['--max-semi-space-size=1'];
const TIMEOUT_MS = 20_000;

type Options = { log: Pick<Logger, 'warn'>; rendersPerProcess?: number; timeoutMs?: number; program?: URL };

export type CertificateRenderer = ReturnType<typeof createCertificateRenderer>;

/**
 * Prints certificates in a child process, one at a time, in order: a crash of the native compiler ends only that
 * process. The process starts with the first certificate. It is replaced after 500 certificates, when one takes longer
 * than 20 s, and when it dies. A certificate whose process died is tried once more.
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
    /** Prints a certificate as PDF/A-3a: the same data always give the same bytes. */
    async render(data: CertificateData): Promise<Uint8Array> {
      const input = filesOf(data, coveredCodePoints());
      const delivery = (await pool.run(input)) as Delivery;
      if ('complaint' in delivery)
        throw new Error(`The certificate could not be made: ${delivery.complaint}`);
      return new Uint8Array(delivery.pdf);
    },

    /** Ends the process; certificates that still wait are rejected. */
    close: (): Promise<void> => pool.close(),
  };
}
