import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Chromatograms } from '../chromatograms/chromatograms.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Results } from '../results/results.service.ts';
import type { Transparency } from '../transparency/transparency.service.ts';
import type { Signer } from './adapters/pades/signer.ts';
import type { CertificateRenderer } from './adapters/typst/renderer.ts';

/** What the use cases of certificates need. */
export type CertificatesContext = {
  platform: Platform;
  orders: Orders;
  chromatograms: Chromatograms;
  results: Results;
  transparency: Transparency;
  renderer: CertificateRenderer;
  /** What follows when everybody is shown the raw files of a request. */
  afterRawFilesPublication: (tx: Tx) => Promise<void>;
  /** The laboratory's signing key, opened at the first call. @throws StartupProblem when it cannot be used. */
  signer: () => Promise<Signer>;
};
