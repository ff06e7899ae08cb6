import type { Platform } from '../../platform/platform.ts';
import type { Topic } from '../../platform/topic.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { OrderEvent } from './orders.transitions.ts';

export type OrdersContext = {
  platform: Platform;
  accounts: Accounts;
  catalog: Catalog;
  payments: Payments;
  /** Every change of an order, published in its transaction. */
  changed: Topic<OrderEvent>;
};
