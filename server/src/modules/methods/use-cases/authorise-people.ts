import type { AuthoriseBody, MethodAuthorisation } from '@vialproof/contract/authorisations';
import { adminOnly, type Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { describeAuthorisations, restrictionsOf } from '../authorisations.queries.ts';
import { deleteAuthorisation, putAuthorisation } from '../authorisations.store.ts';
import type { MethodsContext } from '../methods.context.ts';
import { foldMethod } from '../methods.rules.ts';
import { lockTemplates } from '../methods.store.ts';

/**
 * Says who may enter and hand in results by a method; null makes it everybody's again. Refuses invalid_fields for somebody
 * who is not of the staff and was not on the list before. What is handed in already stands. Somebody who has left the staff
 * enters nothing anyway, and may stay on the list.
 */
export async function authorisePeople(
  ctx: MethodsContext,
  viewer: Viewer,
  { method, user_ids: userIds }: AuthoriseBody,
): Promise<MethodAuthorisation[] | Refusal> {
  const hidden = adminOnly(viewer);
  if (hidden) return hidden;
  const { db, clock } = ctx.platform;
  const staff = new Set((await ctx.accounts.roles.listPeople()).map(({ id }) => id));
  const folded = foldMethod(method);
  const done = await db.transaction(async (tx): Promise<Refusal | undefined> => {
    await lockTemplates(tx);
    const before = (await restrictionsOf(tx)).get(folded);
    if (userIds?.some((id) => !staff.has(id) && !before?.has(id))) {
      const message = 'Only people of the laboratory are authorised.';
      return refuse('invalid_fields', message, { errors: [{ path: 'user_ids', message }] });
    }
    const at = clock.now();
    if (userIds === null) await deleteAuthorisation(tx, folded);
    else await putAuthorisation(tx, { method: folded, userIds: [...new Set(userIds)], byId: viewer.id, at });
    await recordAudit(tx, {
      at,
      actorId: viewer.id,
      action: 'methods.authorised',
      subject: { kind: 'user', id: viewer.id },
      detail: { method, people: { from: before ? [...before] : 'everybody', to: userIds ?? 'everybody' } },
    });
    return undefined;
  });
  return isRefusal(done) ? done : describeAuthorisations(ctx);
}
