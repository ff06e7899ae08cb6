import type { MethodAuthorisation } from '@vialproof/contract/authorisations';
import type { Queryable } from '../../platform/postgres/database.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import {
  closedTo,
  type Deed,
  type People,
  type Restrictions,
  restrictionsOf,
  unknownMethods,
} from './authorisations.rules.ts';
import { listAuthorisationRows } from './authorisations.store.ts';
import { foldMethod } from './method-names.rules.ts';
import type { MethodsContext } from './methods.service.ts';
import { listTemplateRows } from './methods.store.ts';

/** Every method of a template or with a restriction, and the people who may use it. */
export async function listAuthorisations({
  platform: { db },
  accounts,
}: MethodsContext): Promise<MethodAuthorisation[]> {
  const restrictions = await findRestrictions(db.orm);
  // A restricted method is listed even if no template has it.
  const names = new Map([...restrictions].map(([folded, { method }]) => [folded, method]));
  const lines = (await listTemplateRows(db.orm)).flatMap((row) => row.lines);
  for (const { method, retired } of lines) if (!retired) names.set(foldMethod(method), method.trim());
  const ids = [...restrictions.values()].flatMap(({ measure, release }) => [
    ...(measure ?? []),
    ...(release ?? []),
  ]);
  const people = await findPeople(accounts, ids);
  const present = (list: People | undefined) =>
    list
      ? [...list].map((id) => ({ id, display_name: people.get(id)?.display_name ?? 'Former member' }))
      : null;
  return [...names]
    .map(([folded, method]) => {
      const { measure, release } = restrictions.get(folded) ?? {};
      return { method, measure: present(measure), release: present(release) };
    })
    .toSorted((one, other) => one.method.localeCompare(other.method));
}

export async function findRestrictions(db: Queryable): Promise<Restrictions> {
  const rows = await listAuthorisationRows(db);
  return restrictionsOf(
    rows.map(({ method, measureIds, releaseIds }) => ({ method, measure: measureIds, release: releaseIds })),
  );
}

/** Which of the methods this person may not use. */
export async function closedMethods(
  _ctx: MethodsContext,
  db: Queryable,
  asked: { deed: Deed; userId: string; methods: readonly string[] },
): Promise<string[]> {
  return closedTo(await findRestrictions(db), asked);
}

/**
 * The methods that the test's template does not have, as long as any method is restricted: a new name could hide a
 * restricted one.
 */
export async function untoldMethods(
  _ctx: MethodsContext,
  db: Queryable,
  { known, methods }: { known: readonly string[]; methods: readonly string[] },
): Promise<string[]> {
  return unknownMethods(await findRestrictions(db), known, methods);
}
