import { randomUUID } from 'node:crypto';
import type { SignedIn, User } from '@vialproof/contract/accounts';
import type { Challenged } from '@vialproof/contract/second-factor';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { newOpaqueToken } from '../../../platform/opaque-token.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { presentUser } from '../accounts.presenter.ts';
import type { SignInMethod, UserRow } from '../accounts.tables.ts';
import { describeDevice, deviceMarks } from '../rules/devices.ts';
import { CHALLENGE_SECONDS, secondFactorStateOf } from '../rules/second-factor.ts';
import { SESSION_SECONDS } from '../rules/session-lifetime.ts';
import { insertChallenge } from '../second-factor.store.ts';
import * as store from '../sessions.store.ts';
import { enqueueMail } from './enqueue-mail.ts';

/** How somebody signed in, as the security log says it. */
export const SIGN_IN_NOTES: Record<SignInMethod, string> = {
  password: 'with a password',
  google: 'with Google',
  discord: 'with Discord',
};

/** After the first step of a sign-in: a session, or the challenge of the second factor where one is on. */
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
 * Opens a session for somebody whose row the caller holds and has judged; undefined, and nothing done, where a second
 * factor is on that was not passed. Mails the owner when the browser was never seen before.
 */
export async function openSession(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  from: Client,
  { note, isFactorPassed }: { note: string; isFactorPassed: boolean },
): Promise<SignedIn | undefined> {
  const { session, refreshToken } = newSession(ctx, user, from, note);
  const opened = await store.openSession(tx, session, isFactorPassed);
  if (opened.isFactorOn && !isFactorPassed) return undefined;
  if (!opened.isKnown && !opened.isFirst) {
    await enqueueMail(ctx, tx, {
      kind: 'new_sign_in',
      userId: user.id,
      device: describeDevice(from.userAgent).device,
      address: from.address,
      at: session.now.toISOString(),
    });
  }
  return issueTokens(ctx, present(ctx, user, opened.isFactorOn), session.id, refreshToken, session.now);
}

/**
 * The same in one statement, for somebody who was judged by this version of the row and whose sign-in needs no mail;
 * undefined, and nothing done, where `openSession` has to decide.
 */
export async function openPlainSession(
  ctx: AccountsContext,
  { user, version }: { user: UserRow; version: string },
  from: Client,
  note: string,
): Promise<SignedIn | undefined> {
  const { session, refreshToken } = newSession(ctx, user, from, note);
  const [isOpen, signedIn] = await Promise.all([
    store.openPlainSession(ctx.platform.db.pool, session, version),
    issueTokens(ctx, present(ctx, user, false), session.id, refreshToken, session.now),
  ]);
  return isOpen ? signedIn : undefined;
}

/** The answer to a sign-in: a new access token beside the session's refresh token. */
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

function present({ platform }: AccountsContext, user: UserRow, isFactorOn: boolean): User {
  return presentUser(user, secondFactorStateOf(user.role, isFactorOn, platform.config.staffSecondFactor));
}

function newSession({ platform, secret }: AccountsContext, user: UserRow, from: Client, note: string) {
  const now = platform.clock.now();
  const { token, hash } = newOpaqueToken();
  const { userAgent, address } = from;
  const session: store.NewSession = {
    id: randomUUID(),
    userId: user.id,
    tokenHash: hash,
    marks: deviceMarks(secret, from),
    userAgent,
    address,
    note,
    now,
    expiresAt: secondsAfter(now, SESSION_SECONDS),
  };
  return { session, refreshToken: token };
}
