import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { OrderEvent } from './orders.transitions.ts';

export type OrdersContext = {
  platform: Platform;
  accounts: Accounts;
  catalog: Catalog;
  payments: Payments;
  /** What follows every change of an order but the intake of its sample. */
  afterOrderChange: (tx: Tx, event: OrderEvent) => Promise<void>;
  /** What follows when a sample is taken in; refuses log_read_only. */
  afterIntake: (tx: Tx, event: OrderEvent) => Promise<undefined | Refusal>;
};
