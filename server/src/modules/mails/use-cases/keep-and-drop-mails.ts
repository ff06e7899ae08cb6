import { FAREWELL_SECONDS } from '../../accounts/accounts.service.ts';
import type { MailsContext } from '../mails.context.ts';
import { deleteEndedMails, keepOlderMails } from '../mails.store.ts';

/** Makes sure that nothing is lost of what an older version left waiting; once the queues are made, and before any work. */
export function keepOlder({ platform }: MailsContext): Promise<void> {
  return platform.bulkDb.transaction((tx) => keepOlderMails(tx, FAREWELL_SECONDS));
}

/** Deletes mails that are of no use any more. */
export function dropEnded({ platform }: MailsContext): Promise<void> {
  return deleteEndedMails(platform.db.orm, platform.clock.now());
}
