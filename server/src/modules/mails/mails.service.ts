import type { Platform } from '../../platform/platform.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { GroupsContext } from '../group-tests/group-tests.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { WatchesContext } from '../watches/watches.service.ts';

export { listUnsentMails, oldestWaitingMail } from './mails.queries.ts';
export { dropEndedMails } from './use-cases/drop-mails.ts';
export { sendMailAgain } from './use-cases/send-mail-again.ts';

/** The platform, and the modules that know the names of people and orders. */
export type MailsContext = {
  platform: Platform;
  accounts: AccountsContext;
  groups: GroupsContext;
  orders: OrdersContext;
  watches: WatchesContext;
};

/** Mails that could not be sent yet. */
export function createMailsContext(platform: Platform, deps: Omit<MailsContext, 'platform'>): MailsContext {
  return { platform, ...deps };
}
