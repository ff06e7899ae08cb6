import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Watches } from '../watches/watches.service.ts';

/** With the modules that know whom mails are to and what they are about. */
export type MailsContext = {
  platform: Platform;
  accounts: Accounts;
  groups: Groups;
  orders: Orders;
  watches: Watches;
};
