import type { MailsContext } from '../mails.service.ts';
import { deleteEndedMails } from '../mails.store.ts';

/** Deletes mails that nobody needs any more. */
export function dropEndedMails({ platform }: MailsContext): Promise<void> {
  return deleteEndedMails(platform.db.orm, platform.clock.now());
}
