import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { secondsAfter } from '../../platform/clock.ts';
import type { Orm, Queryable } from '../../platform/postgres/database.ts';
import { refreshToken, secondFactor, userAccount, userSession } from './accounts.tables.ts';
import { ownsPasskey } from './passkeys.store.ts';
import { SESSION_SECONDS } from './rules/session-lifetime.ts';

/** Runs for every call with a token: the session must be valid and its account not disabled. */
export function prepareViewerLookup(orm: Orm) {
  return orm
    .select({
      id: userAccount.id,
      role: userAccount.role,
      sessionId: userSession.id,
      secondFactorAt: secondFactor.confirmedAt,
      createdAt: userSession.createdAt,
      expiresAt: userSession.expiresAt,
      confirmedAt: userSession.confirmedAt,
      passkeyAt: userSession.passkeyAt,
      hasPasskey: ownsPasskey(orm),
    })
    .from(userSession)
    .innerJoin(userAccount, eq(userAccount.id, userSession.userId))
    .leftJoin(secondFactor, eq(secondFactor.userId, userAccount.id))
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

/** Inserts a session; returns it. */
export async function insertSession(
  tx: Queryable,
  userId: string,
  { userAgent, address }: { userAgent: string | null; address: string },
  { now, passkeyAt }: { now: Date; passkeyAt: Date | null },
): Promise<{ id: string; createdAt: Date; expiresAt: Date }> {
  const times = { createdAt: now, lastUsedAt: now, expiresAt: secondsAfter(now, SESSION_SECONDS) };
  const id = randomUUID();
  await tx.insert(userSession).values({ id, userId, userAgent, address, ...times, passkeyAt });
  return { id, ...times };
}

export async function insertRefreshToken(
  tx: Queryable,
  tokenHash: Buffer,
  sessionId: string,
  now: Date,
): Promise<void> {
  await tx.insert(refreshToken).values({ tokenHash, sessionId, createdAt: now });
}

/** The token with its session and person. The session is locked, so that two tabs refresh one after the other. */
export async function lockRefreshToken(tx: Queryable, tokenHash: Buffer) {
  const [found] = await tx
    .select({ token: refreshToken, session: userSession, user: userAccount })
    .from(refreshToken)
    .innerJoin(userSession, eq(userSession.id, refreshToken.sessionId))
    .innerJoin(userAccount, eq(userAccount.id, userSession.userId))
    .where(eq(refreshToken.tokenHash, tokenHash))
    .for('update', { of: userSession });
  if (!found) return undefined;
  // Reads again under the lock, because another tab may have changed the token.
  const [token] = await tx.select().from(refreshToken).where(eq(refreshToken.tokenHash, tokenHash));
  return token && { ...found, token };
}

/** The newest refresh tokens of a session, as hashes. The one without `usedAt` is the present one. */
export function listNewestTokens(tx: Queryable, sessionId: string, most: number) {
  return tx
    .select({ tokenHash: refreshToken.tokenHash, usedAt: refreshToken.usedAt })
    .from(refreshToken)
    .where(eq(refreshToken.sessionId, sessionId))
    .orderBy(desc(refreshToken.createdAt))
    .limit(most);
}

/** Marks the session's unused token as used. */
export async function markTokenUsed(tx: Queryable, sessionId: string, now: Date): Promise<void> {
  await tx
    .update(refreshToken)
    .set({ usedAt: now })
    .where(and(eq(refreshToken.sessionId, sessionId), isNull(refreshToken.usedAt)));
}

export async function touchSession(
  tx: Queryable,
  id: string,
  now: Date,
  from: { userAgent: string | null; address: string },
): Promise<void> {
  await tx
    .update(userSession)
    .set({ lastUsedAt: now, ...from })
    .where(eq(userSession.id, id));
}

const isLive = (userId: string, now: Date, idleSince: Date) =>
  and(
    eq(userSession.userId, userId),
    isNull(userSession.revokedAt),
    gt(userSession.expiresAt, now),
    gt(userSession.lastUsedAt, idleSince),
  );

/** Valid sessions that were used after `idleSince`. */
export function listLiveSessions(db: Queryable, userId: string, now: Date, idleSince: Date) {
  return db
    .select()
    .from(userSession)
    .where(isLive(userId, now, idleSince))
    .orderBy(desc(userSession.lastUsedAt), desc(userSession.createdAt))
    .limit(200);
}

export async function findSession(db: Queryable, id: string) {
  const [session] = await db.select().from(userSession).where(eq(userSession.id, id));
  return session;
}

/** The session with this id. Throws if it is missing. */
export async function selectSession(db: Queryable, id: string) {
  const session = await findSession(db, id);
  if (!session) throw new Error(`there is no session ${id}`);
  return session;
}

/** Ends a session; false if it had ended before. */
export async function revokeSession(db: Queryable, id: string, reason: string, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(userSession)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(userSession.id, id), isNull(userSession.revokedAt)));
  return rowCount === 1;
}

/** Counts a wrong password or code, and ends the session at `most` in a row; undefined if it had ended before. */
export async function countWrongSecret(
  tx: Queryable,
  id: string,
  { most, reason, now }: { most: number; reason: string; now: Date },
): Promise<{ hasEnded: boolean } | undefined> {
  const isLast = sql`${userSession.wrongSecrets} + 1 >= ${most}`;
  const [counted] = await tx
    .update(userSession)
    .set({
      wrongSecrets: sql`${userSession.wrongSecrets} + 1`,
      revokedAt: sql`CASE WHEN ${isLast} THEN ${now.toISOString()}::timestamptz END`,
      revokedReason: sql`CASE WHEN ${isLast} THEN ${reason} END`,
    })
    .where(and(eq(userSession.id, id), isNull(userSession.revokedAt)))
    .returning({ revokedAt: userSession.revokedAt });
  return counted && { hasEnded: counted.revokedAt !== null };
}

/**
 * Stores that the person has proved who they are, and sets the count of wrong secrets to zero; false if the session had
 * ended before.
 */
export async function confirmSession(
  tx: Queryable,
  id: string,
  { now, isPasskey }: { now: Date; isPasskey: boolean },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(userSession)
    .set({ wrongSecrets: 0, confirmedAt: now, ...(isPasskey && { passkeyAt: now }) })
    .where(and(eq(userSession.id, id), isNull(userSession.revokedAt)));
  return rowCount === 1;
}

/** Stores for the other sessions of a person that no passkey was used in them. */
export async function forgetPasskeyElsewhere(tx: Queryable, userId: string, here: string): Promise<void> {
  await tx
    .update(userSession)
    .set({ passkeyAt: null })
    .where(and(eq(userSession.userId, userId), ne(userSession.id, here)));
}

export async function revokeSessionOfToken(
  db: Queryable,
  tokenHash: Buffer,
  reason: string,
  now: Date,
): Promise<{ userId: string } | undefined> {
  const owner = db
    .select({ id: refreshToken.sessionId })
    .from(refreshToken)
    .where(eq(refreshToken.tokenHash, tokenHash));
  const [ended] = await db
    .update(userSession)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(userSession.id, sql`(${owner})`), isNull(userSession.revokedAt)))
    .returning({ userId: userSession.userId });
  return ended;
}

/** Ends every session of a person except one; returns how many. */
export async function revokeSessionsOf(
  tx: Queryable,
  userId: string,
  reason: string,
  now: Date,
  except?: string,
): Promise<number> {
  const { rowCount } = await tx
    .update(userSession)
    .set({ revokedAt: now, revokedReason: reason })
    .where(
      and(
        eq(userSession.userId, userId),
        isNull(userSession.revokedAt),
        except === undefined ? undefined : ne(userSession.id, except),
      ),
    );
  return rowCount ?? 0;
}

/** Ends the sessions of a person that began at `then` or before. */
export async function revokeSessionsBegunUntil(
  tx: Queryable,
  userId: string,
  then: Date,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await tx
    .update(userSession)
    .set({ revokedAt: now, revokedReason: reason })
    .where(
      and(eq(userSession.userId, userId), isNull(userSession.revokedAt), lte(userSession.createdAt, then)),
    );
}

/** Deletes sessions that ended before `then`, with their tokens. */
export async function deleteSessionsEndedBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(userSession).where(or(lt(userSession.expiresAt, then), lt(userSession.revokedAt, then)));
}
