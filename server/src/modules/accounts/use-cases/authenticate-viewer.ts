import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { passkeyStateOf, secondFactorStateOf } from '../rules/second-factor.ts';
import { sessionEndsAt } from '../rules/session-lifetime.ts';

/**
 * The owner of an access token. Session, role and second factor are read from the database at every call, so changes
 * count at once. Refusal: `unauthenticated`.
 */
export async function authenticateViewer(ctx: AccountsContext, token: string): Promise<Viewer | Refusal> {
  const { clock, config } = ctx.platform;
  const now = clock.now();
  const claims = await ctx.accessTokens.read(token, now);
  if (!claims) return refuse('unauthenticated');
  const [row] = await ctx.findViewer.execute({ sessionId: claims.sid, userId: claims.sub, now });
  if (!row || sessionEndsAt(row.role, row) <= now) return refuse('unauthenticated');
  const { id, role, sessionId, createdAt, confirmedAt, passkeyAt, hasPasskey } = row;
  const factors = { hasAuthenticator: row.secondFactorAt !== null, hasPasskey };
  const awaitsSecondFactor = secondFactorStateOf(role, factors, config.staffSecondFactor) === 'required';
  const passkey = passkeyStateOf(role, { ...factors, isPasskeyUsed: passkeyAt !== null }, config);
  const awaitsPasskey = passkey === 'unused' || passkey === 'required' ? passkey : undefined;
  const viewer: Viewer = { id, role, sessionId, confirmedAt: confirmedAt ?? createdAt };
  if (!awaitsSecondFactor && !awaitsPasskey) return viewer;
  return {
    ...viewer,
    role: 'customer',
    ...(awaitsSecondFactor && { awaitsSecondFactor }),
    ...(awaitsPasskey && { awaitsPasskey }),
  };
}
