import type { SignedIn } from '@vialproof/contract/accounts';
import type { PasskeyResponse } from '@vialproof/contract/passkeys';
import type { Client } from '../../../platform/http/browser.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { lockUser } from '../accounts.store.ts';
import { isPasskeyOf } from '../passkeys.store.ts';
import { checkPasskey } from './check-passkey.ts';
import { limitPasskeySignIn } from './limit-attempts.ts';
import { openAndSign, openSession } from './open-session.ts';
import { recordSecurityEvent } from './record-security-event.ts';

const NOTE = 'with a passkey';

/**
 * Signs in with a passkey, which counts as both factors. Refusals: `passkey_refused`, `rate_limited`, and
 * `email_unverified` if the passkey is right.
 */
export async function signInWithPasskey(
  ctx: AccountsContext,
  answer: PasskeyResponse,
  from: Client,
): Promise<SignedIn | Refusal> {
  const refused = await limitPasskeySignIn(ctx, from);
  if (refused) return refused;
  const { passkey, isRight } = await checkPasskey(ctx, answer, null, from);
  const signedIn = isRight
    ? await openAndSign(ctx, async (tx) => {
        const user = await lockUser(tx, passkey.userId);
        // Somebody may have removed the passkey or disabled the account meanwhile.
        const isStill = await isPasskeyOf(tx, passkey.id, passkey.userId);
        if (!user || user.disabledAt || !isStill) return refuse('passkey_refused');
        if (!user.emailVerifiedAt) return refuse('email_unverified');
        const proof = { note: NOTE, isFactorPassed: true, isPasskey: true };
        return (await openSession(ctx, tx, user, from, proof)) ?? refuse('passkey_refused');
      })
    : refuse('passkey_refused');
  if (passkey && !('session' in signedIn))
    await recordSecurityEvent(ctx, { kind: 'sign_in_failed', userId: passkey.userId, from, note: NOTE });
  return signedIn;
}
