import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { ChromatogramsContext } from '../chromatograms/chromatograms.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { ResultsContext } from '../results/results.service.ts';
import type { TransparencyContext } from '../transparency/transparency.service.ts';
import { openSigner, type Signer } from './adapters/pades/signer.ts';
import type { CertificateRenderer } from './adapters/typst/renderer.ts';

export type { CheckedCertificate } from './certificates.queries.ts';
export { checkedCertificatesOf, issuedCertificatesOf, listIssuedRevisions } from './certificates.queries.ts';
export { rawFilesOf, readRawFile } from './raw-files.queries.ts';
export { checkCertificates } from './use-cases/check-certificates.ts';
export { issueCertificate } from './use-cases/issue-certificate.ts';
export { listCertificateKeys, signsSince, signsUntil } from './use-cases/list-keys.ts';
export { logCertificates } from './use-cases/log-certificates.ts';
export { lookUpCertificate } from './use-cases/look-up-certificate.ts';
export { prepareCertificates } from './use-cases/prepare-certificates.ts';
export { publishRawFiles } from './use-cases/publish-raw-files.ts';
export type { CertificateFile } from './use-cases/read-certificate.ts';
export { readCertificate } from './use-cases/read-certificate.ts';
export { readProof } from './use-cases/read-proof.ts';
export { refuseUnprintable } from './use-cases/refuse-unprintable.ts';

export type CertificatesContext = {
  platform: Platform;
  orders: OrdersContext;
  chromatograms: ChromatogramsContext;
  results: ResultsContext;
  transparency: TransparencyContext;
  renderer: CertificateRenderer;
  /** What other modules do after instrument files became public. */
  afterRawFilesPublication: (tx: Tx) => Promise<void>;
  /** The laboratory's signing key, read at the first call. @throws StartupProblem if it cannot be used. */
  signer: () => Promise<Signer>;
};

/**
 * Certificates of results. Each one is made when its result is published, signed and added to the public log. It never
 * changes.
 */
export function createCertificatesContext(
  platform: Platform,
  needs: Omit<CertificatesContext, 'platform' | 'signer'>,
): CertificatesContext {
  let opening: Promise<Signer> | undefined;
  const signer = () => {
    opening ??= openSigner(platform.config, platform.clock);
    return opening;
  };
  return { platform, ...needs, signer };
}
