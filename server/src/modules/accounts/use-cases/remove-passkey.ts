import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { lockUser } from '../accounts.store.ts';
import { countPasskeys, deletePasskey } from '../passkeys.store.ts';
import { needsPasskey } from '../rules/second-factor.ts';
import { isFactorOn } from '../second-factor.store.ts';
import { forgetPasskeyElsewhere } from '../sessions.store.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { recordAccountChange } from './record-security-event.ts';

const LAST = 'Staff rights need a passkey here. Add another one before you remove the last.';

/**
 * Removes a passkey. Refusals: `not_found`, `passkey_required` if staff must use one first, `wrong_state` for the last
 * one of staff who need it.
 */
export async function removePasskey(
  ctx: AccountsContext,
  viewer: Viewer,
  id: string,
  from: Client,
): Promise<Refusal | undefined> {
  const { db, config } = ctx.platform;
  if (viewer.awaitsPasskey === 'unused') return refuse('passkey_required');
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    const gone = user && (await deletePasskey(tx, user.id, id));
    if (!gone) return refuse('not_found');
    const isLast = (await countPasskeys(tx, user.id)) === 0;
    if (isLast && needsPasskey(user.role, await isFactorOn(tx, user.id), config))
      return refuse('wrong_state', LAST);
    // The removed passkey may be stolen, so staff use another one in sessions that it has opened.
    await forgetPasskeyElsewhere(tx, user.id, viewer.sessionId);
    const { name } = gone;
    const change = { userId: user.id, actorId: user.id, from, note: name };
    await recordAccountChange(ctx, tx, 'passkey_removed', change);
    await enqueueMail(ctx, tx, { kind: 'passkey_removed', userId: user.id, name });
    return undefined;
  });
}
