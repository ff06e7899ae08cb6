import type { Viewer } from '../../platform/access.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { FRESH_SIGN_IN_SECONDS } from './accounts.rules.ts';
import { findUser } from './accounts.store.ts';
import type { UserRow } from './accounts.tables.ts';
import type { From, Gate } from './gate.service.ts';
import type { Passwords } from './password.ts';
import type { Sessions } from './sessions.service.ts';

export type Confirmation = ReturnType<typeof createConfirmation>;

const NOT_THE_PASSWORD = 'This is not your current password.';

/** Asks again who sits there, before what a passer-by must not do. */
export function createConfirmation(
  { db, clock, log }: Platform,
  { gate, passwords, sessions }: { gate: Gate; passwords: Passwords; sessions: Sessions },
) {
  return {
    /**
     * The viewer's account, when the password is right; without one, when the sign-in is fresh. Refuses invalid_fields,
     * sign_in_again, rate_limited.
     */
    async confirm(viewer: Viewer, password: string | undefined, from: From): Promise<UserRow | Refusal> {
      const user = await findUser(db.orm, viewer.id);
      if (!user) throw new Error(`there is no account ${viewer.id}`);
      if (user.passwordHash === null) {
        const startedAt = await sessions.startedAt(viewer.sessionId);
        const isFresh = startedAt && startedAt > secondsAfter(clock.now(), -FRESH_SIGN_IN_SECONDS);
        return isFresh ? user : refuse('sign_in_again');
      }
      const refused = await gate.confirmPassword(viewer.sessionId);
      if (refused) return refused;
      if (password && (await passwords.check(password, user.passwordHash))) return user;
      log.info(
        { userId: user.id, address: from.address },
        'a change was refused: the password was not right',
      );
      return refuse('invalid_fields', NOT_THE_PASSWORD, {
        errors: [{ path: 'current_password', message: NOT_THE_PASSWORD }],
      });
    },
  };
}
