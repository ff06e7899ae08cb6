import type { Viewer } from '../../../platform/access.ts';
import type { Viewed } from '../../../platform/audit.ts';
import type { StoredFile } from '../../../platform/http/http-file.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findStoredFile, packPoints } from '../../chromatograms/chromatograms.service.ts';
import { findOrderForStaff } from '../../orders/orders.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { listChain } from '../results.store.ts';
import type { RevisionRow } from '../results.tables.ts';
import { isOpen } from '../rules/revisions.ts';

/** Every point of a chromatogram with both baselines. Default: of the draft or the newest result. */
export async function downloadTracePoints(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  revision?: number,
): Promise<Uint8Array<ArrayBuffer> | Refusal> {
  const found = await findRevision(ctx, viewer, idOrTask, revision);
  return isRefusal(found) ? found : packPoints(ctx.chromatograms, found.id);
}

/** The file of a chromatogram or its blank (only solvent), unchanged. */
export async function downloadChromatogramFile(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  { which, revision }: { which: 'trace' | 'blank'; revision: number | undefined },
): Promise<(StoredFile & { fileName: string; viewed: Viewed }) | Refusal> {
  const found = await findRevision(ctx, viewer, idOrTask, revision);
  if (isRefusal(found)) return found;
  const file = await findStoredFile(ctx.chromatograms, found.id, which);
  if (!file) return refuse('not_found');
  const { fileName, sha256, fileKey } = file;
  const viewed = { kind: 'request', id: found.requestId, detail: { revision: found.revision, sha256 } };
  const bytes = await ctx.platform.files.get(fileKey);
  return { fileName, contentType: 'application/octet-stream', sha256, isPublic: false, bytes, viewed };
}

async function findRevision(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  revision?: number,
): Promise<RevisionRow | Refusal> {
  const request = await findOrderForStaff(ctx.orders, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const chain = await listChain(ctx.platform.db.orm, request.id);
  const found = revision
    ? chain.find((each) => each.revision === revision)
    : (chain.find((each) => isOpen(each.state)) ?? chain.at(-1));
  return found ?? refuse('not_found');
}
