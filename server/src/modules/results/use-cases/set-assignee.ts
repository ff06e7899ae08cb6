import type { AssigneeBody } from '@vialproof/contract/assignees';
import type { LabRequest } from '@vialproof/contract/lab';
import { isStaffRole, type Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { findPeople } from '../../accounts/accounts.service.ts';
import { isOrderReader } from '../../orders/orders.service.ts';
import { deleteAssignee, listAssignees, putAssignee } from '../assignees.store.ts';
import type { ResultsContext } from '../results.context.ts';
import { type LockedRequest, recordWork } from '../results.transitions.ts';
import { isOpen, maySomebodyWork } from '../rules/revisions.ts';
import { changeRequest } from './change-request.ts';

/**
 * Stores who works on a sample. Others may still work on it. Refusals: `own_order`, `invalid_fields`, `stale_version`,
 * `wrong_state`.
 */
export async function setAssignee(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  { user_id: userId, seen }: AssigneeBody,
): Promise<LabRequest | Refusal> {
  return changeRequest(ctx, viewer, idOrTask, async (locked) => {
    const { tx, request } = locked;
    const [before] = await listAssignees(tx, [request.id]);
    const from = before?.userId ?? null;
    if (from === userId) return undefined;
    if (seen !== undefined && seen !== from) return refuse('stale_version');
    const refused = userId === null ? undefined : await refuseAssignee(ctx, locked, userId);
    if (refused) return refused;
    const at = ctx.platform.clock.now();
    if (userId === null) await deleteAssignee(tx, request.id);
    else await putAssignee(tx, { requestId: request.id, userId, byId: viewer.id, at });
    const action = userId === null ? 'request.let_go' : 'request.assigned';
    await recordWork(ctx, tx, viewer, action, request.id, { assignee: { from, to: userId } });
    return undefined;
  });
}

async function refuseAssignee(
  ctx: ResultsContext,
  { tx, request, chain }: LockedRequest,
  userId: string,
): Promise<Refusal | undefined> {
  if (!maySomebodyWork(request.status, chain.find(({ state }) => isOpen(state))?.state)) {
    return refuse('wrong_state', 'There is nothing to do on this sample now.');
  }
  const person = (await findPeople(ctx.accounts, [userId], tx)).get(userId);
  if (!person || !isStaffRole(person.role)) {
    const message = 'A sample is given to people of the laboratory only.';
    return refuse('invalid_fields', message, { errors: [{ path: 'user_id', message }] });
  }
  return (await isOrderReader(ctx.orders, userId, request, tx)) ? refuse('own_order') : undefined;
}
