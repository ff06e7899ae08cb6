import type { Secret } from '@vialproof/contract/signatures';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/browser.ts';
import { checkPassword } from '../../../platform/password-hash.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { selectUser } from '../accounts.queries.ts';
import type { UserRow } from '../accounts.tables.ts';
import { forgetSignatureTries, limitSignature } from './limit-attempts.ts';
import { useSecondFactorCode } from './use-second-factor-code.ts';

/**
 * Asks a person again who they are, before a signature: by the password or a code of the second factor. Refuses
 * signature_refused, naming the field, and rate_limited after as many tries as at a sign-in. No session ends by it.
 */
export async function confirmSignature(
  ctx: AccountsContext,
  viewer: Viewer,
  { password, code }: Secret,
  from: Client,
): Promise<Refusal | undefined> {
  if (!password && !code) return refuse('signature_refused');
  const refused = await limitSignature(ctx, viewer.id);
  if (refused) return refused;
  const user = await selectUser(ctx, viewer.id);
  const isRight = code ? await isCode(ctx, user, code, from) : await isPassword(ctx, user, password);
  if (isRight) {
    await forgetSignatureTries(ctx, viewer.id);
    return undefined;
  }
  ctx.platform.log.info({ userId: user.id, address: from.address }, 'a signature was refused');
  const message = code ? 'This code is not right, or it was used already.' : 'This is not your password.';
  return refuse('signature_refused', message, { errors: [{ path: code ? 'code' : 'password', message }] });
}

async function isPassword(
  { platform }: AccountsContext,
  { passwordHash }: UserRow,
  password: string | undefined,
): Promise<boolean> {
  return passwordHash !== null && checkPassword(platform.passwordCost, password ?? '', passwordHash);
}

async function isCode(ctx: AccountsContext, user: UserRow, code: string, from: Client): Promise<boolean> {
  const kind = await ctx.platform.db.transaction((tx) => useSecondFactorCode(ctx, tx, user, code, from));
  return kind !== undefined;
}
