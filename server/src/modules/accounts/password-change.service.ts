import type { SignedIn } from '@vialproof/contract/accounts';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { lockUser, setPasswordHash } from './accounts.store.ts';
import { voidCodesOf, voidGrantsOf } from './codes.store.ts';
import type { Confirmation } from './confirmation.service.ts';
import type { From, Gate } from './gate.service.ts';
import type { Mailing } from './mailing.service.ts';
import { isCommonPassword } from './password.rules.ts';
import { type Passwords, refuseCommonPassword } from './password.ts';
import { voidChallengesOf } from './second-factor.store.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import type { Sessions } from './sessions.service.ts';

type Parts = {
  gate: Gate;
  confirmation: Confirmation;
  mailing: Mailing;
  passwords: Passwords;
  securityLog: SecurityLogBook;
  sessions: Sessions;
};

/** A new password for somebody who is signed in. */
export function createPasswordChange(platform: Platform, parts: Parts) {
  const { db, clock, config } = platform;
  const { gate, confirmation, mailing, passwords, securityLog, sessions } = parts;
  return {
    /**
     * Ends every session, the asking one too, and answers a new one. Refuses invalid_fields (the current password is not
     * right, or everybody has the new one), sign_in_again, rate_limited.
     */
    async change(
      viewer: Viewer,
      { current, password }: { current: string | undefined; password: string },
      from: From,
    ): Promise<SignedIn | Refusal> {
      const known = await confirmation.confirm(viewer, current, from);
      if (isRefusal(known)) return known;
      const own = [config.brandName, known.email, known.firstName, known.lastName];
      if (isCommonPassword(password, own)) return refuseCommonPassword();
      const passwordHash = await passwords.hash(password);
      const outcome = await db.transaction(async (tx) => {
        const user = await lockUser(tx, viewer.id);
        // Changed by somebody else while this was being hashed: what was confirmed is not true any more.
        if (!user || user.disabledAt || user.passwordHash !== known.passwordHash)
          return refuse('sign_in_again');
        const now = clock.now();
        await setPasswordHash(tx, user.id, passwordHash, now);
        await sessions.revokeAll(tx, user.id, 'new password');
        await voidCodesOf(tx, user.id, 'reset_password', now);
        await voidGrantsOf(tx, user.id, now);
        await voidChallengesOf(tx, user.id, now);
        await securityLog.record({ kind: 'password_changed', userId: user.id, from }, tx);
        await recordAudit(tx, {
          at: now,
          actorId: user.id,
          action: 'account.password_changed',
          subject: { kind: 'user', id: user.id },
        });
        await mailing.enqueue(tx, { kind: 'password_changed', userId: user.id });
        const note = 'after the password was changed';
        return (
          (await sessions.open(tx, user, from, { note, isFactorPassed: true })) ?? refuse('sign_in_again')
        );
      });
      if (isRefusal(outcome)) return outcome;
      await gate.passwordReplaced(known, from);
      return outcome;
    },
  };
}
