import { createRoute, z } from '@hono/zod-openapi';
import { body, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './checkout.ts';

const tags = ['Payments'];

export const createCheckout = createRoute({
  method: 'post',
  path: '/checkout',
  tags,
  security: signedIn,
  summary: 'Open the hosted payment page of an order; the same open page again for a double click',
  request: { body: body(shape.CheckoutBody) },
  responses: {
    201: json(z.object({ url: z.string() }), 'Where to pay'),
    ...problems(
      'malformed',
      'unauthenticated',
      'cross_site',
      'not_found',
      'price_changed',
      'order_locked',
      'group_locked',
      'already_paid',
      'payment_under_review',
      'invalid_fields',
      'payment_method_unavailable',
      'rate_limited',
      'provider_unavailable',
    ),
  },
});

export const getCheckout = createRoute({
  method: 'get',
  path: '/checkout/{session_id}',
  tags,
  security: signedIn,
  summary: 'What became of a payment; its owner only',
  request: {
    params: z.object({ session_id: z.string().meta({ param: { name: 'session_id', in: 'path' } }) }),
  },
  responses: {
    200: json(
      z.object({
        data: z.object({
          state: shape.CheckoutState,
          request_id: z.string(),
          /** The group of a share. */
          group_id: z.string().nullable(),
          reason: z.string().nullable(),
        }),
      }),
      'The state',
    ),
    ...problems('unauthenticated', 'not_found'),
  },
});
