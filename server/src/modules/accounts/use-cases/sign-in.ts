import type { LoginBody, SignedIn } from '@vialproof/contract/accounts';
import type { Challenged } from '@vialproof/contract/second-factor';
import type { z } from 'zod';
import type { Client } from '../../../platform/http/browser.ts';
import { redactAddress } from '../../../platform/log.ts';
import { checkPassword, hashPassword, isOutdatedHash } from '../../../platform/password-hash.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { findUserByEmail, lockUser, replaceHash } from '../accounts.store.ts';
import { isKnownDevice } from '../devices.store.ts';
import { possibleMarks } from '../rules/devices.ts';
import { isEmail, normalizeEmail } from '../rules/email.ts';
import { countFailedSignIn, forgetSignInTries, limitSignIn } from './limit-attempts.ts';
import { openAndSign, openSessionOrChallenge } from './open-session.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/**
 * Signs in with a password. Refusals: `invalid_credentials`, `rate_limited`, and `email_unverified` if the password is
 * right.
 */
export async function signIn(
  ctx: AccountsContext,
  input: z.output<typeof LoginBody>,
  from: Client,
): Promise<SignedIn | Challenged | Refusal> {
  const { db, log, passwordCost } = ctx.platform;
  const address = normalizeEmail(input.email);
  const email = isEmail(address) ? address : '';
  const refused = await limitSignIn(ctx, input.email, from, () =>
    isKnownDevice(db.orm, email, possibleMarks(ctx.secrets.all, from)),
  );
  if (refused) {
    log.info({ client: redactAddress(from.address) }, 'sign-ins from this place are slowed down');
    return refused;
  }
  const user = await findUserByEmail(db.orm, email);
  const isRight = await checkPassword(passwordCost, input.password, user?.passwordHash);
  if (!user?.passwordHash || !isRight || user.disabledAt) {
    await countFailedSignIn(ctx, input.email, from);
    await recordSecurityEvent(ctx, { kind: 'sign_in_failed', userId: user?.id ?? null, from });
    log.info({ userId: user?.id, client: redactAddress(from.address) }, 'a sign-in failed');
    return refuse('invalid_credentials');
  }
  await forgetSignInTries(ctx, input.email, from);
  if (!user.emailVerifiedAt) return refuse('email_unverified');
  return enter(ctx, { id: user.id, checked: user.passwordHash }, input.password, from);
}

/** Opens the session after the right password, unless the account has changed meanwhile. */
async function enter(
  ctx: AccountsContext,
  { id, checked }: { id: string; checked: string },
  password: string,
  from: Client,
): Promise<SignedIn | Challenged | Refusal> {
  const { db, passwordCost } = ctx.platform;
  if (isOutdatedHash(passwordCost, checked))
    await replaceHash(db.orm, id, checked, await hashPassword(passwordCost, password));
  return openAndSign(ctx, async (tx) => {
    // A change at the same time has ended all sessions, so this one must not begin.
    const held = await lockUser(tx, id);
    if (!held || held.disabledAt || !(await isStill(ctx, held.passwordHash, checked, password))) {
      return refuse('invalid_credentials');
    }
    return openSessionOrChallenge(ctx, tx, held, from, 'password');
  });
}

/** Whether the checked password is still the present one. */
async function isStill(
  { platform }: AccountsContext,
  now: string | null,
  checked: string,
  password: string,
): Promise<boolean> {
  return now === checked || (now !== null && (await checkPassword(platform.passwordCost, password, now)));
}
