import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Makers } from '../makers/makers.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Publications } from '../publications/publications.service.ts';
import type { Results } from '../results/results.service.ts';

export type WatchesContext = {
  platform: Platform;
  accounts: Accounts;
  orders: Orders;
  makers: Makers;
  publications: Publications;
  results: Results;
};
