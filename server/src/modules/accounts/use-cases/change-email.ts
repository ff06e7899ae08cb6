import { randomUUID } from 'node:crypto';
import type { Profile } from '@vialproof/contract/accounts';
import { CODE_ATTEMPTS, CODE_SECONDS } from '@vialproof/contract/mailed-codes';
import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { presentProfile } from '../accounts.presenter.ts';
import { deleteUnverified, findUserByEmail, lockUser, setEmail } from '../accounts.store.ts';
import { voidCodesOf, voidGrantsOf } from '../codes.store.ts';
import * as store from '../email-change.store.ts';
import { isSameMac, macsOf } from '../rules/codes.ts';
import { normalizeEmail } from '../rules/email.ts';
import { revokeSessionsOf } from '../sessions.store.ts';
import { confirmViewer } from './confirm-viewer.ts';
import { enqueueCodeMail, enqueueMail } from './enqueue-mail.ts';
import { limitEmailChange } from './limit-attempts.ts';
import { recordAccountChange, recordSecurityEvent } from './record-security-event.ts';

/**
 * Begins a change of address, with a code to each of both mailboxes. The answer does not show whether the new address
 * has an account. Refusals: `invalid_fields`, `step_up_required`, `rate_limited`.
 */
export async function requestEmailChange(
  ctx: AccountsContext,
  viewer: Viewer,
  { email, password }: { email: string; password: string | undefined },
  from: Client,
): Promise<Refusal | undefined> {
  const { db, clock } = ctx.platform;
  const user = await confirmViewer(ctx, viewer, password, from);
  if (isRefusal(user)) return user;
  const refused = await limitEmailChange(ctx, user.id);
  if (refused) return refused;
  const newEmailNormalized = normalizeEmail(email);
  if (newEmailNormalized === user.emailNormalized) {
    const message = 'This is your address already.';
    return refuse('invalid_fields', message, { errors: [{ path: 'email', message }] });
  }
  return db.transaction(async (tx) => {
    const now = clock.now();
    const id = randomUUID();
    await store.putEmailChange(tx, {
      userId: user.id,
      id,
      newEmail: email,
      newEmailNormalized,
      createdAt: now,
      expiresAt: secondsAfter(now, CODE_SECONDS),
    });
    const errand = { kind: 'email_change', userId: user.id, changeId: id } as const;
    await enqueueCodeMail(ctx, tx, { ...errand, side: 'current' });
    await enqueueCodeMail(ctx, tx, { ...errand, side: 'new' });
    await recordSecurityEvent(ctx, { kind: 'email_change_requested', userId: user.id, from }, tx);
    return undefined;
  });
}

/** Changes the address, signs out other devices and mails both addresses. Refusal: `code_invalid`. */
export async function confirmEmailChange(
  ctx: AccountsContext,
  viewer: Viewer,
  codes: { current: string; fresh: string },
  from: Client,
): Promise<Profile | Refusal> {
  const { db, clock } = ctx.platform;
  const change = await store.tryEmailChange(db.orm, viewer.id, CODE_ATTEMPTS, clock.now());
  if (!change || !areBothRight(ctx, change, codes)) return refuse('code_invalid');
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user || !(await store.consumeEmailChange(tx, change.id))) return refuse('code_invalid');
    // The new address belongs to the person with its code, so an unverified account with it is deleted.
    await deleteUnverified(tx, change.newEmailNormalized);
    if (await findUserByEmail(tx, change.newEmailNormalized)) return refuse('code_invalid');
    const now = clock.now();
    await setEmail(tx, user.id, change.newEmail, change.newEmailNormalized, now);
    await voidCodesOf(tx, user.id, 'reset_password', now);
    await voidGrantsOf(tx, user.id, now);
    await revokeSessionsOf(tx, user.id, 'new email address', now, viewer.sessionId);
    const addresses = { from: user.emailNormalized, to: change.newEmailNormalized };
    await ctx.afterAddressChange(tx, addresses);
    await recordAccountChange(ctx, tx, 'email_changed', { userId: user.id, actorId: user.id, from });
    const errand = { kind: 'email_changed', userId: user.id, firstName: user.firstName } as const;
    await enqueueMail(ctx, tx, { ...errand, to: user.email, newEmail: change.newEmail });
    await enqueueMail(ctx, tx, { ...errand, to: change.newEmail, newEmail: null });
    return presentProfile({ ...user, email: change.newEmail });
  });
}

export function cancelEmailChange({ platform }: AccountsContext, viewer: Viewer): Promise<void> {
  return store.deleteEmailChangeOf(platform.db.orm, viewer.id);
}

/** Whether both mailed codes are right; the server's answer does not show which one is wrong. */
function areBothRight(
  { secrets }: AccountsContext,
  change: store.EmailChangeRow,
  { current, fresh }: { current: string; fresh: string },
): boolean {
  const isRight = (side: store.EmailSide, text: string, stored: Buffer | null) =>
    macsOf(secrets.all, 'email_change', change.id, side, text).some((mac) => isSameMac(mac, stored));
  const isCurrentRight = isRight('current', current, change.currentCodeMac);
  const isNewRight = isRight('new', fresh, change.newCodeMac);
  return isCurrentRight && isNewRight;
}
