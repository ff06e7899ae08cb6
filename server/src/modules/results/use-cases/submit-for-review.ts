import type { LabRequest, Submission } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { judgeInjections } from '../injections.queries.ts';
import type { ResultsContext } from '../results.context.ts';
import { addContributor } from '../results.store.ts';
import { recordRevision, touchDraft } from '../results.transitions.ts';
import { isOpen, stateAfter, submissionErrors } from '../rules/revisions.ts';
import { changeRequest } from './change-request.ts';

/**
 * Draft → in review. Refuses stale_draft when draft or trace are not what was `seen`, and invalid_fields while something
 * is missing, or a purity is not that of the trace or wants a reason for what was noticed about it.
 */
export async function submitForReview(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  seen: Submission,
): Promise<LabRequest | Refusal> {
  return changeRequest(ctx, viewer, idOrTask, async ({ tx, request, chain }) => {
    const draft = chain.find((row) => isOpen(row.state));
    const state = draft && stateAfter(draft.state, 'submitted');
    if (!draft || !state) return refuse('wrong_state');
    if (seen.version !== undefined && seen.version !== draft.version) return refuse('stale_draft');
    const trace = await ctx.chromatograms.findFacts(tx, draft.id);
    if (seen.chromatogram_version !== undefined && seen.chromatogram_version !== (trace?.version ?? null)) {
      return refuse(
        'stale_draft',
        'The chromatogram was changed since it stood on your screen. Look at it again before you hand in.',
      );
    }
    const injections = await judgeInjections(ctx, tx, request, draft.id);
    const errors = submissionErrors(
      draft,
      trace ? { ...trace.facts, unexplained: trace.unexplained } : null,
      injections.map(({ injection, ...state }) => ({ ...injection, ...state })),
    );
    if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
    const now = ctx.platform.clock.now();
    await addContributor(tx, draft.id, viewer.id, now);
    await touchDraft(ctx, tx, draft, { state, submittedAt: now, submittedBy: viewer.id });
    await recordRevision(ctx, tx, viewer, 'submitted', draft, {
      version: draft.version,
      chromatogram: trace ? { version: trace.version, sha256: trace.facts.sha256 } : null,
    });
    return undefined;
  });
}
