import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Results } from '../results/results.service.ts';
import type { Showcases } from '../showcases/showcases.service.ts';
import type { Verifying } from '../verification/verification.service.ts';

export type NotificationsContext = {
  platform: Platform;
  accounts: Accounts;
  orders: Orders;
  results: Results;
  groups: Groups;
  showcases: Pick<Showcases, 'changed' | 'mailFactsOf'>;
  verification: Pick<Verifying, 'lookedUpOften' | 'comparedOften'>;
};
