import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { Transparency } from '../transparency/transparency.service.ts';

export type RegistrationsContext = {
  platform: Platform;
  accounts: Accounts;
  orders: Orders;
  payments: Payments;
  transparency: Transparency;
};
