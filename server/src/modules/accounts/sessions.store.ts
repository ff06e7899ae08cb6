import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Orm, Queryable } from '../../platform/database.ts';
import { refreshToken, userAccount, userSession } from './accounts.tables.ts';

/** The look-up behind every signed-in call, prepared once: a live session of an account that is not disabled. */
export function prepareViewerLookup(orm: Orm) {
  return orm
    .select({ id: userAccount.id, role: userAccount.role, sessionId: userSession.id })
    .from(userSession)
    .innerJoin(userAccount, eq(userAccount.id, userSession.userId))
    .where(
      and(
        eq(userSession.id, sql.placeholder('sessionId')),
        eq(userSession.userId, sql.placeholder('userId')),
        isNull(userSession.revokedAt),
        gt(userSession.expiresAt, sql.placeholder('now')),
        isNull(userAccount.disabledAt),
      ),
    )
    .prepare('accounts_viewer');
}

export async function insertSession(
  tx: Queryable,
  session: { id: string; userId: string; userAgent: string | null; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.insert(userSession).values({
    id: session.id,
    userId: session.userId,
    userAgent: session.userAgent,
    createdAt: session.now,
    lastUsedAt: session.now,
    expiresAt: session.expiresAt,
  });
}

export async function insertRefreshToken(
  tx: Queryable,
  tokenHash: Buffer,
  sessionId: string,
  now: Date,
): Promise<void> {
  await tx.insert(refreshToken).values({ tokenHash, sessionId, createdAt: now });
}

/** The token with its session and person; the session is held, so that two tabs come one after the other. */
export async function lockRefreshToken(tx: Queryable, tokenHash: Buffer) {
  const [found] = await tx
    .select({ token: refreshToken, session: userSession, user: userAccount })
    .from(refreshToken)
    .innerJoin(userSession, eq(userSession.id, refreshToken.sessionId))
    .innerJoin(userAccount, eq(userAccount.id, userSession.userId))
    .where(eq(refreshToken.tokenHash, tokenHash))
    .for('update', { of: userSession });
  if (!found) return undefined;
  // Read again under the lock: the first read may be older than what the other tab did while this one waited.
  const [token] = await tx.select().from(refreshToken).where(eq(refreshToken.tokenHash, tokenHash));
  return token && { ...found, token };
}

export async function markTokenUsed(tx: Queryable, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.update(refreshToken).set({ usedAt: now }).where(eq(refreshToken.tokenHash, tokenHash));
}

export async function touchSession(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.update(userSession).set({ lastUsedAt: now }).where(eq(userSession.id, id));
}

export async function revokeSession(db: Queryable, id: string, reason: string, now: Date): Promise<void> {
  await db
    .update(userSession)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(userSession.id, id), isNull(userSession.revokedAt)));
}

export async function revokeSessionOfToken(
  db: Queryable,
  tokenHash: Buffer,
  reason: string,
  now: Date,
): Promise<void> {
  const owner = db
    .select({ id: refreshToken.sessionId })
    .from(refreshToken)
    .where(eq(refreshToken.tokenHash, tokenHash));
  await db
    .update(userSession)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(userSession.id, sql`(${owner})`), isNull(userSession.revokedAt)));
}

export async function revokeSessionsOf(
  tx: Queryable,
  userId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await tx
    .update(userSession)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(userSession.userId, userId), isNull(userSession.revokedAt)));
}

/** Forgets sessions that ended before `then`, their tokens with them. */
export async function deleteSessionsEndedBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(userSession).where(or(lt(userSession.expiresAt, then), lt(userSession.revokedAt, then)));
}
