import { z } from '@hono/zod-openapi';
import { json, routesOf } from './answers.routes.ts';
import * as shape from './checkout.ts';

const route = routesOf('Payments', 'owner');

export const createCheckout = route('post', '/checkout', {
  summary: 'Open the hosted payment page of an order; the same open page again for a double click',
  body: shape.CheckoutBody,
  answers: { 201: json(z.object({ url: z.string() }), 'Where to pay') },
  refuses: [
    'not_found',
    'price_changed',
    'order_locked',
    'group_locked',
    'already_paid',
    'payment_under_review',
    'payment_method_unavailable',
    'rate_limited',
    'provider_unavailable',
  ],
});

export const getCheckout = route('get', '/checkout/{session_id}', {
  summary: 'What became of a payment; its owner only',
  params: z.object({ session_id: z.string().meta({ param: { name: 'session_id', in: 'path' } }) }),
  answers: {
    200: json(
      z.object({
        data: shape.CheckoutOutcome,
      }),
      'The state',
    ),
  },
  refuses: ['not_found'],
});
