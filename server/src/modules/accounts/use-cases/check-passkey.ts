import type { PasskeyResponse } from '@vialproof/contract/passkeys';
import type { Client } from '../../../platform/http/browser.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { PasskeyRow } from '../accounts.tables.ts';
import { isRefused, userHandleOf, verifyPasskey } from '../adapters/webauthn.ts';
import { findCredential, isPasskeyOf, touchPasskey } from '../passkeys.store.ts';
import { relyingParty, takeChallenge } from './challenge-passkey.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** The passkey that answered, and whether it was right. Undefined if nobody has it. */
type CheckedPasskey =
  | { passkey: PasskeyRow; isRight: true }
  | { passkey: PasskeyRow | undefined; isRight: false };

/**
 * Checks the answer of a passkey, and uses up its challenge. If the count of signatures has not grown, two devices may
 * have the passkey: it is refused, and the security log says so, but the account stays open.
 * @param userId the person who must answer; null for a sign-in with a passkey alone.
 */
export async function checkPasskey(
  ctx: AccountsContext,
  answer: PasskeyResponse,
  userId: string | null,
  from: Client,
): Promise<CheckedPasskey> {
  const { db, clock, log } = ctx.platform;
  const challenge = await takeChallenge(ctx, answer, { purpose: 'authenticate', userId });
  const passkey = await findCredential(db.orm, answer.id);
  if (challenge === undefined || !passkey || !isOf(passkey, answer, userId))
    return { passkey, isRight: false };
  const checked = await verifyPasskey(relyingParty(ctx), answer, challenge, passkey);
  if (isRefused(checked)) {
    log.info({ userId: passkey.userId, reason: checked.reason }, 'a passkey was refused');
    return { passkey, isRight: false };
  }
  const isRight = await touchPasskey(db.orm, passkey.id, checked.counter, clock.now());
  if (!isRight && (await isPasskeyOf(db.orm, passkey.id, passkey.userId))) {
    log.warn({ userId: passkey.userId, passkeyId: passkey.id }, 'the count of a passkey has not grown');
    await recordSecurityEvent(ctx, {
      kind: 'passkey_copied',
      userId: passkey.userId,
      from,
      note: passkey.name,
    });
  }
  return { passkey, isRight };
}

/** Whether the passkey is the expected person's. A passkey that nobody was asked for must name its owner. */
function isOf(passkey: PasskeyRow, { response }: PasskeyResponse, userId: string | null): boolean {
  if (userId !== null && passkey.userId !== userId) return false;
  const owner = userHandleOf(passkey.userId);
  return response.userHandle === undefined ? userId !== null : response.userHandle === owner;
}
