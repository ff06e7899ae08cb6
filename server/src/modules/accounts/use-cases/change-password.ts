import type { SignedIn } from '@vialproof/contract/accounts';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { lockUser, setPasswordHash } from '../accounts.store.ts';
import { voidCodesOf, voidGrantsOf } from '../codes.store.ts';
import { voidChallengesOf } from '../second-factor.store.ts';
import { revokeSessionsOf } from '../sessions.store.ts';
import { checkNewPassword } from './check-new-password.ts';
import { confirmViewer } from './confirm-viewer.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { forgetTriesOfOldPassword } from './limit-attempts.ts';
import { openAndSign, openSession } from './open-session.ts';
import { recordAccountChange } from './record-security-event.ts';

/**
 * Sets a new password, ends every session and returns a new one. Refusals: `invalid_fields`, `sign_in_again`
 * if the account has vanished, `step_up_required`, `rate_limited`.
 */
export async function changePassword(
  ctx: AccountsContext,
  viewer: Viewer,
  { current, password }: { current: string | undefined; password: string },
  from: Client,
): Promise<SignedIn | Refusal> {
  const { clock, passwordCost } = ctx.platform;
  const known = await confirmViewer(ctx, viewer, current, from);
  if (isRefusal(known)) return known;
  const refused = checkNewPassword(ctx, password, known);
  if (refused) return refused;
  const passwordHash = await hashPassword(passwordCost, password);
  const outcome = await openAndSign(ctx, async (tx) => {
    const user = await lockUser(tx, viewer.id);
    // Another request changed the account while the password was hashed.
    if (!user || user.disabledAt || user.passwordHash !== known.passwordHash) return refuse('sign_in_again');
    const now = clock.now();
    await setPasswordHash(tx, user.id, passwordHash, now);
    await revokeSessionsOf(tx, user.id, 'new password', now);
    await voidCodesOf(tx, user.id, 'reset_password', now);
    await voidGrantsOf(tx, user.id, now);
    await voidChallengesOf(tx, user.id, now);
    await recordAccountChange(ctx, tx, 'password_changed', { userId: user.id, actorId: user.id, from });
    await enqueueMail(ctx, tx, { kind: 'password_changed', userId: user.id });
    const note = 'after the password was changed';
    const opened = await openSession(ctx, tx, user, from, { note, isFactorPassed: true });
    return opened ?? refuse('sign_in_again');
  });
  if (!isRefusal(outcome)) await forgetTriesOfOldPassword(ctx, known, from);
  return outcome;
}
