import type { Assignee } from '@vialproof/contract/assignees';
import type { HistoryEntry } from '@vialproof/contract/history';
import { isStaffRole } from '../../platform/access.ts';
import { findPeople, listPeople } from '../accounts/accounts.service.ts';
import { listAssignees } from './assignees.store.ts';
import type { ResultsContext } from './results.context.ts';
import type { NamedPerson } from './results.presenter.ts';

const GONE = 'Former member';

/** All staff, by name. */
export async function listColleagues(ctx: ResultsContext): Promise<NamedPerson[]> {
  const people = await listPeople(ctx.accounts);
  return people
    .map(({ id, display_name }) => ({ id, display_name }))
    .toSorted((one, other) => one.display_name.localeCompare(other.display_name));
}

/** Who works on these samples. */
export async function assigneesOf(ctx: ResultsContext, requestIds: string[]): Promise<Map<string, Assignee>> {
  const rows = await listAssignees(ctx.platform.db.orm, requestIds);
  const people = await findPeople(
    ctx.accounts,
    rows.flatMap(({ userId, byId }) => [userId, byId]),
  );
  return new Map(
    rows.map(({ requestId, userId, byId, at }) => {
      const person = people.get(userId);
      const assignee = {
        id: userId,
        display_name: person?.display_name ?? GONE,
        is_staff: person !== undefined && isStaffRole(person.role),
        by: people.get(byId)?.display_name ?? GONE,
        at: at.toISOString(),
      };
      return [requestId, assignee];
    }),
  );
}

type Given = { from: string | null; to: string | null };

const givenIn = ({ assignee }: HistoryEntry['detail']) => assignee as Given | undefined;

/** The history entries with names of people. */
export async function nameAssignees(ctx: ResultsContext, entries: HistoryEntry[]): Promise<HistoryEntry[]> {
  const ids = entries.flatMap(({ detail }) => Object.values(givenIn(detail) ?? {}));
  const people = await findPeople(
    ctx.accounts,
    ids.filter((id) => id !== null),
  );
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id)?.display_name ?? GONE));
  return entries.map((entry) => {
    const given = givenIn(entry.detail);
    if (!given) return entry;
    return {
      ...entry,
      detail: { ...entry.detail, assignee: { from: nameOf(given.from), to: nameOf(given.to) } },
    };
  });
}
