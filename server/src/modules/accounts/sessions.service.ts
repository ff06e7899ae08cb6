import { createHmac, randomUUID } from 'node:crypto';
import type { SignedIn, User } from '@vialproof/contract/accounts';
import type { SessionEntry } from '@vialproof/contract/sessions';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { presentUser } from './accounts.presenter.ts';
import { isUuid, judgeRefresh, REFRESH_SECONDS, SESSION_SECONDS } from './accounts.rules.ts';
import type { UserRow } from './accounts.tables.ts';
import { describeDevice } from './devices.rules.ts';
import type { From } from './gate.service.ts';
import type { Mailing } from './mailing.service.ts';
import { secondFactorStateOf } from './second-factor.rules.ts';
import { isFactorOn } from './second-factor.store.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import { presentSession } from './sessions.presenter.ts';
import * as store from './sessions.store.ts';
import { liveTokenAfter, rotateToken } from './token-rotation.ts';
import { createAccessTokens, hashOpaque, newOpaqueToken } from './tokens.ts';

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions: opened at sign-in, carried by rotating refresh tokens, over at once when revoked. */
export function createSessions(
  platform: Platform,
  { securityLog, mailing }: { securityLog: SecurityLogBook; mailing: Mailing },
) {
  const { db, clock, config, log } = platform;
  const secret = config.secrets.jwt;
  const accessTokens = createAccessTokens(secret);
  const lookup = store.prepareViewerLookup(db.orm);

  const present = (user: UserRow, isFactorOn: boolean): User =>
    presentUser(user, secondFactorStateOf(user.role, isFactorOn, config.staffSecondFactor));

  async function presentNow(tx: Tx, user: UserRow): Promise<User> {
    return present(user, await isFactorOn(tx, user.id));
  }

  async function pairOf(user: User, sessionId: string, refreshToken: string, now: Date): Promise<SignedIn> {
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

  /** What a browser is known by: what it keeps, and failing that the program and place, for clients that keep nothing. */
  function marksOf({ device, userAgent, address }: From): Buffer[] {
    const mac = (...words: string[]) =>
      createHmac('sha256', config.secrets.code)
        .update(['device', ...words].join('\n'))
        .digest();
    return [mac('kept', device), mac('seen', userAgent ?? '', address)];
  }

  function newSession(user: UserRow, from: From, note: string) {
    const now = clock.now();
    const { token, hash } = newOpaqueToken();
    const { userAgent, address } = from;
    const session: store.NewSession = {
      id: randomUUID(),
      userId: user.id,
      tokenHash: hash,
      marks: marksOf(from),
      userAgent,
      address,
      note,
      now,
      expiresAt: secondsAfter(now, SESSION_SECONDS),
    };
    return { session, refreshToken: token };
  }

  const idleSince = (now: Date) => secondsAfter(now, -REFRESH_SECONDS);

  return {
    /**
     * Who holds this access token, as of now. Every call reads the session, the role and the second factor from the
     * database, so that signing out, a new password or a changed role count at once, on every instance. Refuses
     * `unauthenticated`.
     */
    async authenticate(token: string): Promise<Viewer | Refusal> {
      const now = clock.now();
      const claims = await accessTokens.read(token, now);
      if (!claims) return refuse('unauthenticated');
      const [row] = await lookup.execute({ sessionId: claims.sid, userId: claims.sub, now });
      if (!row) return refuse('unauthenticated');
      const state = secondFactorStateOf(row.role, row.secondFactorAt !== null, config.staffSecondFactor);
      const viewer: Viewer = { id: row.id, role: row.role, sessionId: row.sessionId };
      return state === 'required' ? { ...viewer, role: 'customer', awaitsSecondFactor: true } : viewer;
    },

    /**
     * A new session for somebody whose row the caller holds and has judged; undefined, and nothing done, where a second
     * factor is on that was not passed. A browser that was never seen before is told to the owner.
     */
    async open(
      tx: Tx,
      user: UserRow,
      from: From,
      { note, isFactorPassed }: { note: string; isFactorPassed: boolean },
    ): Promise<SignedIn | undefined> {
      const { session, refreshToken } = newSession(user, from, note);
      const opened = await store.openSession(tx, session, isFactorPassed);
      if (opened.isFactorOn && !isFactorPassed) return undefined;
      if (!opened.isKnown && !opened.isFirst) {
        await mailing.enqueue(tx, {
          kind: 'new_sign_in',
          userId: user.id,
          device: describeDevice(from.userAgent).device,
          address: from.address,
          at: session.now.toISOString(),
        });
      }
      return pairOf(present(user, opened.isFactorOn), session.id, refreshToken, session.now);
    },

    /**
     * The same in one statement, for somebody who was judged by this version of the row and of whose sign-in nobody needs
     * to be told; undefined, and nothing done, where `open` has to decide.
     */
    async openPlain(
      { user, version }: { user: UserRow; version: string },
      from: From,
      note: string,
    ): Promise<SignedIn | undefined> {
      const { session, refreshToken } = newSession(user, from, note);
      const [isOpen, pair] = await Promise.all([
        store.openPlainSession(db.pool, session, version),
        pairOf(present(user, false), session.id, refreshToken, session.now),
      ]);
      return isOpen ? pair : undefined;
    },

    marksOf,

    /**
     * Trades a refresh token for a new pair. A session has one live token at a time: whoever presents the same one again
     * within the grace gets that, and a replayed one ends the whole session. Refuses `unauthenticated`.
     */
    async refresh(token: string, from: From): Promise<SignedIn | Refusal> {
      const tokenHash = hashOpaque(token);
      // The refusal is the transaction's value and not its failure: the end of a replayed session has to stay.
      const outcome = await db.transaction(async (tx) => {
        const found = await store.lockRefreshToken(tx, tokenHash);
        if (!found) return 'refused';
        const { token: presented, session, user } = found;
        const now = clock.now();
        const verdict = judgeRefresh({
          now,
          issuedAt: presented.createdAt,
          usedAt: presented.usedAt,
          sessionRevokedAt: session.revokedAt,
          sessionExpiresAt: session.expiresAt,
          userDisabledAt: user.disabledAt,
        });
        if (verdict === 'ended') return 'refused';
        if (verdict === 'replayed') {
          await store.revokeSession(tx, session.id, 'refresh token replayed', now);
          await securityLog.record({ kind: 'session_replayed', userId: user.id, from }, tx);
          await recordAudit(tx, {
            at: now,
            actorId: null,
            action: 'session.replayed',
            subject: { kind: 'user', id: user.id },
            detail: { session_id: session.id },
          });
          log.warn(
            { userId: user.id, sessionId: session.id },
            'a refresh token was replayed; its session ended',
          );
          return 'replayed';
        }
        const next =
          verdict === 'fresh'
            ? await rotateToken(tx, secret, session.id, token, now)
            : await liveTokenAfter(tx, secret, session.id, token);
        if (!next) return 'refused';
        const { address, userAgent } = from;
        await store.touchSession(tx, session.id, now, { address, userAgent });
        return pairOf(await presentNow(tx, user), session.id, next, now);
      });
      return typeof outcome === 'string' ? refuse('unauthenticated') : outcome;
    },

    /** Ends the session of a refresh token; an unknown one ends nothing and says nothing. */
    async logout(token: string, from: From): Promise<void> {
      await db.transaction(async (tx) => {
        const session = await store.revokeSessionOfToken(tx, hashOpaque(token), 'signed out', clock.now());
        if (session) await securityLog.record({ kind: 'signed_out', userId: session.userId, from }, tx);
      });
    },

    /** Where somebody is signed in, the last used first. */
    async list(viewer: Viewer): Promise<SessionEntry[]> {
      const now = clock.now();
      const rows = await store.listLiveSessions(db.orm, viewer.id, now, idleSince(now));
      return rows.map((row) => presentSession(row, viewer.sessionId));
    },

    /** Ends one of the viewer's own sessions. Refuses not_found, also for somebody else's. */
    async end(viewer: Viewer, id: string, from: From): Promise<Refusal | undefined> {
      return db.transaction(async (tx) => {
        const session = isUuid(id) ? await store.findSession(tx, id) : undefined;
        if (session?.userId !== viewer.id) return refuse('not_found');
        if (!(await store.revokeSession(tx, id, 'revoked by its owner', clock.now())))
          return refuse('not_found');
        await securityLog.record({ kind: 'session_revoked', userId: viewer.id, from }, tx);
        return undefined;
      });
    },

    /** Ends every session of the viewer but the one that asks; answers how many. */
    async endOthers(viewer: Viewer, from: From): Promise<number> {
      return db.transaction(async (tx) => {
        const now = clock.now();
        const count = await store.revokeSessionsOf(
          tx,
          viewer.id,
          'revoked by its owner',
          now,
          viewer.sessionId,
        );
        const note = `${count} other ${count === 1 ? 'device' : 'devices'}`;
        if (count > 0)
          await securityLog.record({ kind: 'session_revoked', userId: viewer.id, from, note }, tx);
        return count;
      });
    },

    /** Ends all sessions of somebody, `except` one if told. */
    revokeAll: (tx: Tx, userId: string, reason: string, except?: string): Promise<number> =>
      store.revokeSessionsOf(tx, userId, reason, clock.now(), except),

    /** When the session began; for what only a fresh sign-in may do. */
    async startedAt(sessionId: string): Promise<Date | undefined> {
      return (await store.findSession(db.orm, sessionId))?.createdAt;
    },

    presentNow,
  };
}
