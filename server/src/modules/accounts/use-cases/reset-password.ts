import { randomUUID } from 'node:crypto';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { hashOpaque, newOpaqueToken } from '../../../platform/opaque-token.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { findUser, lockUser, markVerified, setPasswordHash } from '../accounts.store.ts';
import * as codes from '../codes.store.ts';
import { findKnownMark, rememberDevice } from '../devices.store.ts';
import { putAsk } from '../reset-asks.store.ts';
import { macOf, RESET_GRANT_SECONDS } from '../rules/codes.ts';
import { describeDevice, deviceMarks, possibleMarks } from '../rules/devices.ts';
import { mailboxOf, normalizeEmail } from '../rules/email.ts';
import { networkOf } from '../rules/reset-mails.ts';
import { voidChallengesOf } from '../second-factor.store.ts';
import { revokeSessionsOf } from '../sessions.store.ts';
import { checkNewPassword } from './check-new-password.ts';
import { enqueueMail, enqueueResetLook } from './enqueue-mail.ts';
import { forgetTriesOfOldPassword, limitCode, limitResetAsk } from './limit-attempts.ts';
import { matchCode } from './match-code.ts';
import { recordAccountChange } from './record-security-event.ts';

/**
 * Asks for a reset code, which works only in this browser. The answer is the same with and without an account. Refusal:
 * `rate_limited`.
 */
export async function requestPasswordReset(
  ctx: AccountsContext,
  address: string,
  browser: string,
  from: Client,
): Promise<Refusal | undefined> {
  const { db, clock } = ctx.platform;
  const email = normalizeEmail(address);
  const known = await findKnownMark(db.orm, email, possibleMarks(ctx.secrets.all, from));
  const refused = await limitResetAsk(ctx, email, from, known);
  if (refused) return refused;
  const mailbox = macOf(ctx.secrets.newest, 'reset mailbox', mailboxOf(email));
  const network = macOf(ctx.secrets.newest, 'reset network', networkOf(from.address));
  await db.transaction(async (tx) => {
    await putAsk(tx, {
      id: randomUUID(),
      emailNormalized: email,
      mailbox,
      asker: known ?? network,
      isKnown: known !== undefined,
      network,
      browserHash: hashOpaque(browser),
      device: describeDevice(from.userAgent).device,
      askedAt: clock.now(),
    });
    await enqueueResetLook(ctx, tx, { mailbox });
  });
  return undefined;
}

/**
 * Exchanges the reset code for a token that allows one new password within 10 minutes. The account knows this browser
 * from now on. Refusals: `code_invalid`, `rate_limited`.
 */
export async function verifyResetCode(
  ctx: AccountsContext,
  input: { email: string; code: string },
  browser: string | undefined,
  from: Client,
): Promise<{ grant: string } | Refusal> {
  const { db, clock } = ctx.platform;
  const refused = await limitCode(ctx, input.email, from, browser);
  if (refused) return refused;
  // Without a cookie the same work is done, so that the time tells nothing.
  const browserHash = hashOpaque(browser ?? newOpaqueToken().token);
  const code = await matchCode(ctx, input.email, 'reset_password', input.code, { browserHash, isOwn: true });
  if (!code) return refuse('code_invalid');
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, code.userId);
    const now = clock.now();
    if (!user || user.disabledAt || !(await codes.consumeCode(tx, code.id, now)))
      return refuse('code_invalid');
    await codes.voidGrantsOf(tx, user.id, now);
    const grant = newOpaqueToken();
    await codes.insertGrant(tx, {
      tokenHash: grant.hash,
      userId: user.id,
      createdAt: now,
      expiresAt: secondsAfter(now, RESET_GRANT_SECONDS),
    });
    await rememberDevice(tx, user.id, deviceMarks(ctx.secrets.newest, from), now);
    return { grant: grant.token };
  });
}

/**
 * Sets the new password, ends every session and every code, and mails the owner. The address is verified by this, too.
 * Refusals: `reset_expired`, `invalid_fields`.
 */
export async function setNewPassword(
  ctx: AccountsContext,
  grant: string | undefined,
  password: string,
  from: Client,
): Promise<Refusal | undefined> {
  const { db, clock, passwordCost } = ctx.platform;
  if (!grant) return refuse('reset_expired');
  const tokenHash = hashOpaque(grant);
  // The token is checked before the slow password hash, so that strangers cannot cause it.
  const userId = await codes.findGrantOwner(db.orm, tokenHash, clock.now());
  const owner = userId ? await findUser(db.orm, userId) : undefined;
  if (!owner) return refuse('reset_expired');
  const tooCommon = checkNewPassword(ctx, password, owner);
  if (tooCommon) return tooCommon;
  const passwordHash = await hashPassword(passwordCost, password);
  const refused = await db.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    const now = clock.now();
    if (!user || user.disabledAt || !(await codes.consumeGrant(tx, tokenHash, now))) {
      return refuse('reset_expired');
    }
    await setPasswordHash(tx, user.id, passwordHash, now);
    await markVerified(tx, user.id, now);
    await revokeSessionsOf(tx, user.id, 'new password', now);
    await codes.voidCodesOf(tx, user.id, 'verify_email', now);
    await codes.voidCodesOf(tx, user.id, 'reset_password', now);
    await voidChallengesOf(tx, user.id, now);
    await recordAccountChange(ctx, tx, 'password_reset', { userId: user.id, actorId: user.id, from });
    await enqueueMail(ctx, tx, { kind: 'password_changed', userId: user.id });
    return undefined;
  });
  if (!refused) await forgetTriesOfOldPassword(ctx, owner, from);
  return refused;
}
