import { MOST_REPLICATES } from '@vialproof/contract/results';
import { replicateProblem } from '@vialproof/science/chromatography/replicates';
import { codesOf, standingWarnings, warningNames } from '@vialproof/science/chromatography/trace-reasons';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import { listFacts, updateIntegration } from '../chromatograms.store.ts';
import type { ChromatogramFacts } from '../chromatograms.tables.ts';
import { listInjections } from '../injections.store.ts';
import type { InjectionRow } from '../injections.tables.ts';
import { type Replicate, runOf } from '../rules/replicates.ts';
import type { ReadFile } from './replace-chromatogram.ts';

type NewReplicate = { revisionId: string; injection: InjectionRow; read: ReadFile; reason: string };

/**
 * Counts one more injection for the result. Refusals: `wrong_state` if none is shown, `invalid_fields` for one that
 * cannot be compared, counts already, or has warnings and no reason.
 */
export async function addReplicate(
  ctx: ChromatogramsContext,
  tx: Tx,
  { revisionId, injection, read, reason }: NewReplicate,
): Promise<{ purity_percent: number } | Refusal> {
  const [row] = await listFacts(tx, [revisionId]);
  if (!row) return refuse('wrong_state', 'Report one injection first: the others are counted beside it.');
  const purity = read.purityPercent;
  const problem = whyNone(row, injection, read) ?? (await copyProblem(ctx, tx, row, { injection, read }));
  if (problem || purity === null) {
    const message = `${injection.fileName} ${problem ?? 'has no main peak'}, so it is not counted beside it.`;
    return refuse('invalid_fields', message, { errors: [{ path: 'as', message }] });
  }
  const standing = codesOf(standingWarnings(read));
  if (standing.length > 0 && reason === '') {
    const message = `Say why ${injection.fileName} is reported in spite of the warnings: ${warningNames(standing)}.`;
    return refuse('invalid_fields', message, { errors: [{ path: 'reason', message }] });
  }
  const others = (row.replicates ?? []).filter(({ injection_id: id }) => id !== injection.id);
  const replicate: Replicate = {
    injection_id: injection.id,
    sha256: injection.sha256,
    file_name: injection.fileName,
    purity_percent: purity,
    ...runOf(read),
    reason: standing.length > 0 ? reason : null,
  };
  if (!(await updateIntegration(tx, row, { replicates: [...others, replicate] })))
    return refuse('stale_draft');
  return { purity_percent: purity };
}

function whyNone(row: ChromatogramFacts, injection: InjectionRow, read: ReadFile): string | undefined {
  if (row.sha256 === injection.sha256) return 'is the injection that is drawn';
  if (read.purityPercent === null) return 'has no main peak';
  if ((row.replicates ?? []).length >= MOST_REPLICATES - 1) {
    return `is more than the ${MOST_REPLICATES} injections that a result takes`;
  }
  return replicateProblem(runOf(read), runOf({ ...row, unit: row.signalUnit }));
}

/** Whether the file is a measurement that counts already, even if it was changed. */
async function copyProblem(
  { platform: { files }, workers }: ChromatogramsContext,
  tx: Tx,
  row: ChromatogramFacts,
  { injection, read }: Pick<NewReplicate, 'injection' | 'read'>,
): Promise<string | undefined> {
  const counted = [row.sha256, ...(row.replicates ?? []).map(({ sha256 }) => sha256)];
  for (const other of await listInjections(tx, injection.requestId)) {
    if (other.id === injection.id || !counted.includes(other.sha256)) continue;
    const bytes = await files.find(other.fileKey);
    if (!bytes) continue;
    const { channel } = read;
    const answer = await workers.ask({ kind: 'compare', trace: read.trace, bytes, channel });
    if (answer.ok && answer.isSame) return `holds the same run as ${other.fileName}`;
  }
  return undefined;
}

/** Stops counting an injection. Returns whether it counted before. */
export async function removeReplicate(
  _ctx: ChromatogramsContext,
  tx: Tx,
  { revisionId, injectionId }: { revisionId: string; injectionId: string },
): Promise<boolean> {
  const [row] = await listFacts(tx, [revisionId]);
  const others = row?.replicates?.filter(({ injection_id: id }) => id !== injectionId) ?? [];
  if (!row || others.length === (row.replicates ?? []).length) return false;
  return updateIntegration(tx, row, { replicates: others });
}
