import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MailsContext } from './mails.context.ts';
import { listUnsentMails, oldestWaitingMail } from './mails.queries.ts';
import { dropEnded } from './use-cases/drop-mails.ts';
import { sendMailAgain } from './use-cases/send-mail-again.ts';

export type Mails = ReturnType<typeof createMails>;

/** Mails that have not left. */
export function createMails(platform: Platform, deps: Omit<MailsContext, 'platform'>) {
  const ctx: MailsContext = { platform, ...deps };
  return bindContext(ctx, {
    list: listUnsentMails,
    oldestWaiting: oldestWaitingMail,
    sendAgain: sendMailAgain,
    dropEnded,
  });
}
