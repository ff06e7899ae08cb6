import type { MailsContext } from '../mails.context.ts';
import { deleteEndedMails } from '../mails.store.ts';

/** Deletes mails that are of no use any more. */
export function dropEnded({ platform }: MailsContext): Promise<void> {
  return deleteEndedMails(platform.db.orm, platform.clock.now());
}
