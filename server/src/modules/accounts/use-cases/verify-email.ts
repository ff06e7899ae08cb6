import type { SignedIn, VerifyEmailBody } from '@vialproof/contract/accounts';
import type { z } from 'zod';
import type { Client } from '../../../platform/http/browser.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { findUserByEmail, lockUser, markVerified } from '../accounts.store.ts';
import { consumeCode } from '../codes.store.ts';
import { isEmail, normalizeEmail } from '../rules/email.ts';
import { isForeignProof, isSameProof, registrationProofs } from '../rules/registration-proof.ts';
import { limitCode } from './limit-attempts.ts';
import { matchCode } from './match-code.ts';
import { openAndSign, openSession } from './open-session.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** Verifies the address of a registration with the code, and signs in. Refusals: `code_invalid`, `rate_limited`. */
export async function verifyEmail(
  ctx: AccountsContext,
  input: z.output<typeof VerifyEmailBody>,
  proof: string | undefined,
  from: Client,
): Promise<SignedIn | Refusal> {
  const ownProof = (await isOwn(ctx, proof, normalizeEmail(input.email))) ? proof : undefined;
  const refused = await limitCode(ctx, input.email, from, ownProof);
  if (refused) return refused;
  // A client without cookies may try mailed codes, but its wrong tries do not use up the tries of the real browser.
  const asker = { browserHash: null, isOwn: ownProof !== undefined };
  const code = await matchCode(ctx, input.email, 'verify_email', input.code, asker);
  if (!code) return refuse('code_invalid');
  return openAndSign(ctx, async (tx) => {
    const user = await lockUser(tx, code.userId);
    const now = ctx.platform.clock.now();
    // Meanwhile, a sign-in with a provider may have removed the password.
    if (!user?.passwordHash || user.disabledAt || !(await consumeCode(tx, code.id, now)))
      return refuse('code_invalid');
    const own = registrationProofs(ctx.secrets.all, user.emailNormalized, user.passwordHash);
    if (isForeignProof(proof, own)) {
      return refuse(
        'code_invalid',
        'This address was registered again after you did. Please register once more.',
      );
    }
    await markVerified(tx, user.id, now);
    await recordSecurityEvent(ctx, { kind: 'email_verified', userId: user.id, from }, tx);
    // An unverified account cannot have a second factor.
    const note = 'with a mailed code';
    const opened = await openSession(ctx, tx, user, from, { note, isFactorPassed: false });
    return opened ?? refuse('code_invalid');
  });
}

/** Whether this browser made the registration. An unknown one costs the same time. */
async function isOwn(
  { platform, secrets }: AccountsContext,
  proof: string | undefined,
  email: string,
): Promise<boolean> {
  const user = await findUserByEmail(platform.db.orm, isEmail(email) ? email : '');
  return isSameProof(proof, registrationProofs(secrets.all, email, user?.passwordHash ?? ''));
}
