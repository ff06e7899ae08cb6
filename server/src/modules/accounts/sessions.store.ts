import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Orm, Queryable } from '../../platform/database.ts';
import { refreshToken, secondFactor, userAccount, userSession } from './accounts.tables.ts';

/** The look-up behind every signed-in call, prepared once: a live session of an account that is not disabled. */
export function prepareViewerLookup(orm: Orm) {
  return orm
    .select({
      id: userAccount.id,
      role: userAccount.role,
      sessionId: userSession.id,
      expiresAt: userSession.expiresAt,
      secondFactorAt: secondFactor.confirmedAt,
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

type NewSession = {
  id: string;
  userId: string;
  tokenHash: Buffer;
  /** What the browser is known by. */
  marks: Buffer[];
  userAgent: string | null;
  address: string;
  /** How the person signed in, for the security log. */
  note: string;
  now: Date;
  expiresAt: Date;
};

/**
 * Opens a session with its first refresh token, writes the sign-in down and remembers the browser, in one statement: a
 * sign-in's time is the hash's and not the database's. Nothing of it happens where a second factor is on, unless that
 * was passed. The caller holds the person's row, so what is read here is what counts.
 *
 * The commit waits for no disk: a crash may forget the newest sign-ins, whole.
 */
export async function openSession(tx: Queryable, session: NewSession, isFactorPassed: boolean) {
  const { id, userId, tokenHash, userAgent, address, note, now, expiresAt } = session;
  const marks = sql.param(session.marks);
  const { rows } = await tx.execute<{ factor_on: boolean; known: boolean; had_any: boolean }>(sql`
    WITH factor AS (
      SELECT EXISTS (SELECT 1 FROM second_factor WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS is_on
    ), passed AS (
      SELECT 1 FROM factor WHERE NOT is_on OR ${isFactorPassed}
    ), before AS (
      SELECT coalesce(bool_or(device_hash = ANY (${marks}::bytea[])), false) AS known, count(*) > 0 AS had_any
      FROM known_device WHERE user_id = ${userId}
    ), opened AS (
      INSERT INTO user_session (id, user_id, user_agent, address, created_at, last_used_at, expires_at)
      SELECT ${id}::uuid, ${userId}::uuid, ${userAgent}::text, ${address}::text, ${now}::timestamptz, ${now}::timestamptz,
             ${expiresAt}::timestamptz FROM passed
    ), given AS (
      INSERT INTO refresh_token (token_hash, session_id, created_at)
      SELECT ${tokenHash}::bytea, ${id}::uuid, ${now}::timestamptz FROM passed
    ), remembered AS (
      INSERT INTO known_device (user_id, device_hash, first_seen_at, last_seen_at)
      SELECT ${userId}::uuid, mark, ${now}::timestamptz, ${now}::timestamptz FROM passed, unnest(${marks}::bytea[]) AS mark
      ON CONFLICT (user_id, device_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at
    ), written AS (
      INSERT INTO security_event (at, user_id, kind, user_agent, address, note)
      SELECT ${now}::timestamptz, ${userId}::uuid, 'signed_in', ${userAgent}::text, ${address}::text, ${note}::text
      FROM passed
    )
    SELECT is_on AS factor_on, known, had_any, set_config('synchronous_commit', 'off', true) FROM factor, before`);
  const [opened] = rows;
  if (!opened) throw new Error('the session was not opened');
  return { isFactorOn: opened.factor_on, isKnown: opened.known, isFirst: !opened.had_any };
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

/** Sessions that still count: not ended, not over, and used after `idleSince`. */
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

/** Ends a session; false when it had ended before. */
export async function revokeSession(db: Queryable, id: string, reason: string, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(userSession)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(userSession.id, id), isNull(userSession.revokedAt)));
  return rowCount === 1;
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

/** Ends every session of a person, `except` one if told; answers how many ended. */
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

/** Forgets sessions that ended before `then`, their tokens with them. */
export async function deleteSessionsEndedBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(userSession).where(or(lt(userSession.expiresAt, then), lt(userSession.revokedAt, then)));
}
