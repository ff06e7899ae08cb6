import { Hono } from 'hono';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Faults } from './faults.ts';
import { createStripeApi } from './stripe.api.ts';
import type { Emit } from './stripe.checkout.ts';
import { createHostedPages } from './stripe.hosted.ts';
import { createWebhooks, type WebhookOptions } from './stripe.webhooks.ts';

export type StripeSandboxOptions = WebhookOptions & {
  jobs: Jobs;
  log: Logger;
  faults: Faults;
  secretKey: string;
  ownOrigins: () => string[];
  /** How long a late payment takes; 10 s unless told. */
  lateAfterSeconds?: number;
};

/**
 * A stand-in for the card provider that speaks its public HTTP interface: /v1/… for the official SDK, hosted
 * pages under /sandbox/…, signed events to `webhookUrl`. It is another company's system: it knows nothing of
 * this application's modules, nor they of it. `baseUrl` is where a browser reaches it.
 */
export function createStripeSandbox(options: StripeSandboxOptions): { app: Hono; emit: Emit } {
  const { emit } = createWebhooks(options);
  const app = new Hono();
  app.route('/v1', createStripeApi({ ...options, emit }));
  app.route(
    '/sandbox',
    createHostedPages({ ...options, emit, lateAfterSeconds: options.lateAfterSeconds ?? 10 }),
  );
  return { app, emit };
}
