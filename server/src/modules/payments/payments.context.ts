import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Invoices } from '../invoices/invoices.service.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import type { PaymentProvider } from './adapters/provider.ts';
import type { ProviderName } from './rules/payment-facts.ts';

/** What the use cases of payments need. */
export type PaymentsContext = {
  platform: Platform;
  accounts: Accounts;
  ledger: Ledger;
  invoices: Invoices;
  /** One adapter for each payment method that this installation offers. */
  providers: Partial<Record<ProviderName, PaymentProvider>>;
};

/** The adapter of a name; throws when this installation has none. */
export function providerOf({ providers }: PaymentsContext, name: ProviderName): PaymentProvider {
  const provider = providers[name];
  if (!provider) throw new Error(`no adapter for ${name}`);
  return provider;
}
