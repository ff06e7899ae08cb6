import { and, desc, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Orm, Queryable } from '../../platform/postgres/database.ts';
import { refreshToken, secondFactor, userAccount, userSession } from './accounts.tables.ts';

const dialect = new PgDialect();

/** The look-up behind every signed-in call, prepared once: a live session of an account that is not disabled. */
export function prepareViewerLookup(orm: Orm) {
  return orm
    .select({
      id: userAccount.id,
      role: userAccount.role,
      sessionId: userSession.id,
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

export type NewSession = {
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
 * A session with its first refresh token, the sign-in written down and the browser remembered, in one statement: a
 * sign-in's time is the hash's and not the database's. Nothing of it happens unless `condition` holds, of the tables
 * held, factor (is_on) and before (known, had_any).
 *
 * The commit waits for no disk: a crash may forget the newest sign-ins, whole.
 */
function openingOf(session: NewSession, held: SQL, condition: SQL): SQL {
  const { id, userId, tokenHash, userAgent, address, note, now, expiresAt } = session;
  const marks = sql.param(session.marks);
  return sql`
    WITH held AS (
      ${held}
    ), factor AS (
      SELECT EXISTS (SELECT 1 FROM second_factor WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS is_on
    ), before AS (
      SELECT coalesce(bool_or(device_hash = ANY (${marks}::bytea[])), false) AS known, count(*) > 0 AS had_any
      FROM known_device WHERE user_id = ${userId}
    ), passed AS (
      SELECT 1 FROM held, factor, before WHERE ${condition}
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
    SELECT EXISTS (SELECT 1 FROM passed) AS opened, is_on AS factor_on, known, had_any,
      set_config('synchronous_commit', 'off', true) FROM factor, before`;
}

type Opening = { opened: boolean; factor_on: boolean; known: boolean; had_any: boolean };

/**
 * Opens a session, unless a second factor is on that was not passed. The caller holds the person's row, so what is read
 * here is what counts.
 */
export async function openSession(tx: Queryable, session: NewSession, isFactorPassed: boolean) {
  const { rows } = await tx.execute<Opening>(
    openingOf(session, sql`SELECT 1`, sql`NOT is_on OR ${isFactorPassed}`),
  );
  const [opening] = rows;
  if (!opening) throw new Error('the session was not opened');
  return { isFactorOn: opening.factor_on, isKnown: opening.known, isFirst: !opening.had_any };
}

/**
 * Opens a session in one statement of its own, prepared once a connection, for whoever was judged by the row of `version`
 * (see prepareSignInLookup) and about whose sign-in nothing more is to be done: no second factor is on, and the browser is
 * known or the first. False, and nothing done, for anybody else, also while somebody else holds the row or has just
 * changed it: that wants a transaction, which waits. So a password, second factor or account changed meanwhile
 * is never missed, as whatever changes one of them writes the row.
 */
export async function openPlainSession(
  pool: pg.Pool,
  session: NewSession,
  version: string,
): Promise<boolean> {
  const held = sql`SELECT 1 FROM user_account WHERE id = ${session.userId} AND xmin = ${version}::xid
      FOR NO KEY UPDATE SKIP LOCKED`;
  const { sql: text, params } = dialect.sqlToQuery(
    openingOf(session, held, sql`NOT is_on AND (known OR NOT had_any)`),
  );
  const { rows } = await pool.query<Opening>({ name: 'accounts_open_session', text, values: params });
  return rows[0]?.opened ?? false;
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

/** The hash of the session's token that was not used yet. */
export async function findLiveTokenHash(tx: Queryable, sessionId: string): Promise<Buffer | undefined> {
  const [live] = await tx
    .select({ tokenHash: refreshToken.tokenHash })
    .from(refreshToken)
    .where(and(eq(refreshToken.sessionId, sessionId), isNull(refreshToken.usedAt)));
  return live?.tokenHash;
}

/** Uses up the token of a session that was not used yet. */
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

/** Counts a wrong secret, and ends the session with the last of `most` in a row; undefined when it had ended before. */
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

/** After a right secret; false when the session had ended before. */
export async function forgetWrongSecrets(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(userSession)
    .set({ wrongSecrets: 0 })
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

/** Ends every session of a person, `except` one if given; answers how many ended. */
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
