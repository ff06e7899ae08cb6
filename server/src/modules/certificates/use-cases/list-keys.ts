import { readVerifierKeys } from '../../transparency/transparency.service.ts';
import { presentKeys, presentSigner } from '../certificates.presenter.ts';
import type { CertificatesContext } from '../certificates.service.ts';
import { listSigners } from '../certificates.store.ts';

/** The public keys as text, to check certificates without us. */
export async function listCertificateKeys({
  platform,
  transparency,
  signer,
}: CertificatesContext): Promise<string> {
  const { db, clock, config } = platform;
  const present = presentSigner(await signer(), clock.now());
  const known = await listSigners(db.orm);
  const isNew = known.every(({ fingerprint }) => fingerprint !== present.fingerprint);
  return presentKeys(
    await readVerifierKeys(transparency),
    isNew ? [...known, present] : known,
    config.lab.name,
  );
}

/** Since when the certificate of the present signing key is valid. */
export const signsSince = async ({ signer }: CertificatesContext): Promise<Date> =>
  (await signer()).validFrom;

/** Until when it is valid. */
export const signsUntil = async ({ signer }: CertificatesContext): Promise<Date> =>
  (await signer()).validUntil;
