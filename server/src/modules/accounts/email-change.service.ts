import { randomUUID } from 'node:crypto';
import type { Profile } from '@vialproof/contract/accounts';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { presentProfile } from './accounts.presenter.ts';
import { CODE_ATTEMPTS, CODE_SECONDS, normalizeEmail } from './accounts.rules.ts';
import { deleteUnverified, findUserByEmail, lockUser, setEmail } from './accounts.store.ts';
import { voidCodesOf, voidGrantsOf } from './codes.store.ts';
import type { Confirmation } from './confirmation.service.ts';
import * as store from './email-change.store.ts';
import type { EmailCodes } from './email-codes.service.ts';
import type { From, Gate } from './gate.service.ts';
import type { Mailing } from './mailing.service.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import type { Sessions } from './sessions.service.ts';

type Parts = {
  gate: Gate;
  confirmation: Confirmation;
  emailCodes: EmailCodes;
  mailing: Mailing;
  securityLog: SecurityLogBook;
  sessions: Sessions;
};

/** A change of address, proved by a code from each of the two mailboxes. */
export function createEmailChange(platform: Platform, parts: Parts) {
  const { db, clock } = platform;
  const { gate, confirmation, emailCodes, mailing, securityLog, sessions } = parts;
  return {
    /**
     * Mails both codes. The same whether or not the new address has an account: its owner is told, and its code never
     * comes. Refuses invalid_fields, sign_in_again, rate_limited.
     */
    async request(
      viewer: Viewer,
      { email, password }: { email: string; password: string | undefined },
      from: From,
    ): Promise<Refusal | undefined> {
      const user = await confirmation.confirm(viewer, password, from);
      if (isRefusal(user)) return user;
      const refused = await gate.emailChange(user.id);
      if (refused) return refused;
      const newEmailNormalized = normalizeEmail(email);
      if (newEmailNormalized === user.emailNormalized) {
        const message = 'This is your address already.';
        return refuse('invalid_fields', message, { errors: [{ path: 'email', message }] });
      }
      return db.transaction(async (tx) => {
        const now = clock.now();
        const id = randomUUID();
        await store.putEmailChange(tx, {
          userId: user.id,
          id,
          newEmail: email,
          newEmailNormalized,
          createdAt: now,
          expiresAt: secondsAfter(now, CODE_SECONDS),
        });
        const errand = { kind: 'email_change', userId: user.id, changeId: id } as const;
        await mailing.enqueueCode(tx, { ...errand, side: 'current' });
        await mailing.enqueueCode(tx, { ...errand, side: 'new' });
        await securityLog.record({ kind: 'email_change_requested', userId: user.id, from }, tx);
        return undefined;
      });
    },

    /** Changes the address; other devices are signed out, both mailboxes are told. Refuses code_invalid. */
    async confirm(
      viewer: Viewer,
      { current, fresh }: { current: string; fresh: string },
      from: From,
    ): Promise<Profile | Refusal> {
      const change = await store.tryEmailChange(db.orm, viewer.id, CODE_ATTEMPTS, clock.now());
      if (!change || !emailCodes.match(change, current, fresh)) return refuse('code_invalid');
      return db.transaction(async (tx) => {
        const user = await lockUser(tx, viewer.id);
        if (!user || !(await store.consumeEmailChange(tx, change.id))) return refuse('code_invalid');
        // Nobody has proved an unverified address; whoever holds its code has.
        await deleteUnverified(tx, change.newEmailNormalized);
        if (await findUserByEmail(tx, change.newEmailNormalized)) return refuse('code_invalid');
        const now = clock.now();
        await setEmail(tx, user.id, change.newEmail, change.newEmailNormalized, now);
        await voidCodesOf(tx, user.id, 'reset_password', now);
        await voidGrantsOf(tx, user.id, now);
        await sessions.revokeAll(tx, user.id, 'new email address', viewer.sessionId);
        await securityLog.record({ kind: 'email_changed', userId: user.id, from }, tx);
        await recordAudit(tx, {
          at: now,
          actorId: user.id,
          action: 'account.email_changed',
          subject: { kind: 'user', id: user.id },
        });
        const told = { kind: 'email_changed', userId: user.id, firstName: user.firstName } as const;
        await mailing.enqueue(tx, { ...told, to: user.email, newEmail: change.newEmail });
        await mailing.enqueue(tx, { ...told, to: change.newEmail, newEmail: null });
        return presentProfile({ ...user, email: change.newEmail });
      });
    },

    cancel: (viewer: Viewer): Promise<void> => store.deleteEmailChangeOf(db.orm, viewer.id),
  };
}
