import type { SignedIn } from '@vialproof/contract/accounts';
import { CODE_ATTEMPTS } from '@vialproof/contract/mailed-codes';
import type { Client } from '../../../platform/http/browser.ts';
import { hashOpaque } from '../../../platform/opaque-token.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { lockUser } from '../accounts.store.ts';
import { isDeviceOf } from '../devices.store.ts';
import { deviceMarks } from '../rules/devices.ts';
import { consumeChallenge, tryChallenge } from '../second-factor.store.ts';
import { forgetSecondFactorTries, limitSecondFactor } from './limit-attempts.ts';
import { openAndSign, openSession, SIGN_IN_NOTES } from './open-session.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { useSecondFactorCode } from './use-second-factor-code.ts';

/**
 * Takes the code of the second factor in a sign-in. Refusals: `sign_in_expired` after ten minutes or five tries,
 * `code_invalid`, `rate_limited`.
 */
export async function answerSecondFactorChallenge(
  ctx: AccountsContext,
  { challenge: token, code }: { challenge: string; code: string },
  from: Client,
): Promise<SignedIn | Refusal> {
  const { db, clock } = ctx.platform;
  const tokenHash = hashOpaque(token);
  const challenge = await tryChallenge(db.orm, tokenHash, CODE_ATTEMPTS, clock.now());
  if (!challenge) return refuse('sign_in_expired');
  const { userId, method } = challenge;
  const isKnown = await isDeviceOf(db.orm, userId, deviceMarks(ctx.secret, from));
  const refused = await limitSecondFactor(ctx, userId, from, isKnown);
  if (refused) return refused;
  const answer = await openAndSign(ctx, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.disabledAt) return refuse('sign_in_expired');
    const used = await useSecondFactorCode(ctx, tx, user, code, from);
    if (!used) return refuse('code_invalid');
    if (!(await consumeChallenge(tx, tokenHash, clock.now()))) return refuse('sign_in_expired');
    const second = used === 'recovery' ? 'a recovery code' : 'an authenticator code';
    const note = `${SIGN_IN_NOTES[method]} and ${second}`;
    const opened = await openSession(ctx, tx, user, from, { note, isFactorPassed: true });
    return opened ?? refuse('sign_in_expired');
  });
  if ('session' in answer) await forgetSecondFactorTries(ctx, userId, from, isKnown);
  else await recordSecurityEvent(ctx, { kind: 'second_factor_failed', userId, from });
  return answer;
}
