import type { Accounts } from '../modules/accounts/accounts.service.ts';
import type { Catalog } from '../modules/catalog/catalog.service.ts';
import type { Groups } from '../modules/group-tests/group-tests.service.ts';
import { mailsPrivacy } from '../modules/mails/mails.privacy.ts';
import { methodsPrivacy } from '../modules/methods/methods.privacy.ts';
import { notificationsPrivacy } from '../modules/notifications/notifications.privacy.ts';
import { ordersPrivacy } from '../modules/orders/orders.privacy.ts';
import type { Orders } from '../modules/orders/orders.service.ts';
import { paymentsPrivacy } from '../modules/payments/payments.privacy.ts';
import { registrationsPrivacy } from '../modules/registrations/registrations.privacy.ts';
import { resultsPrivacy } from '../modules/results/results.privacy.ts';
import type { Showcases } from '../modules/showcases/showcases.service.ts';
import { watchesPrivacy } from '../modules/watches/watches.privacy.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * What a person's export holds, and what a deletion does to it, in this order: the week of a display is locked before its payment is.
 */
export function registerPrivacyParts(
  platform: Platform,
  {
    accounts,
    catalog,
    orders,
    groups,
    showcases,
  }: { accounts: Accounts; catalog: Catalog; orders: Orders; groups: Groups; showcases: Showcases },
): void {
  accounts.privacy.register(ordersPrivacy(platform, { catalog }));
  accounts.privacy.register(showcases.privacy);
  accounts.privacy.register(paymentsPrivacy(platform));
  accounts.privacy.register(groups.privacy);
  accounts.privacy.register(registrationsPrivacy(platform, { orders }));
  accounts.privacy.register(notificationsPrivacy(platform, { accounts }));
  accounts.privacy.register(watchesPrivacy(platform, { accounts }));
  accounts.privacy.register(mailsPrivacy(platform, { accounts }));
  accounts.privacy.register(resultsPrivacy(platform, { orders }));
  accounts.privacy.register(methodsPrivacy(platform));
}
