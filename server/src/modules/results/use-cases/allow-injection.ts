import type { AllowInjection } from '@vialproof/contract/injections';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { allowDoubt } from '../../chromatograms/chromatograms.service.ts';
import { sentTraces } from '../contributors.queries.ts';
import { judgeInjections, timeRulesOf } from '../injections.queries.ts';
import type { ResultsContext } from '../results.context.ts';
import { findWorkable, recordWork } from '../results.transitions.ts';
import { denyAllowing } from '../rules/permissions.ts';
import { changeRequest } from './change-request.ts';

/**
 * A reviewer allows an injection in spite of a doubt. The reason is public. Refusals: `same_person` for the reviewer's
 * own work, `wrong_state` without a doubt.
 */
export async function allowInjection(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  { injection_id: id, what, reason }: AllowInjection,
): Promise<LabRequest | Refusal> {
  const seen = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(seen)) return seen;
  const rules = await timeRulesOf(ctx, seen);
  return changeRequest(ctx, viewer, idOrTask, async ({ tx, request }) => {
    const found = (await judgeInjections(ctx, tx, request, { revisionId: undefined, rules })).find(
      ({ injection }) => injection.id === id,
    );
    if (!found) return refuse('not_found');
    const { fileName, sha256, uploadedBy } = found.injection;
    const sent = (await sentTraces(ctx, tx, [request.id])).filter((trace) => trace.sha256 === sha256);
    const keyMakers = sent.map(({ keyMadeBy }) => keyMadeBy);
    const denial = denyAllowing(viewer, what, { uploadedBy, keyMakers, timeTypedBy: found.typed?.byId });
    if (denial) return refuse('same_person', denial);
    if (!found.doubts.includes(what)) {
      return refuse('wrong_state', 'Nothing of this kind speaks against this injection.');
    }
    await allowDoubt(ctx.chromatograms, tx, { injectionId: id, what, reason, by: viewer.id });
    await recordWork(ctx, tx, viewer, 'result.injection_allowed', request.id, {
      file_name: fileName,
      sha256,
      what,
      reason,
    });
    return undefined;
  });
}
