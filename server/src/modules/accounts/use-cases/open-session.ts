import type { SignedIn, User } from '@vialproof/contract/accounts';
import type { Challenged } from '@vialproof/contract/second-factor';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { newOpaqueToken } from '../../../platform/opaque-token.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { describeUser } from '../accounts.queries.ts';
import type { SignInMethod, UserRow } from '../accounts.tables.ts';
import { hasDevice, isDeviceOf, rememberDevice } from '../devices.store.ts';
import { describeDevice, deviceMarks } from '../rules/devices.ts';
import { CHALLENGE_SECONDS } from '../rules/second-factor.ts';
import { insertChallenge, isFactorOn } from '../second-factor.store.ts';
import { insertRefreshToken, insertSession } from '../sessions.store.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** Sign-in methods in the security log's words. */
export const SIGN_IN_NOTES: Record<SignInMethod, string> = {
  password: 'with a password',
  google: 'with Google',
  discord: 'with Discord',
};

/** After the first step of a sign-in: a session, or the challenge of an active second factor. */
export async function openSessionOrChallenge(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  from: Client,
  method: SignInMethod,
): Promise<SignedIn | Challenged> {
  const note = SIGN_IN_NOTES[method];
  const signedIn = await openSession(ctx, tx, user, from, { note, isFactorPassed: false });
  if (signedIn) return signedIn;
  const now = ctx.platform.clock.now();
  const { token, hash } = newOpaqueToken();
  const expiresAt = secondsAfter(now, CHALLENGE_SECONDS);
  await insertChallenge(tx, { tokenHash: hash, userId: user.id, method, createdAt: now, expiresAt });
  return { challenge: { token, expires_at: expiresAt.toISOString() } };
}

/**
 * Opens a session for a person whose row the caller has locked and checked; undefined, without any change, if a second
 * factor is on that was not passed. Mails the owner about an unknown browser.
 */
export async function openSession(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  from: Client,
  { note, isFactorPassed }: { note: string; isFactorPassed: boolean },
): Promise<SignedIn | undefined> {
  if (!isFactorPassed && (await isFactorOn(tx, user.id))) return undefined;
  const now = ctx.platform.clock.now();
  const marks = deviceMarks(ctx.secret, from);
  const isNew = (await hasDevice(tx, user.id)) && !(await isDeviceOf(tx, user.id, marks));
  const { token, hash } = newOpaqueToken();
  const sessionId = await insertSession(tx, user.id, from, now);
  await insertRefreshToken(tx, hash, sessionId, now);
  await rememberDevice(tx, user.id, marks, now);
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
  return issueTokens(ctx, await describeUser(ctx, tx, user), sessionId, token, now);
}

/** The answer to a sign-in: a new access token and the session's refresh token. */
export async function issueTokens(
  { accessTokens }: AccountsContext,
  user: User,
  sessionId: string,
  refreshToken: string,
  now: Date,
): Promise<SignedIn> {
  const access = await accessTokens.sign({ sub: user.id, sid: sessionId }, now);
  return {
    session: {
      access_token: access.token,
      refresh_token: refreshToken,
      expires_at: access.expiresAt.toISOString(),
    },
    user,
  };
}
