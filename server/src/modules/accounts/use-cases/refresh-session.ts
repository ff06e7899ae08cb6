import type { SignedIn } from '@vialproof/contract/accounts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { hashOpaque } from '../../../platform/opaque-token.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { describeUser, findFactors } from '../accounts.queries.ts';
import { judgeRefresh, possibleSuccessors, successorOf } from '../rules/refresh-tokens.ts';
import { sessionEndsAt } from '../rules/session-lifetime.ts';
import * as store from '../sessions.store.ts';
import { openAndSign } from './open-session.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** How often a session may refresh within ten seconds. No real browser needs more. */
const MOST_ROTATIONS = 100;

/**
 * Exchanges a refresh token for new tokens. A token that is used again within ten seconds gets the same answer; later
 * it ends the session. Refusal: `unauthenticated`.
 */
export async function refreshSession(
  ctx: AccountsContext,
  token: string,
  from: Client,
): Promise<SignedIn | Refusal> {
  // A thrown error would roll the end of the session back, so undefined is returned instead.
  const signedIn = await openAndSign(ctx, async (tx) => {
    const found = await store.lockRefreshToken(tx, hashOpaque(token));
    if (!found) return undefined;
    const { token: presented, session, user } = found;
    const now = ctx.platform.clock.now();
    const endsAt = sessionEndsAt(user.role, session);
    const verdict = judgeRefresh({
      now,
      issuedAt: presented.createdAt,
      usedAt: presented.usedAt,
      sessionRevokedAt: session.revokedAt,
      sessionEndsAt: endsAt,
      userDisabledAt: user.disabledAt,
    });
    if (verdict === 'ended') return undefined;
    if (verdict === 'replayed') {
      await endReplayedSession(ctx, tx, { sessionId: session.id, userId: user.id }, from);
      return undefined;
    }
    const next =
      verdict === 'fresh'
        ? await rotateToken(ctx, tx, session.id, token, now)
        : await liveTokenAfter(ctx, tx, session.id, token);
    if (!next) return undefined;
    const { address, userAgent } = from;
    await store.touchSession(tx, session.id, now, { address, userAgent });
    const described = describeUser(ctx, user, await findFactors(tx, user.id), session);
    return { user: described, sessionId: session.id, endsAt, refreshToken: next };
  });
  return signedIn ?? refuse('unauthenticated');
}

/** Ends the session of a token that was used again, because a thief has a copy of the token. */
async function endReplayedSession(
  ctx: AccountsContext,
  tx: Tx,
  { sessionId, userId }: { sessionId: string; userId: string },
  from: Client,
): Promise<void> {
  const { clock, log } = ctx.platform;
  const now = clock.now();
  await store.revokeSession(tx, sessionId, 'refresh token replayed', now);
  await recordSecurityEvent(ctx, { kind: 'session_replayed', userId, from }, tx);
  await recordAudit(tx, {
    at: now,
    actorId: null,
    action: 'session.replayed',
    subject: { kind: 'user', id: userId },
    detail: { session_id: sessionId },
  });
  log.warn({ userId, sessionId }, 'a refresh token was replayed; its session ended');
}

/** Marks a refresh token as used and makes the next one, which can be computed from it. */
async function rotateToken(
  { platform }: AccountsContext,
  tx: Tx,
  sessionId: string,
  token: string,
  now: Date,
): Promise<string> {
  const next = successorOf(token, platform.config.secrets.jwt.newest);
  await store.markTokenUsed(tx, sessionId, now);
  await store.insertRefreshToken(tx, hashOpaque(next), sessionId, now);
  return next;
}

/** The present token of the session, if it was made after this one. */
async function liveTokenAfter(
  { platform }: AccountsContext,
  tx: Tx,
  sessionId: string,
  token: string,
): Promise<string | undefined> {
  const rows = await store.listNewestTokens(tx, sessionId, MOST_ROTATIONS);
  const stored = new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
  const rowOf = (each: string) => stored.get(hashOpaque(each).toString('hex'));
  let last: string | undefined = token;
  for (let step = 0; step < MOST_ROTATIONS && last !== undefined; step += 1) {
    const next: string | undefined = possibleSuccessors(last, platform.config.secrets.jwt.all).find(rowOf);
    if (next !== undefined && rowOf(next)?.usedAt === null) return next;
    last = next;
  }
  return undefined;
}
