import type { ExplainBody } from '@vialproof/contract/chromatograms';
import { codesOf, standingWarnings } from '@vialproof/science/chromatography/trace-reasons';
import type { Tx } from '../../../platform/postgres/database.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import { listFacts, updateIntegration } from '../chromatograms.store.ts';

/**
 * Stores the reasons to report a purity in spite of its present warnings; an empty reason removes them. Returns the
 * change for the audit log. May return the refusals `wrong_state` without a warning that needs a reason, and
 * `stale_draft` when the trace's version is not `version`.
 */
export async function keepWarningReasons(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { revisionId, by, reason, version }: ExplainBody & { revisionId: string; by: string },
) {
  const [row] = await listFacts(tx, [revisionId]);
  if (!row) return refuse('wrong_state', 'There is no draft with a chromatogram.');
  if (row.version !== version) return refuse('stale_draft');
  const codes = codesOf(standingWarnings(row));
  if (codes.length === 0) return refuse('wrong_state', 'Nothing was noticed that wants a reason.');
  const explained = reason === '' ? null : { codes, reason, by, at: clock.now().toISOString() };
  if (!(await updateIntegration(tx, row, { explained }))) return refuse('stale_draft');
  const said = row.explained && { codes: row.explained.codes, reason: row.explained.reason };
  return { version: version + 1, before: said, after: explained && { codes, reason } };
}
