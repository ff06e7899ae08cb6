import { randomUUID } from 'node:crypto';
import { MOST_PASSKEYS, type NewPasskeyResponse, type Passkey } from '@vialproof/contract/passkeys';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { presentPasskey } from '../accounts.presenter.ts';
import { lockUser } from '../accounts.store.ts';
import { isRefused, verifyNewPasskey } from '../adapters/webauthn.ts';
import { countPasskeys, insertPasskey } from '../passkeys.store.ts';
import { confirmSession } from '../sessions.store.ts';
import { refuseMore, relyingParty, takeChallenge } from './challenge-passkey.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { limitPasskeyChallenges } from './limit-attempts.ts';
import { recordAccountChange } from './record-security-event.ts';

/**
 * Adds a passkey. It counts as used in this session. Refusals: `passkey_refused`, `passkey_required` if staff must use
 * an older one first, `wrong_state` at 20 or if somebody has it already, `rate_limited`, `unauthenticated` if the session
 * has ended.
 */
export async function registerPasskey(
  ctx: AccountsContext,
  viewer: Viewer,
  { response, name }: { response: NewPasskeyResponse; name: string },
  from: Client,
): Promise<Passkey | Refusal> {
  const { db, clock, log } = ctx.platform;
  if (viewer.awaitsPasskey === 'unused') return refuse('passkey_required');
  const refused = await limitPasskeyChallenges(ctx, from, viewer.id);
  if (refused) return refused;
  const now = clock.now();
  const challenge = await takeChallenge(ctx, response, { purpose: 'register', userId: viewer.id });
  if (challenge === undefined) return refuse('passkey_refused');
  const checked = await verifyNewPasskey(relyingParty(ctx), response, challenge);
  if (isRefused(checked)) {
    log.info({ userId: viewer.id, reason: checked.reason }, 'a new passkey was refused');
    return refuse('passkey_refused');
  }
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user || user.disabledAt) return refuse('unauthenticated');
    const count = await countPasskeys(tx, user.id);
    if (count >= MOST_PASSKEYS) return refuseMore();
    // Another session of this person has added one meanwhile.
    if (count > 0 && (viewer.awaitsPasskey ?? viewer.awaitsSecondFactor)) return refuse('passkey_required');
    const row = { id: randomUUID(), userId: user.id, name, createdAt: now, lastUsedAt: null, ...checked };
    if (!(await insertPasskey(tx, row))) return refuse('wrong_state', 'This passkey was added before.');
    if (!(await confirmSession(tx, viewer.sessionId, { now, isPasskey: true })))
      return refuse('unauthenticated');
    await recordAccountChange(ctx, tx, 'passkey_added', {
      userId: user.id,
      actorId: user.id,
      from,
      note: name,
    });
    await enqueueMail(ctx, tx, { kind: 'passkey_added', userId: user.id, name });
    return presentPasskey(row);
  });
}
