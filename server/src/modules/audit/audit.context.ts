import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Imports } from '../imports/imports.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { Registrations } from '../registrations/registrations.service.ts';
import type { Showcases } from '../showcases/showcases.service.ts';

/** With the modules whose people and things the log is about. */
export type AuditContext = {
  platform: Platform;
  accounts: Accounts;
  catalog: Catalog;
  imports: Imports;
  orders: Orders;
  payments: Payments;
  registrations: Registrations;
  showcases: Showcases;
};
