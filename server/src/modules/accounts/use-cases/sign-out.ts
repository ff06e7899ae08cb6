import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { isUuid } from '../../../platform/ids.ts';
import { hashOpaque } from '../../../platform/opaque-token.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import * as store from '../sessions.store.ts';
import { recordSecurityEvent } from './record-security-event.ts';

const BY_ITS_OWNER = 'revoked by its owner';

/** Ends the session of a refresh token; an unknown token causes no error. */
export async function signOut(ctx: AccountsContext, token: string, from: Client): Promise<void> {
  const { db, clock } = ctx.platform;
  await db.transaction(async (tx) => {
    const session = await store.revokeSessionOfToken(tx, hashOpaque(token), 'signed out', clock.now());
    if (session) await recordSecurityEvent(ctx, { kind: 'signed_out', userId: session.userId, from }, tx);
  });
}

/** Ends one of the person's own sessions. Refusal: `not_found`. */
export async function endSession(
  ctx: AccountsContext,
  viewer: Viewer,
  id: string,
  from: Client,
): Promise<Refusal | undefined> {
  const { db, clock } = ctx.platform;
  return db.transaction(async (tx) => {
    const session = isUuid(id) ? await store.findSession(tx, id) : undefined;
    if (session?.userId !== viewer.id) return refuse('not_found');
    if (!(await store.revokeSession(tx, id, BY_ITS_OWNER, clock.now()))) return refuse('not_found');
    await recordSecurityEvent(ctx, { kind: 'session_revoked', userId: viewer.id, from }, tx);
    return undefined;
  });
}

/** Ends all sessions of the person but the present one. Returns how many. */
export async function endOtherSessions(ctx: AccountsContext, viewer: Viewer, from: Client): Promise<number> {
  const { db, clock } = ctx.platform;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const count = await store.revokeSessionsOf(tx, viewer.id, BY_ITS_OWNER, now, viewer.sessionId);
    const note = `${count} other ${count === 1 ? 'device' : 'devices'}`;
    if (count > 0)
      await recordSecurityEvent(ctx, { kind: 'session_revoked', userId: viewer.id, from, note }, tx);
    return count;
  });
}
