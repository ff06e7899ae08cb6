import { handleMails } from '../../platform/mail/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { GroupsContext } from '../group-tests/group-tests.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { ShowcasesContext } from '../showcases/showcases.service.ts';
import { groupMailJob, sendGroupMail } from './use-cases/send-group-mail.ts';
import { orderMailJob, sendOrderMail } from './use-cases/send-order-mail.ts';
import { sendShowcaseMail, showcaseMailJob } from './use-cases/send-showcase-mail.ts';

export { enqueueGroupMails, groupMailJob } from './use-cases/send-group-mail.ts';
export {
  enqueueAmendmentMail,
  enqueueComparedMail,
  enqueueLookupMail,
  enqueueOrderMail,
  orderMailJob,
} from './use-cases/send-order-mail.ts';
export { enqueueShowcaseMail, showcaseMailJob } from './use-cases/send-showcase-mail.ts';

export type NotificationsContext = {
  platform: Platform;
  accounts: AccountsContext;
  orders: OrdersContext;
  groups: GroupsContext;
  showcases: ShowcasesContext;
};

/** Mails about orders, groups and weeks on the home page. Each is queued with its event, and sent once. */
export function createNotificationsContext(
  platform: NotificationsContext['platform'],
  deps: Omit<NotificationsContext, 'platform'>,
): NotificationsContext {
  const ctx: NotificationsContext = { platform, ...deps };
  handleMails(platform, orderMailJob, (mail) => sendOrderMail(ctx, mail));
  handleMails(platform, groupMailJob, (mail) => sendGroupMail(ctx, mail));
  handleMails(platform, showcaseMailJob, (mail) => sendShowcaseMail(ctx, mail));
  return ctx;
}
