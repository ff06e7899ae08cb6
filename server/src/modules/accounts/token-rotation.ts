import type { Tx } from '../../platform/database.ts';
import * as store from './sessions.store.ts';
import { successorOf } from './tokens.ts';

/** How far a session can have gone on within the grace, from one token; nobody refreshes ten times a second. */
const MOST_ROTATIONS = 100;

/**
 * Uses up a refresh token, and any other of its session, and makes the one that follows it, which `secret` and the token
 * alone determine.
 */
export async function rotateToken(
  tx: Tx,
  secret: string,
  sessionId: string,
  token: string,
  now: Date,
): Promise<string> {
  const next = successorOf(token, secret);
  await store.markTokensUsed(tx, sessionId, now);
  await store.insertRefreshToken(tx, next.hash, sessionId, now);
  return next.token;
}

/** The session's live token, made again from an earlier one; undefined when it does not follow from that. */
export async function liveTokenAfter(
  tx: Tx,
  secret: string,
  sessionId: string,
  token: string,
): Promise<string | undefined> {
  const live = await store.listLiveTokenHashes(tx, sessionId);
  const isLive = (hash: Buffer) => live.some((other) => other.equals(hash));
  let next = successorOf(token, secret);
  for (let step = 1; step < MOST_ROTATIONS && !isLive(next.hash); step += 1)
    next = successorOf(next.token, secret);
  return isLive(next.hash) ? next.token : undefined;
}
