import type { Platform } from '../../platform/platform.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { PaymentsContext } from '../payments/payments.service.ts';
import type { TransparencyContext } from '../transparency/transparency.service.ts';

export { listWithdrawalIds, ownRegistrationOf, registrationOf } from './registrations.queries.ts';
export { changeRegistration } from './use-cases/change-registration.ts';
export { checkRegistrations } from './use-cases/check-registrations.ts';
export { putVisibility } from './use-cases/put-visibility.ts';
export { registerSample } from './use-cases/register-sample.ts';
export { withdrawalSeller } from './use-cases/sell-withdrawal.ts';

export type RegistrationsContext = {
  platform: Platform;
  accounts: AccountsContext;
  orders: OrdersContext;
  payments: PaymentsContext;
  transparency: TransparencyContext;
};

/**
 * When a sample arrives, the public log gets an entry that says whether its test is public or private. Until the
 * publication, the owner can still make it private.
 */
export function createRegistrationsContext(
  platform: Platform,
  deps: Omit<RegistrationsContext, 'platform'>,
): RegistrationsContext {
  return { platform, ...deps };
}
