import type { MailContent } from '../../../platform/mail/mail-content.ts';
import type { NotificationsContext } from '../notifications.service.ts';
import { claimDispatch, markSent } from '../notifications.store.ts';

/** Sends a mail once, however often its job runs. `key` stays the same. */
export async function sendOnce(
  { platform }: NotificationsContext,
  { dedupeKey, ...dispatch }: { dedupeKey: string; recipient: string; template: string },
  content: MailContent,
): Promise<void> {
  const { clock, db, mail } = platform;
  await db.transaction(async (tx) => {
    if (await claimDispatch(tx, { dedupeKey, ...dispatch, createdAt: clock.now() })) return;
    const siteUrl = platform.publicUrl();
    const messageId = `<${dedupeKey.replaceAll(':', '-')}@${new URL(siteUrl).hostname}>`;
    await mail.send({ about: 'order', ...content, to: dispatch.recipient, siteUrl, messageId });
    await markSent(tx, dedupeKey, clock.now());
  });
}
