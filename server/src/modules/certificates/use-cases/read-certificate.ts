import type { Viewer } from '../../../platform/access.ts';
import { recordView } from '../../../platform/audit.ts';
import type { StoredFile } from '../../../platform/http/http-file.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { findReadable } from '../certificates.queries.ts';
import type { CertificatesContext } from '../certificates.service.ts';

export type CertificateFile = StoredFile & { taskNumber: number; revision: number };

/**
 * The certificate of a request as it is stored. Refusals: `not_found`, `certificate_not_ready` before the publication
 * and after a withdrawal.
 */
export async function readCertificate(
  ctx: CertificatesContext,
  viewer: Viewer | null,
  requestId: string,
  revision?: number,
): Promise<CertificateFile | Refusal> {
  const { db, files, clock } = ctx.platform;
  const found = await findReadable(ctx, viewer, requestId, revision);
  if (isRefusal(found)) return found;
  const { row, taskNumber, isPublic, isOwn } = found;
  // A view by staff is logged.
  if (viewer && !isPublic && !isOwn) {
    await recordView(db.orm, {
      at: clock.now(),
      actorId: viewer.id,
      action: 'request.certificate_viewed',
      subject: { kind: 'request', id: row.requestId },
      detail: { certificate: row.id, revision: row.revision },
    });
  }
  const bytes = await files.get(row.fileKey);
  const { sha256 } = row;
  return { taskNumber, revision: row.revision, sha256, contentType: 'application/pdf', isPublic, bytes };
}
