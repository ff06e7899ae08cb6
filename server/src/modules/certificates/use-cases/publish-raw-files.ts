import type { RawFile } from '@vialproof/contract/certificates';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { selectOrder, selectOwnOrder } from '../../orders/orders.service.ts';
import { listReleasedFiles } from '../../results/results.service.ts';
import { appendEntries, lockLog } from '../../transparency/transparency.service.ts';
import type { CertificatesContext } from '../certificates.service.ts';
import { listCertificates } from '../certificates.store.ts';
import { rawFilesOf } from '../raw-files.queries.ts';
import { insertPublished } from '../raw-files.store.ts';

/**
 * Publishes the instrument files of a result permanently. The public log gets their SHA-256. Refusals: `not_found`,
 * `wrong_state`.
 */
export async function publishRawFiles(
  ctx: CertificatesContext,
  viewer: Viewer,
  requestId: string,
): Promise<RawFile[] | Refusal> {
  const { platform, orders, results, transparency } = ctx;
  const own = await selectOwnOrder(orders, viewer, requestId);
  if (isRefusal(own)) return own;
  const files = await platform.db.transaction(async (tx) => {
    // After a double click, the second call finds nothing to publish.
    await lockLog(transparency, tx);
    const request = await selectOrder(orders, requestId, tx);
    if (request.customerId !== viewer.id)
      return refuse('forbidden', 'The organizer publishes a group’s files.');
    if (request.visibility !== 'public' || request.status !== 'complete')
      return refuse('wrong_state', 'Only the files of a public result can be published.');
    const waiting = new Set(
      (await rawFilesOf(ctx, requestId, tx)).flatMap((file) => (file.published_at ? [] : [file.sha256])),
    );
    const released = (await listReleasedFiles(results, requestId, tx)).filter(({ sha256 }) =>
      waiting.has(sha256),
    );
    const [certificate] = await listCertificates(tx, requestId);
    if (!certificate || released.length === 0)
      return refuse('wrong_state', 'No file is left to publish: a reviewer releases each one first.');
    const now = platform.clock.now();
    const at = now.toISOString();
    const indexes = await appendEntries(
      transparency,
      tx,
      released.map(({ sha256 }) => ({
        version: 2,
        type: 'file',
        sha256,
        certificate: certificate.sha256,
        at,
      })),
    );
    if (isRefusal(indexes)) return indexes;
    await insertPublished(
      tx,
      released.map(({ id }, place) => ({
        injectionId: id,
        certificateId: certificate.id,
        logIndex: indexes[place] ?? Number.NaN,
        byId: viewer.id,
        at: now,
      })),
    );
    const detail = { files: released.map(({ fileName, sha256 }) => ({ file_name: fileName, sha256 })) };
    const subject = { kind: 'request', id: requestId };
    await recordAudit(tx, {
      at: now,
      actorId: viewer.id,
      action: 'request.raw_files_published',
      subject,
      detail,
    });
    await ctx.afterRawFilesPublication(tx);
    return rawFilesOf(ctx, requestId, tx);
  });
  return files;
}
