import type { Platform } from '../../platform/platform.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { CatalogContext } from '../catalog/catalog.service.ts';
import type { ImportsContext } from '../imports/imports.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { PaymentsContext } from '../payments/payments.service.ts';
import type { RegistrationsContext } from '../registrations/registrations.service.ts';
import type { ShowcasesContext } from '../showcases/showcases.service.ts';

export { readAuditActions, searchAudit } from './audit.queries.ts';

/** The platform, and the modules that know the names of people and orders. */
export type AuditContext = {
  platform: Platform;
  accounts: AccountsContext;
  catalog: CatalogContext;
  imports: ImportsContext;
  orders: OrdersContext;
  payments: PaymentsContext;
  registrations: RegistrationsContext;
  showcases: ShowcasesContext;
};

/** The search in the audit log for admins. */
export function createAuditContext(platform: Platform, deps: Omit<AuditContext, 'platform'>): AuditContext {
  return { platform, ...deps };
}
