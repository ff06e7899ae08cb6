import { createHmac } from 'node:crypto';
import { REFRESH_GRACE_SECONDS, REFRESH_SECONDS } from './session-lifetime.ts';

/** The next refresh token, computed with the secret, so that it need not be stored to be given twice. */
export function successorOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(`refresh token\n${token}`).digest('base64url');
}

/** Every token that may follow, because another secret may have been the newest. */
export function possibleSuccessors(token: string, secrets: string[]): string[] {
  return secrets.map((secret) => successorOf(token, secret));
}

type TokenState = {
  now: Date;
  issuedAt: Date;
  usedAt: Date | null;
  sessionRevokedAt: Date | null;
  sessionEndsAt: Date;
  userDisabledAt: Date | null;
};

/** Whether a refresh token is new, used, or 'replayed': another person has a copy. */
export function judgeRefresh(state: TokenState): 'fresh' | 'grace' | 'replayed' | 'ended' {
  const { now } = state;
  if (state.sessionRevokedAt || state.userDisabledAt || state.sessionEndsAt <= now) return 'ended';
  if (secondsBetween(state.issuedAt, now) >= REFRESH_SECONDS) return 'ended';
  if (!state.usedAt) return 'fresh';
  return secondsBetween(state.usedAt, now) <= REFRESH_GRACE_SECONDS ? 'grace' : 'replayed';
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
