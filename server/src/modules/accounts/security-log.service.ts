import type { SecurityEventKind, SecurityLog, StaffSecurityLog } from '@vialproof/contract/security-log';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { findUsers } from './accounts.store.ts';
import type { From } from './gate.service.ts';
import { presentEvent } from './security-log.presenter.ts';
import * as store from './security-log.store.ts';

export type SecurityLogBook = ReturnType<typeof createSecurityLog>;
export type SecurityNews = {
  kind: SecurityEventKind;
  /** Whose account; null when the address that was typed has none. */
  userId: string | null;
  /** Who did it, when it was not the person. */
  actorId?: string | null;
  from?: Pick<From, 'address' | 'userAgent'> | undefined;
  note?: string | null;
};

const PAGE = 25;

/** What happened to accounts, for their owners and for admins. Holds no secret: no code, no token, nothing that was typed. */
export function createSecurityLog({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return {
    /** Writes it down, in the transaction in which it happens. */
    record: ({ kind, userId, actorId, from, note }: SecurityNews, tx: Queryable = db.orm): Promise<void> =>
      store.insertEvent(tx, {
        at: clock.now(),
        kind,
        userId,
        actorId: actorId ?? null,
        userAgent: from?.userAgent ?? null,
        address: from?.address ?? null,
        note: note ?? null,
      }),

    async mine(userId: string, page: number): Promise<SecurityLog> {
      const { rows, total } = await store.listEventsOf(db.orm, userId, at(page));
      return { data: rows.map(presentEvent), pagination: { page, limit: PAGE, total } };
    },

    /** Everybody's, for admins. Refuses not_found, forbidden. */
    async search(viewer: Viewer, q: string | undefined, page: number): Promise<StaffSecurityLog | Refusal> {
      const refused = adminOnly(viewer);
      if (refused) return refused;
      const { rows, total } = await store.searchEvents(db.orm, q, at(page));
      const ids = [...new Set(rows.flatMap(({ userId, actorId }) => [userId, actorId]))];
      const known = ids.filter((id) => id !== null);
      const users = known.length > 0 ? await findUsers(db.orm, known) : [];
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
    },
  };
}

const at = (page: number) => ({ offset: (page - 1) * PAGE, limit: PAGE });
