import { z } from '@hono/zod-openapi';
import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './orders.ts';
import { LongPageQuery, Pagination } from './primitives.ts';

const route = routesOf('Orders', 'owner');

export const createOrder = route('post', '/orders', {
  summary: 'Begin an order for one test',
  who: 'own',
  body: shape.CreateOrderBody,
  answers: { 201: data(shape.NewOrder, 'A draft') },
  refuses: ['sku_not_sold', 'payment_method_unavailable', 'too_many_drafts', 'rate_limited'],
});

export const listOrders = route('get', '/orders', {
  summary: 'Your orders, newest first, a page at a time',
  who: 'own',
  query: z.object(LongPageQuery),
  answers: {
    200: json(z.object({ data: z.array(shape.OrderSummary), pagination: Pagination }), 'Orders'),
  },
  refuses: ['invalid_fields'],
});

export const getOrder = route('get', '/orders/{id}', {
  summary: 'One order with its timeline',
  params: idParam,
  answers: { 200: data(shape.Order, 'The order') },
  refuses: ['not_found'],
});

export const putOrderDetails = route('put', '/orders/{id}/details', {
  summary: 'Specimen details and visibility, until the order is paid',
  params: idParam,
  body: shape.OrderDetailsBody,
  answers: { 200: data(shape.Order, 'The order with its final price') },
  refuses: ['not_found', 'price_changed', 'order_locked', 'provider_unavailable'],
});

export const cancelOrder = route('post', '/orders/{id}/cancel', {
  summary: 'Cancel until the sample is received; what was paid is refunded',
  params: idParam,
  answers: { 200: data(shape.Order, 'The cancelled order') },
  refuses: ['not_found', 'order_locked', 'provider_unavailable'],
});
