import { SecurityEventKind, type SecurityLog, type StaffSecurityLog } from '@vialproof/contract/security-log';
import type { Queryable } from '../../platform/postgres/database.ts';
import type { AccountsContext } from './accounts.context.ts';
import { presentEvent } from './accounts.presenter.ts';
import { findUsers, listUserIdsNamed } from './accounts.store.ts';
import { type EventFilter, listEventsOf, searchEvents } from './security-log.store.ts';

const PAGE = 25;
const at = (page: number) => ({ offset: (page - 1) * PAGE, limit: PAGE });

/** The security events of the person's own account, newest first. */
export async function readOwnSecurityLog(
  { platform }: AccountsContext,
  userId: string,
  page: number,
): Promise<SecurityLog> {
  const { rows, total } = await listEventsOf(platform.db.orm, userId, at(page));
  return { data: rows.map(presentEvent), pagination: { page, limit: PAGE, total } };
}

/** The most people whose events a search by name finds. */
const MOST_PEOPLE = 500;

/** What the words of a search mean: people by address or name, kinds of events, and the beginning of a network address. */
async function filterOf(orm: Queryable, q: string): Promise<EventFilter> {
  const words = q.toLowerCase();
  const kinds = SecurityEventKind.options.filter(
    (kind) => kind.includes(words) || kind.replaceAll('_', ' ').includes(words),
  );
  return { userIds: await listUserIdsNamed(orm, q, MOST_PEOPLE), kinds, address: words };
}

/** The security events of all accounts, for admins. */
export async function searchSecurityLog(
  { platform }: AccountsContext,
  q: string | undefined,
  page: number,
): Promise<StaffSecurityLog> {
  const { orm } = platform.db;
  const { rows, total } = await searchEvents(orm, q ? await filterOf(orm, q) : undefined, at(page));
  const ids = [...new Set(rows.flatMap(({ userId, actorId }) => [userId, actorId]))];
  const known = ids.filter((id) => id !== null);
  const users = known.length > 0 ? await findUsers(orm, known) : [];
  const userOf = new Map(users.map((user) => [user.id, user]));
  const data = rows.map((row) => {
    const person = row.userId === null ? undefined : userOf.get(row.userId);
    const actor = row.actorId === null ? undefined : userOf.get(row.actorId);
    return {
      ...presentEvent(row),
      person: person ? { id: person.id, email: person.email, display_name: person.displayName } : null,
      actor: actor ? { id: actor.id, display_name: actor.displayName } : null,
    };
  });
  return { data, pagination: { page, limit: PAGE, total } };
}
