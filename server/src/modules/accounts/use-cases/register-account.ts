import type { RegisterBody } from '@vialproof/contract/accounts';
import type { z } from 'zod';
import type { Client } from '../../../platform/http/browser.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { upsertUnverified } from '../accounts.store.ts';
import { voidCodesOfEmail } from '../codes.store.ts';
import { newPseudonym } from '../rules/display-names.ts';
import { normalizeEmail } from '../rules/email.ts';
import { registrationProof } from '../rules/registration-proof.ts';
import { checkNewPassword } from './check-new-password.ts';
import { enqueueCodeMail } from './enqueue-mail.ts';
import { limitRegistration, limitVerifyMail } from './limit-attempts.ts';

/**
 * Opens an account and mails a code for its address. Everything is the same for new, unverified and taken addresses.
 * Refusals: `rate_limited`, `invalid_fields`.
 * @returns the address, and a proof for the browser's cookie.
 */
export async function registerAccount(
  ctx: AccountsContext,
  input: z.output<typeof RegisterBody>,
  from: Client,
): Promise<{ email: string; proof: string } | Refusal> {
  const { db, clock, passwordCost } = ctx.platform;
  const refused =
    checkNewPassword(ctx, input.password, input) ?? (await limitRegistration(ctx, input.email, from));
  if (refused) return refused;
  const passwordHash = await hashPassword(passwordCost, input.password);
  const email = normalizeEmail(input.email);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const user = {
      email: input.email,
      firstName: input.firstName,
      lastName: input.lastName,
      displayName: newPseudonym(),
      role: 'customer' as const,
      passwordHash,
      emailVerifiedAt: null,
    };
    await upsertUnverified(tx, user, now);
    await voidCodesOfEmail(tx, email, 'verify_email', now);
    await enqueueCodeMail(ctx, tx, { kind: 'registration', email });
    return { email: input.email, proof: registrationProof(ctx.secrets.newest, email, passwordHash) };
  });
}

/** Mails a new code if a registration waits for one. Refusal: `rate_limited`. */
export async function resendCode(
  ctx: AccountsContext,
  email: string,
  from: Client,
): Promise<Refusal | undefined> {
  const refused = await limitVerifyMail(ctx, email, from);
  if (refused) return refused;
  await enqueueCodeMail(ctx, ctx.platform.db.orm, { kind: 'resend', email: normalizeEmail(email) });
  return undefined;
}
