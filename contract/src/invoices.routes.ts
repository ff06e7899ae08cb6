import { createRoute, z } from '@hono/zod-openapi';
import { idParam, json, problems, signedIn } from './answers.routes.ts';
import { Invoice, Receipt } from './invoices.ts';

const tags = ['Dashboard'];

export const getInvoice = createRoute({
  method: 'get',
  path: '/me/payments/{id}/invoice',
  tags,
  security: signedIn,
  summary: 'The invoice of a payment with its credit notes; its payer and admins only',
  request: { params: idParam },
  responses: {
    200: json(z.object({ data: Invoice }), 'The invoice'),
    ...problems('unauthenticated', 'not_found'),
  },
});

export const getReceipt = createRoute({
  method: 'get',
  path: '/me/payments/{id}/receipt',
  tags,
  security: signedIn,
  summary: 'What arrived, for a payment whose provider makes no receipt; its payer and admins only',
  request: { params: idParam },
  responses: {
    200: json(z.object({ data: Receipt }), 'The receipt'),
    ...problems('unauthenticated', 'not_found'),
  },
});
