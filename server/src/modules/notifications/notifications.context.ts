import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Showcases } from '../showcases/showcases.service.ts';

export type NotificationsContext = {
  platform: Platform;
  accounts: Accounts;
  orders: Orders;
  groups: Groups;
  showcases: Pick<Showcases, 'mailFactsOf'>;
};
