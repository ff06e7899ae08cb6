import { type AccountsContext, registerPrivacyPart } from '../modules/accounts/accounts.service.ts';
import type { CatalogContext } from '../modules/catalog/catalog.service.ts';
import { groupsPrivacy } from '../modules/group-tests/group-tests.privacy.ts';
import type { GroupsContext } from '../modules/group-tests/group-tests.service.ts';
import { mailsPrivacy } from '../modules/mails/mails.privacy.ts';
import { methodsPrivacy } from '../modules/methods/methods.privacy.ts';
import { notificationsPrivacy } from '../modules/notifications/notifications.privacy.ts';
import { ordersPrivacy } from '../modules/orders/orders.privacy.ts';
import type { OrdersContext } from '../modules/orders/orders.service.ts';
import { paymentsPrivacy } from '../modules/payments/payments.privacy.ts';
import { registrationsPrivacy } from '../modules/registrations/registrations.privacy.ts';
import { resultsPrivacy } from '../modules/results/results.privacy.ts';
import { showcasesPrivacy } from '../modules/showcases/showcases.privacy.ts';
import type { ShowcasesContext } from '../modules/showcases/showcases.service.ts';
import { watchesPrivacy } from '../modules/watches/watches.privacy.ts';
import type { Platform } from '../platform/platform.ts';

/** Tells the accounts module which personal data each module has, for export and deletion. */
export function registerPrivacyParts(
  platform: Platform,
  {
    accounts,
    catalog,
    orders,
    groups,
    showcases,
  }: {
    accounts: AccountsContext;
    catalog: CatalogContext;
    orders: OrdersContext;
    groups: GroupsContext;
    showcases: ShowcasesContext;
  },
): void {
  registerPrivacyPart(accounts, ordersPrivacy(platform, { catalog }));
  registerPrivacyPart(accounts, showcasesPrivacy(showcases));
  registerPrivacyPart(accounts, paymentsPrivacy(platform));
  registerPrivacyPart(accounts, groupsPrivacy(groups));
  registerPrivacyPart(accounts, registrationsPrivacy(platform, { orders }));
  registerPrivacyPart(accounts, notificationsPrivacy(platform, { accounts }));
  registerPrivacyPart(accounts, watchesPrivacy(platform, { accounts }));
  registerPrivacyPart(accounts, mailsPrivacy(platform, { accounts }));
  registerPrivacyPart(accounts, resultsPrivacy(platform, { orders }));
  registerPrivacyPart(accounts, methodsPrivacy(platform));
}
