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

export const stripeWebhook = createRoute({
  method: 'post',
  path: '/webhooks/stripe',
  tags: ['Payments'],
  summary: "The card provider's signed events",
  request: {
    headers: z.object({ 'stripe-signature': z.string().optional() }),
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
