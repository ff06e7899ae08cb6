import type { Viewer } from '../../../platform/access.ts';
import type { Viewed } from '../../../platform/audit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { proveInclusion, selectEntry } from '../../transparency/transparency.service.ts';
import { findReadable } from '../certificates.queries.ts';
import type { CertificatesContext } from '../certificates.service.ts';
import { listLoggedOf } from '../certificates.store.ts';

/**
 * The proof that the public log contains the certificate. It says whose certificate it is, so only readers of the
 * certificate get it.
 */
export async function readProof(
  ctx: CertificatesContext,
  viewer: Viewer | null,
  requestId: string,
  revision?: number,
): Promise<{ text: string; taskNumber: number; revision: number; viewed: Viewed | null } | Refusal> {
  const { platform, transparency } = ctx;
  const found = await findReadable(ctx, viewer, requestId, revision);
  if (isRefusal(found)) return found;
  const { row, taskNumber, viewed } = found;
  const issued = (await listLoggedOf(platform.db.orm, [row.id])).find(({ event }) => event === 'issued');
  if (!issued) return refuse('certificate_not_ready');
  const { body } = await selectEntry(transparency, issued.index);
  const opening = { result: row.resultJson, salt: row.logSalt };
  const text = await proveInclusion(transparency, issued.index, { entry: body, opening });
  return { text, taskNumber, revision: row.revision, viewed };
}
