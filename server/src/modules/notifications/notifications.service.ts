import { bindContext } from '../../platform/bind-context.ts';
import type { NotificationsContext } from './notifications.context.ts';
import { enqueueGroupMails, sendGroupMail } from './use-cases/send-group-mail.ts';
import {
  enqueueAmendmentMail,
  enqueueComparedMail,
  enqueueLookupMail,
  enqueueOrderMail,
  sendOrderMail,
} from './use-cases/send-order-mail.ts';
import { enqueueShowcaseMail, sendShowcaseMail } from './use-cases/send-showcase-mail.ts';

export { GROUP_MAIL, type GroupMailJob } from './use-cases/send-group-mail.ts';
export { type OrderMailJob, REQUEST_MAIL } from './use-cases/send-order-mail.ts';
export { SHOWCASE_MAIL, type ShowcaseMailJob } from './use-cases/send-showcase-mail.ts';
export type Notifications = ReturnType<typeof createNotifications>;

/** Mails about orders, groups and paid display: enqueued in the transaction of what they are about, sent once by a job. */
export function createNotifications(
  platform: NotificationsContext['platform'],
  deps: Omit<NotificationsContext, 'platform'>,
) {
  const ctx: NotificationsContext = { platform, ...deps };
  deps.orders.changed.subscribe((tx, event) => enqueueOrderMail(ctx, tx, event));
  deps.results.published.subscribe((tx, publication) => enqueueAmendmentMail(ctx, tx, publication));
  deps.verification.lookedUpOften.subscribe((tx, lookups) => enqueueLookupMail(ctx, tx, lookups));
  deps.verification.comparedOften.subscribe((tx, compared) => enqueueComparedMail(ctx, tx, compared));
  deps.groups.changed.subscribe((tx, event) => enqueueGroupMails(ctx, tx, event));
  deps.showcases.changed.subscribe((tx, event) => enqueueShowcaseMail(ctx, tx, event));
  return bindContext(ctx, { sendOrderMail, sendGroupMail, sendShowcaseMail });
}
