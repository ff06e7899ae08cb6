import type { LabRequest, SaveResult } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { massesOf, readFormula } from '../../methods/methods.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { insertDraftSave } from '../results.store.ts';
import { recordRevision, touchDraft } from '../results.transitions.ts';
import { changesBetween } from '../rules/draft-changes.ts';
import { completeMeasurements, type Weigh } from '../rules/measurements.ts';
import { isCurrentVersion, isOpen } from '../rules/revisions.ts';
import { changeDraft } from './change-request.ts';

/**
 * Saves the draft and works out its lines; refuses stale_draft when it is not the one that `version` saw, and
 * invalid_fields for a line that cannot be as it was sent. 0 begins it.
 */
export async function saveDraft(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  save: SaveResult,
): Promise<LabRequest | Refusal> {
  return changeDraft(ctx, viewer, idOrTask, async (draft, locked) => {
    const before = locked.chain.find((row) => isOpen(row.state));
    if (!isCurrentVersion(save.version, before?.version)) return refuse('stale_draft');
    const { title, summary } = save;
    const completed = completeMeasurements(save.measurements, weigh);
    if ('errors' in completed)
      return refuse('invalid_fields', completed.errors[0]?.message, { errors: completed.errors });
    const { measurements } = completed;
    const version = draft.version + 1;
    const row = await touchDraft(ctx, locked.tx, draft, { title, summary, measurements, version });
    await insertDraftSave(locked.tx, row, viewer.id);
    await recordRevision(ctx, locked.tx, viewer, 'saved', row, {
      version,
      changes: changesBetween(draft, row),
    });
    return undefined;
  });
}

/** The masses of a formula as a result's lines are compared with them. */
const weigh: Weigh = (formula) => {
  const substance = readFormula(formula);
  return typeof substance === 'string' ? substance : massesOf(substance);
};
