import type { Client } from '../../../platform/browser.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { LIMITS } from '../rules/attempt-limits.ts';
import { macOf } from '../rules/codes.ts';
import { normalizeEmail } from '../rules/email.ts';

/*
 * The limits on what strangers may try. They count for addresses with and without an account alike, so that being
 * refused tells nothing either. Each function takes a try, and refuses rate_limited when there is none left; keys are
 * hashed, so that the counters hold nobody's address.
 */

type MailKind = 'verify' | 'reset';
type Limited = Promise<Refusal | undefined>;

const keyOf = ({ secret }: AccountsContext, ...parts: string[]): string =>
  macOf(secret, 'limit', ...parts).toString('base64url');
const addressKey = (ctx: AccountsContext, email: string) => keyOf(ctx, normalizeEmail(email));
const addressHereKey = (ctx: AccountsContext, email: string, from: Client) =>
  keyOf(ctx, normalizeEmail(email), from.address);
const placeKey = (ctx: AccountsContext, from: Client) => keyOf(ctx, from.address);

/** Browsers that the account knows have counters of their own. */
const secondFactorCounters = (isKnown: boolean) =>
  isKnown
    ? { place: 'second-factor-known-place', account: 'second-factor-known' }
    : { place: 'second-factor-place', account: 'second-factor-strangers' };

/** What strangers use up together leaves a browser that the account knows what its own place has left. */
async function takeMail(
  ctx: AccountsContext,
  kind: MailKind,
  email: string,
  from: Client,
  isKnown: boolean,
): Limited {
  const { limits } = ctx.platform;
  const here = addressHereKey(ctx, email, from);
  const refused = await limits.take(`${kind}-mail-place`, here, LIMITS.mailPlace);
  if (refused) return refused;
  // Counted for known browsers too, so that the work tells nothing of which ones an account knows.
  const all = await limits.take(`${kind}-mail-address`, addressKey(ctx, email), LIMITS.mailAddress);
  return isKnown ? undefined : all;
}

export async function limitRegistration(ctx: AccountsContext, email: string, from: Client): Limited {
  const { limits } = ctx.platform;
  const refused =
    (await limits.take('register', placeKey(ctx, from), LIMITS.registerPlace)) ??
    (await takeMail(ctx, 'verify', email, from, false));
  // The first mail starts the pause before another can be asked for; registering again does not wait for it.
  if (!refused) await limits.take('verify-mail-pause', addressHereKey(ctx, email, from), LIMITS.mailPause);
  return refused;
}

/** For a mail with a code. `isKnown`: whether the account knows the browser that asks. */
export async function limitCodeMail(
  ctx: AccountsContext,
  kind: MailKind,
  email: string,
  from: Client,
  isKnown: boolean,
): Limited {
  const { limits } = ctx.platform;
  return (
    (await limits.take(`${kind}-mail-any`, placeKey(ctx, from), LIMITS.mailAnyPlace)) ??
    (await limits.take(`${kind}-mail-pause`, addressHereKey(ctx, email, from), LIMITS.mailPause)) ??
    (await takeMail(ctx, kind, email, from, isKnown))
  );
}

/** `browser`: what the code is bound to there; tries without it leave its own browser, in the same place, alone. */
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
 * Takes a try before the password is looked at, so that parallel guesses cannot share one. What strangers use up in many
 * places never locks out a browser that the account knows.
 */
export async function limitSignIn(
  ctx: AccountsContext,
  email: string,
  from: Client,
  isKnown: () => Promise<boolean>,
): Limited {
  const { limits } = ctx.platform;
  const [here, account] = [placeKey(ctx, from), addressKey(ctx, email)];
  const {
    refusals: [tries, ownTries],
    left: [placeLeft = 0, strangersLeft = 0],
  } = await limits.together({
    take: [
      { name: 'login-tries', key: here, limit: LIMITS.loginTries },
      { name: 'login-account', key: addressHereKey(ctx, email, from), limit: LIMITS.loginAccount },
    ],
    look: [
      { name: 'login-place', key: here, limit: LIMITS.loginPlace },
      { name: 'login-strangers', key: account, limit: LIMITS.loginStrangers },
    ],
  });
  if (placeLeft === 0) return limits.take('login-place', here, LIMITS.loginPlace);
  if (tries || ownTries) return tries ?? ownTries;
  if (strangersLeft > 0 || (await isKnown())) return undefined;
  return limits.take('login-strangers', account, LIMITS.loginStrangers);
}

export async function countFailedSignIn(ctx: AccountsContext, email: string, from: Client): Promise<void> {
  const { limits } = ctx.platform;
  await Promise.all([
    limits.take('login-place', placeKey(ctx, from), LIMITS.loginPlace),
    limits.take('login-strangers', addressKey(ctx, email), LIMITS.loginStrangers),
  ]);
}

/** After the right password. */
export function forgetSignInTries(ctx: AccountsContext, email: string, from: Client): Promise<void> {
  return ctx.platform.limits.forget('login-account', addressHereKey(ctx, email, from));
}

/**
 * After the owner has set a new password: what strangers used up counts no more, nor what went wrong in this place before
 * the new password. Whoever knew the old one gets to no second step any more.
 */
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

/** For the second step of a sign-in. */
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

/** After the right code in the second step of a sign-in. */
export function forgetSecondFactorTries(
  ctx: AccountsContext,
  userId: string,
  from: Client,
  isKnown: boolean,
): Promise<void> {
  const { place } = secondFactorCounters(isKnown);
  return ctx.platform.limits.forget(place, keyOf(ctx, userId, from.address));
}

/** For a code that somebody who is signed in gives for a change. */
export function limitSessionCode(ctx: AccountsContext, sessionId: string): Limited {
  return ctx.platform.limits.take('second-factor-session', keyOf(ctx, sessionId), LIMITS.secondFactorSession);
}

/** After the right code for a change. */
export function forgetSessionCodeTries(ctx: AccountsContext, sessionId: string): Promise<void> {
  const { limits } = ctx.platform;
  return limits.forget('second-factor-session', keyOf(ctx, sessionId));
}

export function limitPasswordConfirmation(ctx: AccountsContext, sessionId: string): Limited {
  return ctx.platform.limits.take('confirm-password', keyOf(ctx, sessionId), LIMITS.confirmPassword);
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
