import { Hono } from 'hono';
import type { Config } from '../platform/config/config.ts';
import { coinbaseApi } from './coinbase-api.ts';
import { coinbaseProvider } from './coinbase-provider.ts';
import { controlCalls } from './control.ts';
import { defineDeliveries } from './deliveries.ts';
import { hostedPages } from './hosted-pages.ts';
import type { SandboxContext } from './provider.ts';
import { stripeApi } from './stripe-api.ts';
import { stripeProvider } from './stripe-provider.ts';
import { stripeReceipts } from './stripe-receipts.ts';

type Parts = Omit<SandboxContext, 'stripe' | 'coinbase'> & { keys: Pick<Config, 'stripe' | 'coinbase'> };

/** Plays each payment provider for which no keys are configured. */
export function createSandbox({ keys: { stripe, coinbase }, ...parts }: Parts): Hono {
  const ctx: SandboxContext = {
    ...parts,
    stripe: stripe.sandbox ? stripe : undefined,
    coinbase: coinbase.sandbox ? coinbase : undefined,
  };
  const app = new Hono();
  defineDeliveries(ctx, { stripe: stripeProvider, coinbase: coinbaseProvider });
  if (ctx.coinbase) {
    app.route('/sandbox/coinbase/api/v1', coinbaseApi(ctx, ctx.coinbase.keySecret));
    app.route(coinbaseProvider.path, hostedPages(ctx, coinbaseProvider));
  }
  if (ctx.hasControl) app.route('/sandbox/control', controlCalls(ctx));
  if (ctx.stripe) {
    app.route('/v1', stripeApi(ctx, ctx.stripe.secretKey));
    app.route(stripeProvider.path, hostedPages(ctx, stripeProvider));
    app.route(stripeProvider.path, stripeReceipts(ctx));
  }
  return app;
}
