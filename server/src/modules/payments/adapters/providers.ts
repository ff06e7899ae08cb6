import type { Platform } from '../../../platform/platform.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { createCoinbaseProvider } from './coinbase.ts';
import { boundedProvider } from './deadline.ts';
import { type PaymentProvider, ProviderRefused } from './provider.ts';
import { createStripeProvider } from './stripe.ts';

/** The adapters of this installation's payment methods. */
export function createProviders({
  config,
  clock,
  figures,
  ownAddress,
  publicUrl,
}: Platform): PaymentsContext['providers'] {
  const stripe = createStripeProvider({
    secretKey: config.stripe.secretKey,
    webhookSecret: config.stripe.webhookSecret,
    timeoutMs: config.providerTimeoutMs,
    apiBase: () => config.stripe.apiBase ?? (config.stripe.sandbox ? ownAddress() : undefined),
  });
  const coinbase = createCoinbaseProvider({
    ...config.coinbase,
    timeoutMs: config.providerTimeoutMs,
    apiBase: () =>
      config.coinbase.apiBase ?? (config.coinbase.sandbox ? `${ownAddress()}/sandbox/coinbase` : undefined),
    receiptUrl: (paymentId) => `${publicUrl()}/dashboard/billing/${paymentId}/receipt`,
    clock,
  });
  const watched = (name: 'stripe' | 'coinbase', provider: PaymentProvider) => {
    const service = config[name].sandbox ? (`${name}-sandbox` as const) : name;
    return boundedProvider(provider, {
      milliseconds: config.providerTimeoutMs,
      measured: figures.outside(service, (error) => error instanceof ProviderRefused),
    });
  };
  return {
    ...(config.paymentMethods.includes('stripe') ? { stripe: watched('stripe', stripe) } : {}),
    ...(config.paymentMethods.includes('coinbase') ? { coinbase: watched('coinbase', coinbase) } : {}),
  };
}
