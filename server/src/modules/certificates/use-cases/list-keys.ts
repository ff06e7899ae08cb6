import type { CertificatesContext } from '../certificates.context.ts';
import { presentKeys, presentSigner } from '../certificates.presenter.ts';
import { listSigners } from '../certificates.store.ts';

/** What others need to check certificates without us, as text: keys of the log, every signing certificate, the roots. */
export async function listKeys({ platform, transparency, signer }: CertificatesContext): Promise<string> {
  const { db, clock, config } = platform;
  const present = presentSigner(await signer(), clock.now());
  const known = await listSigners(db.orm);
  const isNew = known.every(({ fingerprint }) => fingerprint !== present.fingerprint);
  return presentKeys(await transparency.verifierKeys(), isNew ? [...known, present] : known, config.lab.name);
}
