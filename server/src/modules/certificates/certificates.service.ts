import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { openSigner, type Signer } from './adapters/pades/signer.ts';
import type { CertificatesContext } from './certificates.context.ts';
import { checkedOf, issuedCertificatesOf, listIssuedRevisions } from './certificates.queries.ts';
import { rawFilesOf, readRawFile } from './raw-files.queries.ts';
import { checkCertificates } from './use-cases/check-certificates.ts';
import { issueCertificate } from './use-cases/issue-certificate.ts';
import { listKeys } from './use-cases/list-keys.ts';
import { logCertificates } from './use-cases/log-certificates.ts';
import { lookUpCertificate } from './use-cases/look-up-certificate.ts';
import { prepareCertificates } from './use-cases/prepare-certificates.ts';
import { publishRawFiles } from './use-cases/publish-raw-files.ts';
import { readCertificate } from './use-cases/read-certificate.ts';
import { readProof } from './use-cases/read-proof.ts';
import { refuseUnprintable } from './use-cases/refuse-unprintable.ts';

export type { CheckedCertificate } from './certificates.queries.ts';
export type { CertificateFile } from './use-cases/read-certificate.ts';
export type Certificates = ReturnType<typeof createCertificates>;

/** Certificates of Analysis: made once, with the publication; signed, logged, stored, and served byte for byte ever after. */
export function createCertificates(
  platform: Platform,
  needs: Omit<CertificatesContext, 'platform' | 'signer'>,
) {
  let opening: Promise<Signer> | undefined;
  const signer = () => {
    opening ??= openSigner(platform.config, platform.clock);
    return opening;
  };
  const ctx: CertificatesContext = { platform, ...needs, signer };
  return {
    ...bindContext(ctx, {
      refuseUnprintable,
      issueCertificate,
      logCertificates,
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
