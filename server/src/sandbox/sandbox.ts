import { Hono } from 'hono';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { createCoinbaseSandbox } from './coinbase.sandbox.ts';
import { createControl } from './control.ts';
import { createDeliveries } from './deliveries.ts';
import { createFaults } from './faults.ts';
import { createStripeSandbox } from './stripe.sandbox.ts';

type SandboxOptions = {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  baseUrl: () => string;
  webhookUrl: (provider: 'stripe' | 'coinbase') => string;
  /** Where a hosted page may lead a visitor back to. */
  ownOrigins: () => string[];
  /** Absent for a provider whose real keys are configured. */
  stripe: { webhookSecret: string; secretKey: string } | undefined;
  coinbase: { webhookSecret: string; keySecret: string } | undefined;
  /** Whether its control address is there, and the misbehaviour that it orders: never in production. */
  hasControl: boolean;
};

/** Stand-ins for the payment providers that this installation has no keys of. */
export function createSandbox(options: SandboxOptions): Hono {
  const { db, clock, stripe, coinbase, webhookUrl } = options;
  const faults = createFaults(db, options.hasControl);
  const deliveries = createDeliveries({ ...options, faults });
  const app = new Hono();
  const card =
    stripe &&
    createStripeSandbox({
      ...options,
      ...stripe,
      faults,
      deliveries,
      webhookUrl: () => webhookUrl('stripe'),
    });
  if (coinbase) {
    app.route(
      '/sandbox/coinbase',
      createCoinbaseSandbox({
        ...options,
        ...coinbase,
        faults,
        deliveries,
        webhookUrl: () => webhookUrl('coinbase'),
      }),
    );
  }
  if (options.hasControl) {
    app.route('/sandbox/control', createControl({ db, clock, faults, deliveries, emit: card?.emit }));
  }
  if (card) app.route('/', card.app);
  return app;
}
