import type { Logger } from '../../../../platform/log.ts';
import { createWorkerPool } from '../../../../platform/worker-pool.ts';
import type { CertificateData } from './certificate-data.ts';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import type { Delivery } from './worker.ts';

/** After this many certificates the process is replaced, because Typst keeps some memory. */
const RENDERS_PER_PROCESS = 500;
/** With this flag the process needs less memory. */
const WORKER_FLAGS = ['--max-semi-space-size=1'];
const TIMEOUT_MS = 20_000;

type Options = { log: Pick<Logger, 'warn'>; rendersPerProcess?: number; timeoutMs?: number; program?: URL };

export type CertificateRenderer = ReturnType<typeof createCertificateRenderer>;

/**
 * Prints certificates one after another in a child process, so that a crash ends only that process. It is replaced
 * after 500 certificates, after 20 s for one, and after a crash. A certificate that was lost in a crash is tried once
 * more.
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
    /** Prints a certificate as PDF/A-3a. */
    async render(data: CertificateData): Promise<Uint8Array> {
      const input = filesOf(data, coveredCodePoints());
      const delivery = (await pool.run(input)) as Delivery;
      if ('complaint' in delivery)
        throw new Error(`The certificate could not be made: ${delivery.complaint}`);
      return new Uint8Array(delivery.pdf);
    },

    /** Ends the process; waiting certificates fail. */
    close: (): Promise<void> => pool.close(),
  };
}
