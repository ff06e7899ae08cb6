import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { keepInjectionState } from '../../chromatograms/chromatograms.service.ts';
import { selectOrder } from '../../orders/orders.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { describeRequest } from '../results.queries.ts';
import { listChain } from '../results.store.ts';
import type { RevisionRow } from '../results.tables.ts';
import { findWorkable, type LockedRequest, openDraft, withLockedRequest } from '../results.transitions.ts';
import { isOpen } from '../rules/revisions.ts';

/** Runs `work` on a locked request. Returns the changed request for staff, or the refusal. */
export async function changeRequest(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  work: (locked: LockedRequest) => Promise<Refusal | undefined>,
): Promise<LabRequest | Refusal> {
  const id = await withLockedRequest(
    ctx,
    viewer,
    idOrTask,
    async (locked) => (await work(locked)) ?? locked.request.id,
  );
  return isRefusal(id) ? id : describeRequest(ctx, viewer, await selectOrder(ctx.orders, id));
}

type DraftWork = (draft: RevisionRow, locked: LockedRequest) => Promise<Refusal | undefined>;

/** As `changeRequest`, for a change of the draft. A missing draft is created. */
export function changeDraft(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  work: DraftWork,
): Promise<LabRequest | Refusal> {
  return changeRequest(ctx, viewer, idOrTask, (locked) => workOnDraft(ctx, viewer, locked, work));
}

/** Runs `work` on the draft of a locked request, and stores the chromatogram. */
export async function workOnDraft(
  ctx: ResultsContext,
  viewer: Viewer,
  locked: LockedRequest,
  work: DraftWork,
): Promise<Refusal | undefined> {
  // Taken before the work, so that the history shows this state with the entry.
  const at = ctx.platform.clock.now();
  const draft = await openDraft(ctx, viewer, locked);
  if (isRefusal(draft)) return draft;
  const refused = await work(draft, locked);
  if (!refused) await keepInjectionState(ctx.chromatograms, locked.tx, draft.id, at);
  return refused;
}

/** The draft before it is locked. Undefined without a draft. A draft in review is refused. */
export async function findDraft(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
): Promise<RevisionRow | undefined | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const open = (await listChain(ctx.platform.db.orm, request.id)).find((row) => isOpen(row.state));
  return open?.state === 'in_review'
    ? refuse('wrong_state', 'This result is in review. It must be returned before it can be changed.')
    : open;
}
