import { createRoute, z } from '@hono/zod-openapi';
import { json, problems, signedIn } from './answers.routes.ts';
import { Payment } from './checkout.ts';

export const listMyPayments = createRoute({
  method: 'get',
  path: '/me/payments',
  tags: ['Dashboard'],
  security: signedIn,
  summary: 'Your payments, newest first',
  responses: { 200: json(z.object({ items: z.array(Payment) }), 'Payments'), ...problems('unauthenticated') },
});

const webhook = <P extends string, H extends string>(path: P, header: H, summary: string) =>
  createRoute({
    method: 'post',
    path,
    tags: ['Payments'],
    summary,
    request: {
      headers: z.object({ [header]: z.string().optional() }),
      body: {
        required: true,
        content: { 'application/json': { schema: z.object({}).meta({ description: 'The event' }) } },
      },
    },
    responses: {
      200: json(z.object({ received: z.literal(true) }), 'Stored'),
      ...problems('webhook_signature', 'too_large'),
    },
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
