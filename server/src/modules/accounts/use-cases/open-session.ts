import type { SignedIn, User } from '@vialproof/contract/accounts';
import type { Challenged } from '@vialproof/contract/second-factor';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { newOpaqueToken } from '../../../platform/opaque-token.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { describeUser, findFactors } from '../accounts.queries.ts';
import type { SignInMethod, UserRow } from '../accounts.tables.ts';
import { isNewDevice, rememberDevice } from '../devices.store.ts';
import { describeDevice, deviceMarks, possibleMarks } from '../rules/devices.ts';
import { CHALLENGE_SECONDS, secondStepsOf } from '../rules/second-factor.ts';
import { sessionEndsAt } from '../rules/session-lifetime.ts';
import { insertChallenge } from '../second-factor.store.ts';
import { insertRefreshToken, insertSession } from '../sessions.store.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** A session in an open transaction; its access token is made after the commit. */
export type OpenedSession = { user: User; sessionId: string; endsAt: Date; refreshToken: string };

/** Kinds of sign-in, in the words of the security log. */
export const SIGN_IN_NOTES: Record<SignInMethod, string> = {
  password: 'with a password',
  google: 'with Google',
  discord: 'with Discord',
};

/** The result of the first step of a sign-in: a session, or the question for a code of the second factor or a passkey. */
export async function openSessionOrChallenge(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  from: Client,
  method: SignInMethod,
): Promise<OpenedSession | Challenged> {
  const note = SIGN_IN_NOTES[method];
  const opened = await openSession(ctx, tx, user, from, { note, isFactorPassed: false });
  if (opened) return opened;
  const { clock, config } = ctx.platform;
  const now = clock.now();
  const methods = secondStepsOf(user.role, await findFactors(tx, user.id), config);
  const { token, hash } = newOpaqueToken();
  const expiresAt = secondsAfter(now, CHALLENGE_SECONDS);
  await insertChallenge(tx, { tokenHash: hash, userId: user.id, method, createdAt: now, expiresAt });
  return { challenge: { token, expires_at: expiresAt.toISOString(), methods } };
}

/** How a person has signed in. `isPasskey`: a passkey was used, which is a second factor too. */
type SignInProof = { note: string; isFactorPassed: boolean; isPasskey?: boolean };

/**
 * Opens a session for a person whose row is locked; undefined if a second factor is missing. The owner gets a mail about
 * an unknown browser.
 */
export async function openSession(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  from: Client,
  { note, isFactorPassed, isPasskey }: SignInProof,
): Promise<OpenedSession | undefined> {
  const { clock, config } = ctx.platform;
  const factors = await findFactors(tx, user.id);
  const needsMore = secondStepsOf(user.role, factors, config).length > 0;
  if (needsMore && !isFactorPassed) return undefined;
  const now = clock.now();
  const passkeyAt = isPasskey ? now : null;
  const isNew = await isNewDevice(tx, user.id, possibleMarks(ctx.secrets.all, from));
  const { token, hash } = newOpaqueToken();
  const session = await insertSession(tx, user.id, from, { now, passkeyAt });
  await insertRefreshToken(tx, hash, session.id, now);
  await rememberDevice(tx, user.id, deviceMarks(ctx.secrets.newest, from), now);
  await recordSecurityEvent(ctx, { kind: 'signed_in', userId: user.id, from, note }, tx);
  if (isNew) {
    await enqueueMail(ctx, tx, {
      kind: 'new_sign_in',
      userId: user.id,
      device: describeDevice(from.userAgent).device,
      address: from.address,
      at: now.toISOString(),
    });
  }
  return {
    user: describeUser(ctx, user, factors, { passkeyAt }),
    sessionId: session.id,
    endsAt: sessionEndsAt(user.role, session),
    refreshToken: token,
  };
}

const isOpened = (outcome: object | undefined): outcome is OpenedSession =>
  outcome !== undefined && 'refreshToken' in outcome;

/**
 * Runs `open` in one transaction, and makes the access token after the commit, because this may wait behind password
 * hashes.
 */
export async function openAndSign<T extends object | undefined>(
  ctx: AccountsContext,
  open: (tx: Tx) => Promise<OpenedSession | T>,
): Promise<SignedIn | T> {
  const outcome = await ctx.platform.db.transaction(open);
  return isOpened(outcome) ? issueTokens(ctx, outcome) : outcome;
}

/** The answer to a sign-in: an access token and a refresh token. */
async function issueTokens(
  { accessTokens, platform }: AccountsContext,
  { user, sessionId, endsAt, refreshToken }: OpenedSession,
): Promise<SignedIn> {
  const access = await accessTokens.sign({ sub: user.id, sid: sessionId }, platform.clock.now());
  return {
    session: {
      access_token: access.token,
      refresh_token: refreshToken,
      expires_at: access.expiresAt.toISOString(),
      ends_at: endsAt.toISOString(),
    },
    user,
  };
}
