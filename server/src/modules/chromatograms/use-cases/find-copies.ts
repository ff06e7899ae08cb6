import type { Tx } from '../../../platform/postgres/database.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import { listSameNoise, listSamePeak } from '../signal-prints.store.ts';
import type { ReadFile } from './replace-chromatogram.ts';

/**
 * Finds other requests with the same measurement, even if the file was changed. Files that may contain it are read and
 * compared.
 */
export async function findCopies(
  ctx: ChromatogramsContext,
  tx: Tx,
  { requestId, read }: { requestId: string; read: ReadFile },
): Promise<string[]> {
  const candidates = await listSameNoise(tx, requestId, read.print);
  if (read.peakPrint) candidates.push(...(await listSamePeak(tx, requestId, read.peakPrint)));
  const compared = new Set<string>();
  const found = new Set<string>();
  for (const { requestId: other, fileKey, channel } of candidates) {
    if (found.has(other) || compared.has(fileKey)) continue;
    compared.add(fileKey);
    const bytes = await ctx.platform.files.find(fileKey);
    if (!bytes) continue;
    const answer = await ctx.workers.ask({ kind: 'compare', trace: read.trace, bytes, channel });
    if (answer.ok && answer.isSame) found.add(other);
  }
  return [...found];
}
