import type { Secret } from '@vialproof/contract/signatures';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { redactAddress } from '../../../platform/log.ts';
import { checkPassword } from '../../../platform/password-hash.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { UserRow } from '../accounts.tables.ts';
import { MOST_WRONG_SECRETS } from '../rules/attempt-limits.ts';
import { confirmSession, countWrongSecret } from '../sessions.store.ts';
import { checkPasskey } from './check-passkey.ts';
import { limitProofs } from './limit-attempts.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { useSecondFactorCode } from './use-second-factor-code.ts';

const ENDED = `${MOST_WRONG_SECRETS} wrong passwords or codes in a row`;
const ENDED_SENTENCE = `That was the ${MOST_WRONG_SECRETS}th wrong password or code in a row, so this session has ended. Sign in again to go on.`;

/** A wrong password, code or passkey. `endedSentence`: it was the 20th in a row, so the session has ended. */
export type WrongProof = { isWrong: true; endedSentence?: string };

export const isWrongProof = (outcome: UserRow | WrongProof | Refusal): outcome is WrongProof =>
  'isWrong' in outcome;

/**
 * Checks the password, the code or the passkey of a signed-in person. A right one counts for ten minutes as a proof of
 * who the person is. The 20th wrong one in a row ends the session, whatever it was asked for. Refusals:
 * `unauthenticated` if the session has ended, `rate_limited`.
 */
export async function proveViewer(
  ctx: AccountsContext,
  viewer: Viewer,
  user: UserRow,
  { password, code, passkey }: Secret,
  from: Client,
): Promise<UserRow | WrongProof | Refusal> {
  const { db, clock, log } = ctx.platform;
  const refused = await limitProofs(ctx, viewer.sessionId);
  if (refused) return refused;
  // The password is hashed before the transaction, so that no lock waits for it. Guesses at the same time are all
  // counted.
  const isPasskey = passkey !== undefined && (await checkPasskey(ctx, passkey, user.id, from)).isRight;
  const isPassword = !passkey && !code && (await isRightPassword(ctx, user, password));
  const outcome = await db.transaction<UserRow | WrongProof | Refusal>(async (tx) => {
    const isCode = !passkey && code && (await isRightCode(ctx, tx, user, code, from));
    if (!isPasskey && !isPassword && !isCode) return countWrong(ctx, tx, viewer, from);
    const isConfirmed = await confirmSession(tx, viewer.sessionId, { now: clock.now(), isPasskey });
    return isConfirmed ? user : refuse('unauthenticated');
  });
  if (!isRefusal(outcome) && isWrongProof(outcome))
    log.info({ userId: user.id, client: redactAddress(from.address) }, 'a password or code was not right');
  return outcome;
}

async function countWrong(
  ctx: AccountsContext,
  tx: Tx,
  { id, sessionId }: Viewer,
  from: Client,
): Promise<WrongProof | Refusal> {
  const now = ctx.platform.clock.now();
  const counted = await countWrongSecret(tx, sessionId, { most: MOST_WRONG_SECRETS, reason: ENDED, now });
  if (!counted) return refuse('unauthenticated');
  if (!counted.hasEnded) return { isWrong: true };
  await recordSecurityEvent(ctx, { kind: 'session_ended', userId: id, from, note: ENDED }, tx);
  return { isWrong: true, endedSentence: ENDED_SENTENCE };
}

async function isRightPassword(
  { platform }: AccountsContext,
  { passwordHash }: UserRow,
  password: string | undefined,
): Promise<boolean> {
  return passwordHash !== null && checkPassword(platform.passwordCost, password ?? '', passwordHash);
}

async function isRightCode(
  ctx: AccountsContext,
  tx: Tx,
  user: UserRow,
  code: string,
  from: Client,
): Promise<boolean> {
  return (await useSecondFactorCode(ctx, tx, user, code, from)) !== undefined;
}
