import type { SignedIn, User } from '@vialproof/contract/accounts';
import type { Challenged } from '@vialproof/contract/second-factor';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { newOpaqueToken } from '../../../platform/opaque-token.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { describeUser } from '../accounts.queries.ts';
import type { SignInMethod, UserRow } from '../accounts.tables.ts';
import { isNewDevice, rememberDevice } from '../devices.store.ts';
import { describeDevice, deviceMarks } from '../rules/devices.ts';
import { CHALLENGE_SECONDS } from '../rules/second-factor.ts';
import { insertChallenge, isFactorOn } from '../second-factor.store.ts';
import { insertRefreshToken, insertSession } from '../sessions.store.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** A session of an open transaction: its access token is signed after the commit. */
export type OpenedSession = { user: User; sessionId: string; refreshToken: string };

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
): Promise<OpenedSession | Challenged> {
  const note = SIGN_IN_NOTES[method];
  const opened = await openSession(ctx, tx, user, from, { note, isFactorPassed: false });
  if (opened) return opened;
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
): Promise<OpenedSession | undefined> {
  const isOn = await isFactorOn(tx, user.id);
  if (isOn && !isFactorPassed) return undefined;
  const now = ctx.platform.clock.now();
  const marks = deviceMarks(ctx.secret, from);
  const isNew = await isNewDevice(tx, user.id, marks);
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
  return { user: describeUser(ctx, user, isOn), sessionId, refreshToken: token };
}

const isOpened = (outcome: object | undefined): outcome is OpenedSession =>
  outcome !== undefined && 'refreshToken' in outcome;

/**
 * Runs `open` in one transaction, and signs the access token of its session after the commit: signing waits in the
 * thread pool behind password hashes, and holds no lock and no connection meanwhile.
 */
export async function openAndSign<T extends object | undefined>(
  ctx: AccountsContext,
  open: (tx: Tx) => Promise<OpenedSession | T>,
): Promise<SignedIn | T> {
  const outcome = await ctx.platform.db.transaction(open);
  return isOpened(outcome) ? issueTokens(ctx, outcome) : outcome;
}

/** The answer to a sign-in: a new access token and the session's refresh token. */
async function issueTokens(
  { accessTokens, platform }: AccountsContext,
  { user, sessionId, refreshToken }: OpenedSession,
): Promise<SignedIn> {
  const access = await accessTokens.sign({ sub: user.id, sid: sessionId }, platform.clock.now());
  return {
    session: {
      access_token: access.token,
      refresh_token: refreshToken,
      expires_at: access.expiresAt.toISOString(),
    },
    user,
  };
}
