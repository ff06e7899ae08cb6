import type { Deletion } from '@vialproof/contract/account-changes';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { GOES, listDeletionBlockers } from '../accounts.privacy.ts';
import { erasePerson, lockUser } from '../accounts.store.ts';
import { deleteAsksOf } from '../reset-asks.store.ts';
import { deleteEventsOf } from '../security-log.store.ts';
import { confirmViewer } from './confirm-viewer.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { isLastAdmin } from './grant-role.ts';
import { recordSecurityEvent } from './record-security-event.ts';

/** What deleting the account would remove, and what must end before. */
export async function describeDeletion(ctx: AccountsContext, viewer: Viewer): Promise<Deletion> {
  return {
    blocked_by: await listDeletionBlockers(ctx, viewer.id),
    goes: GOES,
    stays: ctx.privacyParts.flatMap(({ stays }) => stays ?? []),
  };
}

/**
 * Deletes the account. Its row stays without personal data, because other rows name it. Refusals: `account_in_use`,
 * `last_admin`, and those of the password.
 */
export async function deleteAccount(
  ctx: AccountsContext,
  viewer: Viewer,
  password: string | undefined,
  from: Client,
): Promise<Refusal | undefined> {
  const { db, clock } = ctx.platform;
  const confirmed = await confirmViewer(ctx, viewer, password, from);
  if (isRefusal(confirmed)) return confirmed;
  return db.transaction(async (tx) => {
    const isLast = await isLastAdmin(tx, confirmed);
    const user = await lockUser(tx, viewer.id);
    if (!user || user.deletedAt) return refuse('sign_in_again');
    if (isLast) return refuse('last_admin');
    const reasons = await listDeletionBlockers(ctx, user.id);
    if (reasons.length > 0) return refuse('account_in_use', reasons.join(' '));
    for (const part of ctx.privacyParts) await part.erase?.(tx, user.id);
    const now = clock.now();
    await enqueueMail(ctx, tx, {
      kind: 'account_deleted',
      userId: user.id,
      to: user.email,
      firstName: user.firstName,
    });
    await deleteAsksOf(tx, user.emailNormalized);
    await erasePerson(tx, user.id, now);
    await deleteEventsOf(tx, user.id);
    await recordSecurityEvent(ctx, { kind: 'account_deleted', userId: user.id }, tx);
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'account.deleted',
      subject: { kind: 'user', id: user.id },
    });
    return undefined;
  });
}
