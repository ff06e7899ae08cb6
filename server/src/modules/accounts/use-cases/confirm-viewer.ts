import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { checkPassword } from '../../../platform/password-hash.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { selectUser } from '../accounts.queries.ts';
import type { UserRow } from '../accounts.tables.ts';
import { FRESH_SIGN_IN_SECONDS } from '../rules/session-lifetime.ts';
import { findSession } from '../sessions.store.ts';
import { limitPasswordConfirmation } from './limit-attempts.ts';

const NOT_THE_PASSWORD = 'This is not your current password.';

/**
 * Confirms who the person is before an important change: by password or, without one, by a new sign-in. Refusals:
 * `invalid_fields`, `sign_in_again`, `rate_limited`.
 */
export async function confirmViewer(
  ctx: AccountsContext,
  viewer: Viewer,
  password: string | undefined,
  from: Client,
): Promise<UserRow | Refusal> {
  const { db, clock, log, passwordCost } = ctx.platform;
  const user = await selectUser(ctx, viewer.id);
  if (user.passwordHash === null) {
    const startedAt = (await findSession(db.orm, viewer.sessionId))?.createdAt;
    const isFresh = startedAt && startedAt > secondsAfter(clock.now(), -FRESH_SIGN_IN_SECONDS);
    return isFresh ? user : refuse('sign_in_again');
  }
  const refused = await limitPasswordConfirmation(ctx, viewer.sessionId);
  if (refused) return refused;
  if (password && (await checkPassword(passwordCost, password, user.passwordHash))) return user;
  log.info({ userId: user.id, address: from.address }, 'a change was refused: the password was not right');
  return refuse('invalid_fields', NOT_THE_PASSWORD, {
    errors: [{ path: 'current_password', message: NOT_THE_PASSWORD }],
  });
}
