import type { Client } from '../../../platform/http/browser.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { LIMITS } from '../rules/attempt-limits.ts';
import { macOf } from '../rules/codes.ts';
import { mailboxOf, normalizeEmail } from '../rules/email.ts';

/*
 * Limits on the tries of strangers. They are the same for addresses without an account, so a refusal shows nothing.
 * Each function counts one try, or refuses with `rate_limited`. Addresses are stored only as hashes.
 */

type Limited = Promise<Refusal | undefined>;

const keyOf = ({ secrets }: AccountsContext, ...parts: string[]): string =>
  macOf(secrets.newest, 'limit', ...parts).toString('base64url');
const addressKey = (ctx: AccountsContext, email: string) => keyOf(ctx, normalizeEmail(email));
const addressHereKey = (ctx: AccountsContext, email: string, from: Client) =>
  keyOf(ctx, normalizeEmail(email), from.address);
const mailboxKey = (ctx: AccountsContext, email: string) => keyOf(ctx, mailboxOf(normalizeEmail(email)));
const placeKey = (ctx: AccountsContext, from: Client) => keyOf(ctx, from.address);

/** Browsers that the account knows are counted separately. */
const secondFactorCounters = (isKnown: boolean) =>
  isKnown
    ? { place: 'second-factor-known-place', account: 'second-factor-known' }
    : { place: 'second-factor-place', account: 'second-factor-strangers' };

async function takeVerifyMail(ctx: AccountsContext, email: string, from: Client): Limited {
  const { limits } = ctx.platform;
  return (
    (await limits.take('verify-mail-place', addressHereKey(ctx, email, from), LIMITS.mailPlace)) ??
    (await limits.take('verify-mail-mailbox', mailboxKey(ctx, email), LIMITS.mailMailbox))
  );
}

export async function limitRegistration(ctx: AccountsContext, email: string, from: Client): Limited {
  const { limits } = ctx.platform;
  const refused =
    (await limits.take('register', placeKey(ctx, from), LIMITS.registerPlace)) ??
    (await takeVerifyMail(ctx, email, from));
  // The time before the next request starts with the first mail.
  if (!refused) await limits.take('verify-mail-pause', addressHereKey(ctx, email, from), LIMITS.mailPause);
  return refused;
}

/** Limits mails with the code of a registration. */
export async function limitVerifyMail(ctx: AccountsContext, email: string, from: Client): Limited {
  const { limits } = ctx.platform;
  return (
    (await limits.take('verify-mail-any', placeKey(ctx, from), LIMITS.mailAnyPlace)) ??
    (await limits.take('verify-mail-pause', addressHereKey(ctx, email, from), LIMITS.mailPause)) ??
    (await takeVerifyMail(ctx, email, from))
  );
}

/**
 * Limits requests for reset codes. `known`: whether the account knows the browser. Other people in the same network
 * never block it.
 */
export async function limitResetAsk(
  ctx: AccountsContext,
  email: string,
  from: Client,
  known: Buffer | undefined,
): Limited {
  const { limits } = ctx.platform;
  const asker = known
    ? keyOf(ctx, normalizeEmail(email), 'known', known.toString('base64url'))
    : addressHereKey(ctx, email, from);
  // Known browsers count too, so that the time of the answer does not show which ones are known.
  const ofPlace = await limits.take('reset-mail-any', placeKey(ctx, from), LIMITS.mailAnyPlace);
  return (known ? undefined : ofPlace) ?? (await limits.take('reset-mail-pause', asker, LIMITS.mailPause));
}

/** Limits tries of a mailed code. Each browser that asked has its own count. */
export async function limitCode(
  ctx: AccountsContext,
  email: string,
  from: Client,
  browser: string | undefined,
): Limited {
  const { limits } = ctx.platform;
  const here = keyOf(ctx, normalizeEmail(email), from.address, browser ?? '');
  return (
    (await limits.take('code-place', placeKey(ctx, from), LIMITS.codePlace)) ??
    (await limits.take('code-account', here, LIMITS.codeAccount))
  );
}

/**
 * Counts a try before the password is checked, so that tries at the same time all count. Strangers cannot lock out a
 * known browser.
 */
export async function limitSignIn(
  ctx: AccountsContext,
  email: string,
  from: Client,
  isKnown: () => Promise<boolean>,
): Limited {
  const { limits } = ctx.platform;
  const [here, account] = [placeKey(ctx, from), addressKey(ctx, email)];
  // Each try is counted by both limits.
  const tries = await limits.take('login-tries', here, LIMITS.loginTries);
  const ownTries = await limits.take('login-account', addressHereKey(ctx, email, from), LIMITS.loginAccount);
  const [ofPlace, ofStrangers] = await limits.look(
    ['login-place', here, LIMITS.loginPlace],
    ['login-strangers', account, LIMITS.loginStrangers],
  );
  const refused = ofPlace ?? tries ?? ownTries;
  if (refused) return refused;
  return ofStrangers && (await isKnown()) ? undefined : ofStrangers;
}

export async function countFailedSignIn(ctx: AccountsContext, email: string, from: Client): Promise<void> {
  const { limits } = ctx.platform;
  await Promise.all([
    limits.take('login-place', placeKey(ctx, from), LIMITS.loginPlace),
    limits.take('login-strangers', addressKey(ctx, email), LIMITS.loginStrangers),
  ]);
}

/** Sets the counters to zero after the right password. */
export function forgetSignInTries(ctx: AccountsContext, email: string, from: Client): Promise<void> {
  return ctx.platform.limits.forget('login-account', addressHereKey(ctx, email, from));
}

/** Sets the counters to zero after a new password. */
export async function forgetTriesOfOldPassword(
  ctx: AccountsContext,
  { id, email }: { id: string; email: string },
  from: Client,
): Promise<void> {
  const { limits } = ctx.platform;
  await Promise.all([
    limits.forget('login-strangers', addressKey(ctx, email)),
    forgetSignInTries(ctx, email, from),
    ...[true, false].map((isKnown) => limits.forget(secondFactorCounters(isKnown).account, keyOf(ctx, id))),
  ]);
}

/** Limits tries of the second step. */
export async function limitSecondFactor(
  ctx: AccountsContext,
  userId: string,
  from: Client,
  isKnown: boolean,
): Limited {
  const { limits } = ctx.platform;
  const { place, account } = secondFactorCounters(isKnown);
  return (
    (await limits.take(place, keyOf(ctx, userId, from.address), LIMITS.secondFactorPlace)) ??
    (await limits.take(account, keyOf(ctx, userId), LIMITS.secondFactorAccount))
  );
}

/** Sets the counters to zero after the right code. */
export function forgetSecondFactorTries(
  ctx: AccountsContext,
  userId: string,
  from: Client,
  isKnown: boolean,
): Promise<void> {
  const { place } = secondFactorCounters(isKnown);
  return ctx.platform.limits.forget(place, keyOf(ctx, userId, from.address));
}

/** Limits tries of the second factor by a signed-in person. */
export function limitSessionCode(ctx: AccountsContext, sessionId: string): Limited {
  return ctx.platform.limits.take('second-factor-session', keyOf(ctx, sessionId), LIMITS.secondFactorSession);
}

/** Sets the counter to zero after the right code. */
export function forgetSessionCodeTries(ctx: AccountsContext, sessionId: string): Promise<void> {
  const { limits } = ctx.platform;
  return limits.forget('second-factor-session', keyOf(ctx, sessionId));
}

/** Limits how often a session enters a password or code again. */
export function limitProofs(ctx: AccountsContext, sessionId: string): Limited {
  return ctx.platform.limits.take('proofs', keyOf(ctx, sessionId), LIMITS.proofs);
}

/** Limits challenges for passkeys by person, or by place for somebody unknown. */
export function limitPasskeyChallenges(ctx: AccountsContext, from: Client, userId: string | null): Limited {
  const key = userId === null ? placeKey(ctx, from) : keyOf(ctx, userId);
  return ctx.platform.limits.take('passkey-challenges', key, LIMITS.passkeys);
}

/** Limits sign-ins with passkeys from one place. The account is not counted, so nobody can lock its owner out. */
export function limitPasskeySignIn(ctx: AccountsContext, from: Client): Limited {
  return ctx.platform.limits.take('passkey-sign-in', placeKey(ctx, from), LIMITS.passkeys);
}

export async function limitEmailChange(ctx: AccountsContext, userId: string): Limited {
  const { limits } = ctx.platform;
  const key = keyOf(ctx, userId);
  return (
    (await limits.take('email-change-pause', key, LIMITS.mailPause)) ??
    (await limits.take('email-change', key, LIMITS.emailChange))
  );
}

export function limitDataExport(ctx: AccountsContext, userId: string): Limited {
  return ctx.platform.limits.take('data-export', keyOf(ctx, userId), LIMITS.dataExport);
}
