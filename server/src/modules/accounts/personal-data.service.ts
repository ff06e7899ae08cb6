import type { Deletion } from '@vialproof/contract/account-changes';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { presentAccountData } from './accounts.presenter.ts';
import { erasePerson, findUser, lockUser } from './accounts.store.ts';
import type { Confirmation } from './confirmation.service.ts';
import type { From, Gate } from './gate.service.ts';
import type { Mailing } from './mailing.service.ts';
import { listIdentities } from './providers.store.ts';
import type { createRoles } from './roles.service.ts';
import { presentEvent } from './security-log.presenter.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import { deleteEventsOf, listEventsOf } from './security-log.store.ts';
import type { Sessions } from './sessions.service.ts';

/** What a module above knows of a person: it brings its part, since accounts know nobody above them. */
export type PersonalPart = {
  /** The key in the exported file. */
  name: string;
  export(userId: string): Promise<unknown>;
  /** Sentences that say what has to end first; asked under the lock of the account's row when it comes to it. */
  blocksDeletion?(userId: string): Promise<string[]>;
  /** What stays, as a sentence. */
  stays?: string;
  /** Takes the person out of what stays. */
  erase?(tx: Tx, userId: string): Promise<void>;
};

type Parts = {
  gate: Gate;
  confirmation: Confirmation;
  mailing: Mailing;
  roles: ReturnType<typeof createRoles>;
  securityLog: SecurityLogBook;
  sessions: Sessions;
};

const MOST_EVENTS = 10_000;
const GOES = [
  'Your name, e-mail address, company and phone.',
  'Your password, second factor and linked sign-ins; you are signed out everywhere.',
  'Your security log.',
];

/** Everything about somebody, to take along or to have forgotten. */
export function createPersonalData(platform: Platform, parts: Parts) {
  const { db, clock } = platform;
  const { gate, confirmation, mailing, roles, securityLog, sessions } = parts;
  const contributed: PersonalPart[] = [];

  async function blockers(userId: string): Promise<string[]> {
    const all = await Promise.all(contributed.map((part) => part.blocksDeletion?.(userId) ?? []));
    return all.flat();
  }

  return {
    /** Takes part in export and deletion from now on. */
    register(part: PersonalPart): void {
      contributed.push(part);
    },

    /** The file: plain JSON, one key a part. Refuses rate_limited. */
    async export(viewer: Viewer, from: From): Promise<Record<string, unknown> | Refusal> {
      const refused = await gate.dataExport(viewer.id);
      if (refused) return refused;
      const user = await findUser(db.orm, viewer.id);
      if (!user) throw new Error(`there is no account ${viewer.id}`);
      const events = await listEventsOf(db.orm, user.id, { offset: 0, limit: MOST_EVENTS });
      const identities = await listIdentities(db.orm, user.id);
      const others = await Promise.all(
        contributed.map(async (part) => [part.name, await part.export(user.id)] as const),
      );
      await securityLog.record({ kind: 'data_exported', userId: user.id, from });
      return {
        exported_at: clock.now().toISOString(),
        account: presentAccountData(user),
        sign_in_providers: identities.map(({ provider, linkedAt }) => ({
          provider,
          linked_at: linkedAt.toISOString(),
        })),
        sessions: await sessions.list(viewer),
        security_log: events.rows.map(presentEvent),
        ...Object.fromEntries(others),
      };
    },

    async describeDeletion(viewer: Viewer): Promise<Deletion> {
      return {
        blocked_by: await blockers(viewer.id),
        goes: GOES,
        stays: contributed.flatMap(({ stays }) => stays ?? []),
      };
    },

    /**
     * Deletes the account: the row stays, empty, for what refers to it. Refuses account_in_use, last_admin, and what
     * confirming the password refuses.
     */
    async delete(viewer: Viewer, password: string | undefined, from: From): Promise<Refusal | undefined> {
      const confirmed = await confirmation.confirm(viewer, password, from);
      if (isRefusal(confirmed)) return confirmed;
      return db.transaction(async (tx) => {
        const isLast = await roles.isLastAdmin(tx, confirmed);
        const user = await lockUser(tx, viewer.id);
        if (!user || user.deletedAt) return refuse('sign_in_again');
        if (isLast) return refuse('last_admin');
        const reasons = await blockers(user.id);
        if (reasons.length > 0) return refuse('account_in_use', reasons.join(' '));
        for (const part of contributed) await part.erase?.(tx, user.id);
        const now = clock.now();
        await mailing.enqueue(tx, {
          kind: 'account_deleted',
          userId: user.id,
          to: user.email,
          firstName: user.firstName,
        });
        await erasePerson(tx, user.id, now);
        await deleteEventsOf(tx, user.id);
        await securityLog.record({ kind: 'account_deleted', userId: user.id }, tx);
        await recordAudit(tx, {
          at: now,
          actorId: user.id,
          action: 'account.deleted',
          subject: { kind: 'user', id: user.id },
        });
        return undefined;
      });
    },
  };
}
