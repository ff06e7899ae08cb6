import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { secondFactorStateOf } from '../rules/second-factor.ts';

/**
 * Who holds this access token, as of now. Every call reads the session, the role and the second factor from the
 * database, so that signing out, a new password or a changed role count at once, on every instance. Refuses
 * `unauthenticated`.
 */
export async function authenticateViewer(ctx: AccountsContext, token: string): Promise<Viewer | Refusal> {
  const { clock, config } = ctx.platform;
  const now = clock.now();
  const claims = await ctx.accessTokens.read(token, now);
  if (!claims) return refuse('unauthenticated');
  const [row] = await ctx.findViewer.execute({ sessionId: claims.sid, userId: claims.sub, now });
  if (!row) return refuse('unauthenticated');
  const state = secondFactorStateOf(row.role, row.secondFactorAt !== null, config.staffSecondFactor);
  const viewer: Viewer = { id: row.id, role: row.role, sessionId: row.sessionId };
  return state === 'required' ? { ...viewer, role: 'customer', awaitsSecondFactor: true } : viewer;
}
