import type { AuthoriseBody, MethodAuthorisation } from '@vialproof/contract/authorisations';
import { isStaffRole, type Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { listPeople } from '../../accounts/accounts.service.ts';
import { findRestrictions, listAuthorisations } from '../authorisations.queries.ts';
import type { People } from '../authorisations.rules.ts';
import { deleteAuthorisations, insertAuthorisation, listAuthorisationRows } from '../authorisations.store.ts';
import { foldMethod } from '../method-names.rules.ts';
import type { MethodsContext } from '../methods.service.ts';
import { lockTemplates } from '../methods.store.ts';

/**
 * Stores who may measure (`measure`, in old calls `user_ids`) and who may release (`release`) by a method. Null:
 * everybody. A list that is not sent stays. Refusal: `invalid_fields` for people without the role who were not on the
 * list. Existing results stay valid.
 */
export async function authorisePeople(
  ctx: MethodsContext,
  viewer: Viewer,
  { method, user_ids: userIds, measure = userIds, release }: AuthoriseBody,
): Promise<MethodAuthorisation[] | Refusal> {
  const { db, clock } = ctx.platform;
  const people = await listPeople(ctx.accounts);
  const staff = new Set(people.filter(({ role }) => isStaffRole(role)).map(({ id }) => id));
  const releasers = new Set(
    people.filter(({ role }) => role === 'reviewer' || role === 'admin').map(({ id }) => id),
  );
  const folded = foldMethod(method);
  const done = await db.transaction(async (tx): Promise<Refusal | undefined> => {
    await lockTemplates(tx);
    const { measure: measured = null, release: released = null } =
      (await findRestrictions(tx)).get(folded) ?? {};
    if (!areAllOf(measure, staff, measured))
      return refuseAt(
        userIds === undefined ? 'measure' : 'user_ids',
        'Only people of the laboratory are authorised.',
      );
    if (!areAllOf(release, releasers, released))
      return refuseAt('release', 'Only reviewers and admins release results.');
    const after = { measure: listOf(measure, measured), release: listOf(release, released) };
    if (!changeOf(measured, after.measure) && !changeOf(released, after.release)) return undefined;
    const same = (await listAuthorisationRows(tx)).filter((row) => foldMethod(row.method) === folded);
    await deleteAuthorisations(
      tx,
      same.map((row) => row.method),
    );
    const at = clock.now();
    if (after.measure || after.release) {
      const row = { method, measureIds: after.measure, releaseIds: after.release };
      await insertAuthorisation(tx, { ...row, byId: viewer.id, at });
    }
    await recordAudit(tx, {
      at,
      actorId: viewer.id,
      action: 'methods.authorised',
      subject: { kind: 'user', id: viewer.id },
      detail: {
        method,
        measure: changeOf(measured, after.measure),
        release: changeOf(released, after.release),
      },
    });
    return undefined;
  });
  return isRefusal(done) ? done : listAuthorisations(ctx);
}

/** Whether each person has the role or was on the list before. */
function areAllOf(
  sent: readonly string[] | null | undefined,
  allowed: ReadonlySet<string>,
  before: People,
): boolean {
  return (sent ?? []).every((id) => allowed.has(id) || before?.has(id));
}

/** The new list, or the old one if none was sent. */
function listOf(sent: readonly string[] | null | undefined, before: People): string[] | null {
  const list = sent === undefined ? before : sent;
  return list && [...new Set(list)];
}

/** The change of a list in words. Undefined if nothing changed. */
function changeOf(before: People, after: readonly string[] | null) {
  const from = before && [...before];
  const isSame =
    from === null || after === null
      ? from === after
      : from.length === after.length && after.every((id) => before?.has(id));
  return isSame ? undefined : { from: from ?? 'everybody', to: after ?? 'everybody' };
}

const refuseAt = (path: string, message: string) =>
  refuse('invalid_fields', message, { errors: [{ path, message }] });
