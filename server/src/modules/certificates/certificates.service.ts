import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTopic } from '../../platform/topic.ts';
import type { Chromatograms } from '../chromatograms/chromatograms.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Results } from '../results/results.service.ts';
import type { Transparency } from '../transparency/transparency.service.ts';
import { openSigner, type Signer } from './adapters/pades/signer.ts';
import type { CertificateRenderer } from './adapters/typst/renderer.ts';
import type { CertificatesContext } from './certificates.context.ts';
import { checkedOf, issuedCertificatesOf, listIssuedRevisions } from './certificates.queries.ts';
import { rawFilesOf, readRawFile } from './raw-files.queries.ts';
import { checkCertificates } from './use-cases/check-certificates.ts';
import { checkPrintable } from './use-cases/check-printable.ts';
import { issueCertificate } from './use-cases/issue-certificate.ts';
import { listKeys } from './use-cases/list-keys.ts';
import { logCertificates } from './use-cases/log-certificates.ts';
import { lookUpCertificate } from './use-cases/look-up-certificate.ts';
import { prepareCertificates } from './use-cases/prepare-certificates.ts';
import { publishRawFiles } from './use-cases/publish-raw-files.ts';
import { readCertificate } from './use-cases/read-certificate.ts';
import { readProof } from './use-cases/read-proof.ts';

export type { CheckedCertificate } from './certificates.queries.ts';
export type { CertificateFile } from './use-cases/read-certificate.ts';
export type Certificates = ReturnType<typeof createCertificates>;

type Needs = {
  orders: Orders;
  chromatograms: Chromatograms;
  results: Results;
  transparency: Transparency;
  renderer: CertificateRenderer;
};

/** Certificates of Analysis: made once, with the publication; signed, logged, stored, and served byte for byte ever after. */
export function createCertificates(platform: Platform, needs: Needs) {
  let opening: Promise<Signer> | undefined;
  const signer = () => {
    opening ??= openSigner(platform.config, platform.clock);
    return opening;
  };
  const ctx: CertificatesContext = { platform, ...needs, signer, changed: createTopic() };
  const { saving, published, changed } = needs.results;
  saving.subscribe(async (_tx, draft) => checkPrintable(draft));
  published.subscribe((tx, publication) => issueCertificate(ctx, tx, publication));
  changed.subscribe((tx, event) => logCertificates(ctx, tx, event));
  return {
    changed: ctx.changed,
    ...bindContext(ctx, {
      read: readCertificate,
      proof: readProof,
      record: lookUpCertificate,
      checkedOf,
      listIssuedRevisions,
      issuedFor: issuedCertificatesOf,
      keys: listKeys,
      prepare: prepareCertificates,
      check: checkCertificates,
      rawFilesOf,
      readRawFile,
      publishRawFiles,
    }),
    /** From when on certificates can be signed with the key at hand. */
    signsSince: async (): Promise<Date> => (await signer()).validFrom,
  };
}
