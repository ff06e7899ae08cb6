import type { MethodAuthorisation } from '@vialproof/contract/authorisations';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { listAuthorisationRows } from './authorisations.store.ts';
import type { MethodsContext } from './methods.context.ts';
import { foldMethod } from './methods.rules.ts';
import { listTemplateRows } from './methods.store.ts';

/** Every method of the templates with the people who may enter its results. Admins only. */
export async function listAuthorisations(
  ctx: MethodsContext,
  viewer: Viewer,
): Promise<MethodAuthorisation[] | Refusal> {
  return adminOnly(viewer) ?? describeAuthorisations(ctx);
}

export async function describeAuthorisations({
  platform: { db },
  accounts,
}: MethodsContext): Promise<MethodAuthorisation[]> {
  const restrictions = await restrictionsOf(db.orm);
  const lines = (await listTemplateRows(db.orm)).flatMap((row) => row.lines);
  // The first way of writing it stands for all; a restriction stays in sight when its method has left the templates.
  const names = new Map<string, string>([...restrictions.keys()].map((folded) => [folded, folded]));
  for (const { method, retired } of lines) if (!retired) names.set(foldMethod(method), method.trim());
  const people = await accounts.findPeople([...restrictions.values()].flatMap((ids) => [...ids]));
  return [...names]
    .map(([folded, method]) => {
      const ids = restrictions.get(folded);
      return {
        method,
        people: ids
          ? [...ids].map((id) => ({ id, display_name: people.get(id)?.display_name ?? 'Former member' }))
          : null,
      };
    })
    .toSorted((one, other) => one.method.localeCompare(other.method));
}

/** Who may enter results by the methods that are not everybody's, by their folded names. */
export async function restrictionsOf(db: Queryable): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await listAuthorisationRows(db);
  return new Map(rows.map(({ method, userIds }) => [method, new Set(userIds)]));
}

/** Which of these methods a person may not enter results by, each once, as they are written. */
export async function closedMethods(
  _ctx: MethodsContext,
  db: Queryable,
  { userId, methods }: { userId: string; methods: readonly string[] },
): Promise<string[]> {
  const restrictions = await restrictionsOf(db);
  const closed = methods.filter((method) => restrictions.get(foldMethod(method))?.has(userId) === false);
  return [...new Set(closed)];
}
