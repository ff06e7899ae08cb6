import { createRoute, z } from '@hono/zod-openapi';
import { body, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './orders.ts';

const tags = ['Orders'];
const security = signedIn;

export const createOrder = createRoute({
  method: 'post',
  path: '/orders',
  tags,
  security,
  summary: 'Begin an order for one test',
  request: { body: body(shape.CreateOrderBody) },
  responses: {
    201: json(z.object({ data: shape.NewOrder }), 'A draft'),
    ...problems(
      'malformed',
      'unauthenticated',
      'cross_site',
      'invalid_fields',
      'sku_not_sold',
      'payment_method_unavailable',
      'too_many_drafts',
      'rate_limited',
    ),
  },
});

export const listOrders = createRoute({
  method: 'get',
  path: '/orders',
  tags,
  security,
  summary: 'Your orders, newest first',
  responses: {
    200: json(z.object({ data: z.array(shape.OrderSummary) }), 'Orders'),
    ...problems('unauthenticated'),
  },
});

export const getOrder = createRoute({
  method: 'get',
  path: '/orders/{id}',
  tags,
  security,
  summary: 'One order with its timeline',
  request: { params: idParam },
  responses: {
    200: json(z.object({ data: shape.Order }), 'The order'),
    ...problems('unauthenticated', 'not_found'),
  },
});

export const putOrderDetails = createRoute({
  method: 'put',
  path: '/orders/{id}/details',
  tags,
  security,
  summary: 'Specimen details and visibility, until the order is paid',
  request: { params: idParam, body: body(shape.OrderDetailsBody) },
  responses: {
    200: json(z.object({ data: shape.Order }), 'The order with its final price'),
    ...problems(
      'malformed',
      'unauthenticated',
      'cross_site',
      'not_found',
      'price_changed',
      'order_locked',
      'invalid_fields',
      'provider_unavailable',
    ),
  },
});

export const cancelOrder = createRoute({
  method: 'post',
  path: '/orders/{id}/cancel',
  tags,
  security,
  summary: 'Cancel until the sample is received; what was paid is refunded',
  request: { params: idParam },
  responses: {
    200: json(z.object({ data: shape.Order }), 'The cancelled order'),
    ...problems('unauthenticated', 'cross_site', 'not_found', 'order_locked', 'provider_unavailable'),
  },
});
