import type { Tx } from '../../../platform/database.ts';
import type { ChromatogramsContext } from '../chromatograms.context.ts';
import { listCandidates } from '../signal-prints.store.ts';
import type { ReadFile } from './replace-chromatogram.ts';

/** The other requests under which an altered copy of a signal is stored: the files that may be one are read again and compared. */
export async function findCopies(
  ctx: ChromatogramsContext,
  tx: Tx,
  { requestId, read }: { requestId: string; read: ReadFile },
): Promise<string[]> {
  if (!read.peakPrint) return [];
  const found = new Set<string>();
  for (const candidate of await listCandidates(tx, requestId, read.peakPrint)) {
    if (found.has(candidate.requestId)) continue;
    const bytes = await ctx.platform.files.find(candidate.fileKey);
    if (!bytes) continue;
    const compared = await ctx.workers.ask({
      kind: 'compare',
      trace: read.trace,
      bytes,
      wish: { channel: candidate.channel ?? undefined },
    });
    if (compared.ok && compared.isSame) found.add(candidate.requestId);
  }
  return [...found];
}
