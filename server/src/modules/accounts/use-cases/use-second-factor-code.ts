import type { Client } from '../../../platform/http/browser.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { UserRow } from '../accounts.tables.ts';
import { macOf, macsOf } from '../rules/codes.ts';
import { foldRecoveryCode, stepOf } from '../rules/second-factor.ts';
import * as store from '../second-factor.store.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** Uses up a code of the second factor; undefined if it is wrong. */
export async function useSecondFactorCode(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  code: string,
  from: Client,
): Promise<'authenticator' | 'recovery' | undefined> {
  const factor = await store.findSecondFactor(tx, user.id);
  if (!factor?.confirmedAt) return undefined;
  if (await takeAuthenticatorCode(ctx, tx, user.id, factor.secret, code)) return 'authenticator';
  const macs = macsOf(ctx.secrets.all, 'recovery', user.id, foldRecoveryCode(code));
  if (!(await store.takeRecoveryCode(tx, user.id, macs, ctx.platform.clock.now()))) return undefined;
  const left = await store.countRecoveryCodes(tx, user.id);
  const note = `${left} left`;
  await recordSecurityEvent(ctx, { kind: 'recovery_code_used', userId: user.id, from, note }, tx);
  await enqueueMail(ctx, tx, { kind: 'recovery_code_used', userId: user.id, left });
  return 'recovery';
}

/** Uses up a code of an authenticator, so that it works once; false if it is wrong or used. */
export async function takeAuthenticatorCode(
  { platform, sealing }: AccountsContext,
  tx: Tx,
  userId: string,
  sealed: Buffer,
  code: string,
): Promise<boolean> {
  const secret = sealing.secondFactor.open(sealed, userId);
  if (!secret)
    throw new Error(`the second factor of ${userId} was sealed with a secret that CODE_SECRET does not list`);
  const step = stepOf(secret, code, platform.clock.now());
  return step !== undefined && (await store.takeStep(tx, userId, step));
}

/** A recovery code as it is stored: a hash that finds it, and sealed, so that another secret can make another hash. */
export function storedRecoveryCode(
  { secrets, sealing }: AccountsContext,
  userId: string,
  code: string,
): { codeMac: Buffer; sealed: Buffer } {
  const folded = foldRecoveryCode(code);
  return {
    codeMac: macOf(secrets.newest, 'recovery', userId, folded),
    sealed: sealing.recoveryCode.seal(Buffer.from(folded), userId),
  };
}
