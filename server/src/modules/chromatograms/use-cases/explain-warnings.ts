import type { ExplainBody } from '@vialproof/contract/chromatograms';
import { codesOf, standingWarnings } from '@vialproof/science/chromatography/trace-reasons';
import type { Tx } from '../../../platform/postgres/database.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import { listFacts, updateIntegration } from '../chromatograms.store.ts';

/**
 * Stores why a purity is reported in spite of warnings. An empty reason removes it. Refusals: `wrong_state` if no
 * warning needs a reason, `stale_draft` if the chromatogram has changed.
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
