import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { commitmentTo } from '@vialproof/science/proof/log-entry';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Publication } from '../../results/results.service.ts';
import type { Signer } from '../adapters/pades/signer.ts';
import { attachmentOf } from '../adapters/typst/attachment.ts';
import {
  certificateData,
  certificateNumber,
  codeIn,
  complaintOf,
  presentSigner,
  unprintableOf,
  validityWords,
} from '../certificates.presenter.ts';
import type { CertificatesContext } from '../certificates.service.ts';
import { insertCertificate, insertSigner } from '../certificates.store.ts';
import { withCommitment } from '../rules/qr-address.ts';

/**
 * Prints, signs and stores a certificate in the transaction of its publication. Refusals: `certificate_unprintable`,
 * `unavailable` while the signing key has no valid certificate.
 */
export async function issueCertificate(
  ctx: CertificatesContext,
  tx: Tx,
  publication: Publication,
): Promise<undefined | Refusal> {
  const { log, clock, files } = ctx.platform;
  const { request, revision } = publication;
  const signer = await ctx.signer();
  if (!signer.isValidAt(revision.publishedAt)) {
    log.error({ validUntil: signer.validUntil }, 'the signing certificate is not valid now');
    return refuse(
      'unavailable',
      `The laboratory’s signing certificate ${validityWords(signer, revision.publishedAt)}. Please tell an admin.`,
    );
  }
  const logSalt = randomBytes(32).toString('hex');
  const printed = await print(ctx, publication, { signer, logSalt });
  if (isRefusal(printed)) return printed;
  const { bytes, resultJson } = printed;
  const id = randomUUID();
  const fileKey = `certificates/${id}`;
  await files.put(fileKey, bytes, 'application/pdf');
  await insertSigner(tx, presentSigner(signer, clock.now()));
  await insertCertificate(tx, {
    id,
    requestId: request.id,
    revisionId: revision.id,
    revision: revision.revision,
    fileKey,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    issuedAt: revision.publishedAt,
    signedBy: signer.fingerprint,
    logSalt,
    resultJson,
  });
  return undefined;
}

async function print(
  { platform, renderer }: CertificatesContext,
  publication: Publication,
  { signer, logSalt }: { signer: Signer; logSalt: string },
): Promise<{ bytes: Uint8Array; resultJson: string } | Refusal> {
  const { config, log, publicUrl } = platform;
  const errors = unprintableOf(publication.revision);
  const [first] = errors;
  if (first) return refuse('certificate_unprintable', complaintOf(first), { errors });
  const { request, revision } = publication;
  const number = certificateNumber(request.taskNumber, revision.revision);
  try {
    const data = certificateData(publication, config, {
      publicUrl: publicUrl(),
      signedBy: signer,
      logOrigin: config.log.origin,
    });
    const resultJson = attachmentOf(data);
    // The log has the hash of the result and not of the PDF, so the PDF itself can contain this hash.
    const c = codeIn(await commitmentTo({ result: resultJson, salt: logSalt }));
    const pdf = await renderer.render({ ...data, verifyUrl: withCommitment(data.verifyUrl, c) });
    const bytes = await signer.sign(pdf, {
      reason: `Certificate of Analysis ${number}`,
      signedAt: revision.publishedAt,
    });
    return { bytes, resultJson };
  } catch (error) {
    log.error({ err: error, requestId: request.id }, 'a certificate could not be made');
    return refuse('certificate_unprintable');
  }
}
