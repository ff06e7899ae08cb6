import { bindContext } from '../../platform/bind-context.ts';
import { handleMails } from '../../platform/mail-jobs.ts';
import type { NotificationsContext } from './notifications.context.ts';
import { enqueueGroupMails, groupMailJob, sendGroupMail } from './use-cases/send-group-mail.ts';
import {
  enqueueAmendmentMail,
  enqueueComparedMail,
  enqueueLookupMail,
  enqueueOrderMail,
  orderMailJob,
  sendOrderMail,
} from './use-cases/send-order-mail.ts';
import { enqueueShowcaseMail, sendShowcaseMail, showcaseMailJob } from './use-cases/send-showcase-mail.ts';

export { groupMailJob } from './use-cases/send-group-mail.ts';
export { orderMailJob } from './use-cases/send-order-mail.ts';
export { showcaseMailJob } from './use-cases/send-showcase-mail.ts';

export type Notifications = ReturnType<typeof createNotifications>;

/** Mails about orders, groups and paid display: enqueued in the transaction of what they are about, sent once by a job. */
export function createNotifications(
  platform: NotificationsContext['platform'],
  deps: Omit<NotificationsContext, 'platform'>,
) {
  const ctx: NotificationsContext = { platform, ...deps };
  handleMails(platform, orderMailJob, (mail) => sendOrderMail(ctx, mail));
  handleMails(platform, groupMailJob, (mail) => sendGroupMail(ctx, mail));
  handleMails(platform, showcaseMailJob, (mail) => sendShowcaseMail(ctx, mail));
  return bindContext(ctx, {
    enqueueOrderMail,
    enqueueAmendmentMail,
    enqueueLookupMail,
    enqueueComparedMail,
    enqueueGroupMails,
    enqueueShowcaseMail,
  });
}
