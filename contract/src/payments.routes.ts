import { z } from '@hono/zod-openapi';
import { json, routesOf } from './answers.routes.ts';
import { Payment } from './checkout.ts';
import { methodFacts, type PaymentMethod } from './payment-methods.ts';

const route = routesOf('Dashboard', 'own');
const webhookRoute = routesOf('Payments', 'open');

export const listMyPayments = route('get', '/me/payments', {
  summary: 'Your payments, newest first',
  answers: { 200: json(z.object({ items: z.array(Payment) }), 'Payments') },
});

/** The address to which the provider of a payment method sends its events. */
export const webhookOf = (method: PaymentMethod) =>
  webhookRoute('post', `/webhooks/${method}`, {
    summary: `The ${methodFacts[method].noun} provider's signed events`,
    isSignedByProvider: true,
    headers: z.object({ [methodFacts[method].signatureHeader]: z.string().optional() }),
    body: z.object({}).meta({ description: 'The event' }),
    answers: { 200: json(z.object({ received: z.literal(true) }), 'Stored') },
    refuses: ['webhook_signature', 'too_large'],
  });
