import type { SignedIn } from '@vialproof/contract/accounts';
import { CODE_ATTEMPTS } from '@vialproof/contract/mailed-codes';
import type { PasskeyResponse } from '@vialproof/contract/passkeys';
import type { ChallengeAnswer } from '@vialproof/contract/second-factor';
import type { Client } from '../../../platform/http/browser.ts';
import { hashOpaque } from '../../../platform/opaque-token.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { lockUser } from '../accounts.store.ts';
import type { SignInMethod, UserRow } from '../accounts.tables.ts';
import { isDeviceOf } from '../devices.store.ts';
import { isPasskeyOf } from '../passkeys.store.ts';
import { possibleMarks } from '../rules/devices.ts';
import { consumeChallenge, tryChallenge } from '../second-factor.store.ts';
import { checkPasskey } from './check-passkey.ts';
import { forgetSecondFactorTries, limitPasskeySignIn, limitSecondFactor } from './limit-attempts.ts';
import { openAndSign, openSession, SIGN_IN_NOTES } from './open-session.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { useSecondFactorCode } from './use-second-factor-code.ts';

type Challenge = { tokenHash: Buffer; userId: string; method: SignInMethod };
const SECOND_STEPS = {
  authenticator: 'an authenticator code',
  recovery: 'a recovery code',
  passkey: 'a passkey',
};

/**
 * Takes the code of the second factor, or a passkey, in a sign-in. Refusals: `sign_in_expired` after ten minutes or five
 * tries, `code_invalid`, `passkey_refused`, `rate_limited`.
 */
export async function answerSecondFactorChallenge(
  ctx: AccountsContext,
  { challenge: token, code = '', passkey }: ChallengeAnswer,
  from: Client,
): Promise<SignedIn | Refusal> {
  const { db, clock } = ctx.platform;
  const tokenHash = hashOpaque(token);
  const challenge = await tryChallenge(db.orm, tokenHash, CODE_ATTEMPTS, clock.now());
  if (!challenge) return refuse('sign_in_expired');
  const { userId } = challenge;
  const answer = passkey
    ? await answerWithPasskey(ctx, challenge, passkey, from)
    : await answerWithCode(ctx, challenge, code, from);
  if (isRefusal(answer) && answer.code !== 'rate_limited')
    await recordSecurityEvent(ctx, { kind: 'second_factor_failed', userId, from });
  return answer;
}

async function answerWithCode(
  ctx: AccountsContext,
  challenge: Challenge,
  code: string,
  from: Client,
): Promise<SignedIn | Refusal> {
  const { userId } = challenge;
  const isKnown = await isDeviceOf(ctx.platform.db.orm, userId, possibleMarks(ctx.secrets.all, from));
  const refused = await limitSecondFactor(ctx, userId, from, isKnown);
  if (refused) return refused;
  const answer = await enter(
    ctx,
    challenge,
    async (tx, user) => (await useSecondFactorCode(ctx, tx, user, code, from)) ?? refuse('code_invalid'),
    from,
  );
  if ('session' in answer) await forgetSecondFactorTries(ctx, userId, from, isKnown);
  return answer;
}

/** Nobody guesses a passkey, so strangers who know the password use up no tries of its owner. */
async function answerWithPasskey(
  ctx: AccountsContext,
  challenge: Challenge,
  response: PasskeyResponse,
  from: Client,
): Promise<SignedIn | Refusal> {
  const refused = await limitPasskeySignIn(ctx, from);
  if (refused) return refused;
  const { passkey, isRight } = await checkPasskey(ctx, response, challenge.userId, from);
  if (!isRight) return refuse('passkey_refused');
  return enter(
    ctx,
    challenge,
    // The owner may have removed it meanwhile.
    async (tx, user) =>
      (await isPasskeyOf(tx, passkey.id, user.id)) ? 'passkey' : refuse('passkey_refused'),
    from,
  );
}

/** Opens the session after the second step, which `take` checks under the lock of the account. */
function enter(
  ctx: AccountsContext,
  { tokenHash, userId, method }: Challenge,
  take: (tx: Tx, user: UserRow) => Promise<keyof typeof SECOND_STEPS | Refusal>,
  from: Client,
): Promise<SignedIn | Refusal> {
  return openAndSign(ctx, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.disabledAt) return refuse('sign_in_expired');
    const taken = await take(tx, user);
    if (isRefusal(taken)) return taken;
    if (!(await consumeChallenge(tx, tokenHash, ctx.platform.clock.now()))) return refuse('sign_in_expired');
    const opened = await openSession(ctx, tx, user, from, {
      note: `${SIGN_IN_NOTES[method]} and ${SECOND_STEPS[taken]}`,
      isFactorPassed: true,
      isPasskey: taken === 'passkey',
    });
    return opened ?? refuse('sign_in_expired');
  });
}
