import type { TypeTime } from '@vialproof/contract/injection-time';
import type { LabRequest } from '@vialproof/contract/lab';
import { exactMinute } from '@vialproof/science/calendar/dates';
import { mayBeTyped } from '@vialproof/science/chromatography/known-time';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { describeInjections, keepTypedTime, timeOf } from '../../chromatograms/chromatograms.service.ts';
import { timeRulesOf } from '../injections.queries.ts';
import type { ResultsContext } from '../results.context.ts';
import { findWorkable, recordRevision, touchDraft } from '../results.transitions.ts';
import { changeDraft } from './change-request.ts';

/**
 * Stores the time that a person typed for an injection, or why it is unknown. Refusals: `wrong_state`,
 * `invalid_fields`.
 */
export async function typeTime(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  injectionId: string,
  { injected_at: injectedAt, reason }: TypeTime,
): Promise<LabRequest | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const { order } = await timeRulesOf(ctx, request);
  return changeDraft(ctx, viewer, idOrTask, async (draft, { tx }) => {
    const of = { requestId: request.id, revisionId: draft.id };
    const found = (await describeInjections(ctx.chromatograms, tx, of)).find(
      ({ injection }) => injection.id === injectionId,
    );
    if (!found) return refuse('not_found');
    const own = timeOf({ ...found, typed: null }, order);
    if (own.source === 'file') return refuse('wrong_state', 'The file says itself when it was injected.');
    if (injectedAt !== null && !mayBeTyped(injectedAt, own)) {
      const [one = '', other = ''] = own.times.map(exactMinute);
      const message = `The file says ${one} or ${other}; type one of them.`;
      return refuse('invalid_fields', message, { errors: [{ path: 'injected_at', message }] });
    }
    await keepTypedTime(ctx.chromatograms, tx, { injectionId, injectedAt, reason, by: viewer.id });
    await recordRevision(ctx, tx, viewer, 'injection_timed', await touchDraft(ctx, tx, draft), {
      file_name: found.injection.fileName,
      sha256: found.injection.sha256,
      injected_at: { from: found.typed?.injectedAt ?? null, to: injectedAt },
      reason,
    });
    return undefined;
  });
}
