import type { Viewer } from '../../../platform/access.ts';
import type { Viewed } from '../../../platform/audit.ts';
import type { StoredFile } from '../../../platform/http/http-file.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { findReadable } from '../certificates.queries.ts';
import type { CertificatesContext } from '../certificates.service.ts';

export type CertificateFile = StoredFile & {
  taskNumber: number;
  revision: number;
  viewed: Viewed | null;
};

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
  const found = await findReadable(ctx, viewer, requestId, revision);
  if (isRefusal(found)) return found;
  const { row, taskNumber, isPublic, viewed } = found;
  const bytes = await ctx.platform.files.get(row.fileKey);
  const file = { sha256: row.sha256, contentType: 'application/pdf', isPublic, bytes };
  return { ...file, taskNumber, revision: row.revision, viewed };
}
