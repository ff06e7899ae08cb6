import { secondsAfter } from '../../../platform/clock.ts';
import { StartupProblem } from '../../../platform/startup-problem.ts';
import { isWritable, keepCheckpoint } from '../../transparency/transparency.service.ts';
import { presentSigner, validityWords } from '../certificates.presenter.ts';
import type { CertificatesContext } from '../certificates.service.ts';
import { insertSigner } from '../certificates.store.ts';

/** The server warns at its start if the certificate of the signing key ends within sixty days. */
const WARNING_SECONDS = 60 * 86_400;

/**
 * Checks the signing keys when the server starts, and keeps the newest signed state of the public log outside the
 * database.
 * @throws StartupProblem if certificates could not be signed.
 */
export async function prepareCertificates(ctx: CertificatesContext): Promise<void> {
  const { clock, log, db } = ctx.platform;
  const signer = await ctx.signer();
  if (!signer.isValidAt(clock.now())) {
    throw new StartupProblem(
      `The signing certificate ${validityWords(signer, clock.now())}: it is valid from ${signer.validFrom.toISOString()} until ${signer.validUntil.toISOString()}. docs/operations.md says how to change it.`,
    );
  }
  if (signer.validUntil < secondsAfter(clock.now(), WARNING_SECONDS)) {
    log.warn(
      { validUntil: signer.validUntil },
      'the signing certificate expires soon: see docs/operations.md',
    );
  }
  if (signer.missingUsages.length > 0) {
    log.warn(
      { missing: signer.missingUsages },
      'the signing certificate lacks usages without which some programs do not trust it: make a new one with `npm run keys -- NEW_DIRECTORY "LABORATORY NAME" authority.pem` (docs/operations.md)',
    );
  }
  await insertSigner(db.orm, presentSigner(signer, clock.now()));
  if (await isWritable(ctx.transparency)) await keepCheckpoint(ctx.transparency);
}
