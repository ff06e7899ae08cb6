import { z } from '@hono/zod-openapi';
import { json, routesOf } from './answers.routes.ts';
import { Payment } from './checkout.ts';

const route = routesOf('Dashboard', 'own');
const webhookRoute = routesOf('Payments', 'open');

export const listMyPayments = route('get', '/me/payments', {
  summary: 'Your payments, newest first',
  answers: { 200: json(z.object({ items: z.array(Payment) }), 'Payments') },
});

const webhook = <P extends string, H extends string>(path: P, header: H, summary: string) =>
  webhookRoute('post', path, {
    summary,
    isSignedByProvider: true,
    headers: z.object({ [header]: z.string().optional() }),
    body: z.object({}).meta({ description: 'The event' }),
    answers: { 200: json(z.object({ received: z.literal(true) }), 'Stored') },
    refuses: ['webhook_signature', 'too_large'],
  });

export const stripeWebhook = webhook(
  '/webhooks/stripe',
  'stripe-signature',
  "The card provider's signed events",
);

export const coinbaseWebhook = webhook(
  '/webhooks/coinbase',
  'x-hook0-signature',
  "The crypto provider's signed events",
);
