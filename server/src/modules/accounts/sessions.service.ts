import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@vialproof/contract/accounts';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { presentUser } from './accounts.present.ts';
import { judgeRefresh, SESSION_SECONDS } from './accounts.rules.ts';
import type { UserRow } from './accounts.tables.ts';
import * as store from './sessions.store.ts';
import { createAccessTokens, hashOpaque, newOpaqueToken } from './tokens.ts';

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions: opened at sign-in, carried by rotating refresh tokens, over at once when revoked. */
export function createSessions(platform: Platform) {
  const { db, clock, config, log } = platform;
  const accessTokens = createAccessTokens(config.secrets.jwt);
  const lookup = store.prepareViewerLookup(db.orm);

  async function handOut(tx: Tx, user: UserRow, sessionId: string, now: Date): Promise<SignedIn> {
    const refresh = newOpaqueToken();
    await store.insertRefreshToken(tx, refresh.hash, sessionId, now);
    const access = await accessTokens.sign({ sub: user.id, sid: sessionId }, now);
    return {
      session: {
        access_token: access.token,
        refresh_token: refresh.token,
        expires_at: access.expiresAt.toISOString(),
      },
      user: presentUser(user),
    };
  }

  return {
    /**
     * Who holds this access token. The session's row is read each time, so that signing out, a new password or
     * a changed role count at once and not after 15 minutes. Refuses `unauthenticated`.
     */
    async authenticate(token: string): Promise<Viewer | Refusal> {
      const now = clock.now();
      const claims = await accessTokens.read(token, now);
      if (!claims) return refuse('unauthenticated');
      const [viewer] = await lookup.execute({ sessionId: claims.sid, userId: claims.sub, now });
      return viewer ?? refuse('unauthenticated');
    },

    /** A new session for somebody whose row the caller holds and has judged. */
    async open(tx: Tx, user: UserRow, userAgent: string | null): Promise<SignedIn> {
      const now = clock.now();
      const id = randomUUID();
      await store.insertSession(tx, {
        id,
        userId: user.id,
        userAgent,
        now,
        expiresAt: secondsAfter(now, SESSION_SECONDS),
      });
      return handOut(tx, user, id, now);
    },

    /** Trades a refresh token for a new pair. A replayed one ends the whole session. Refuses `unauthenticated`. */
    async refresh(token: string): Promise<SignedIn | Refusal> {
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
          return 'refused';
        }
        if (verdict === 'fresh') await store.markTokenUsed(tx, tokenHash, now);
        await store.touchSession(tx, session.id, now);
        return handOut(tx, user, session.id, now);
      });
      return outcome === 'refused' ? refuse('unauthenticated') : outcome;
    },

    /** Ends the session of a refresh token; an unknown one ends nothing and says nothing. */
    async logout(token: string): Promise<void> {
      await store.revokeSessionOfToken(db.orm, hashOpaque(token), 'signed out', clock.now());
    },

    revokeAll: (tx: Tx, userId: string, reason: string): Promise<void> =>
      store.revokeSessionsOf(tx, userId, reason, clock.now()),
  };
}
