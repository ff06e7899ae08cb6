import type { Secret } from '@vialproof/contract/signatures';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { checkPassword } from '../../../platform/password-hash.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { selectUser } from '../accounts.queries.ts';
import type { UserRow } from '../accounts.tables.ts';
import { MOST_WRONG_SECRETS } from '../rules/attempt-limits.ts';
import { countWrongSecret, forgetWrongSecrets } from '../sessions.store.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { useSecondFactorCode } from './use-second-factor-code.ts';

const ENDED = `${MOST_WRONG_SECRETS} wrong passwords or codes in a row`;
const ENDED_SENTENCE = `That was the ${MOST_WRONG_SECRETS}th wrong password or code in a row, so this session has ended. Sign in again to go on.`;

/**
 * Asks for password or code before a signature. Refusal: `signature_refused`. After 20 wrong ones in a row the session
 * ends, and the answer is `unauthenticated`.
 */
export async function confirmSignature(
  ctx: AccountsContext,
  viewer: Viewer,
  { password, code }: Secret,
  from: Client,
): Promise<Refusal | undefined> {
  if (!password && !code) return refuse('signature_refused');
  const { db, log } = ctx.platform;
  const user = await selectUser(ctx, viewer.id);
  // The password is hashed before the transaction, so that no lock waits for it. Guesses at the same time are all
  // counted.
  const isPassword = !code && (await isRightPassword(ctx, user, password));
  const judged = await db.transaction<'right' | 'wrong' | 'ended' | Refusal>(async (tx) => {
    const isRight = isPassword || (code && (await isRightCode(ctx, tx, user, code, from)));
    if (!isRight) return countWrong(ctx, tx, viewer, from);
    return (await forgetWrongSecrets(tx, viewer.sessionId)) ? 'right' : refuse('unauthenticated');
  });
  if (judged === 'right') return undefined;
  if (judged !== 'wrong' && judged !== 'ended') return judged;
  log.info({ userId: user.id, address: from.address }, 'a signature was refused');
  const wrong = code ? 'This code is not right, or it was used already.' : 'This is not your password.';
  const message = judged === 'ended' ? ENDED_SENTENCE : wrong;
  return refuse('signature_refused', message, {
    errors: [{ path: code ? 'code' : 'password', message }],
    ...(judged === 'ended' && { session_ended: true }),
  });
}

async function countWrong(
  ctx: AccountsContext,
  tx: Tx,
  { id, sessionId }: Viewer,
  from: Client,
): Promise<'wrong' | 'ended' | Refusal> {
  const now = ctx.platform.clock.now();
  const counted = await countWrongSecret(tx, sessionId, { most: MOST_WRONG_SECRETS, reason: ENDED, now });
  if (!counted) return refuse('unauthenticated');
  if (!counted.hasEnded) return 'wrong';
  await recordSecurityEvent(ctx, { kind: 'session_ended', userId: id, from, note: ENDED }, tx);
  return 'ended';
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
