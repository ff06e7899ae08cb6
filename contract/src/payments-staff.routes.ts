import { createRoute, z } from '@hono/zod-openapi';
import { body, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as ledger from './ledger.ts';
import * as shape from './payments-staff.ts';
import * as webhook from './webhooks.ts';

const tags = ['Administration'];
const security = signedIn;
const adminOnly = ['unauthenticated', 'forbidden', 'not_found'] as const;
const change = [
  ...adminOnly,
  'malformed',
  'cross_site',
  'own_order',
  'wrong_state',
  'invalid_fields',
] as const;
const answer = json(z.object({ data: shape.StaffPaymentDetail }), 'The payment as it is now');
const report = json(
  z.object({ data: ledger.LedgerReport.nullable() }),
  'The report; null before the first check',
);

export const staffPayments = createRoute({
  method: 'get',
  path: '/lab/payments',
  tags,
  security,
  summary: 'Payments that need a decision, or all; admins only',
  request: { query: shape.StaffPaymentsQuery },
  responses: {
    200: json(shape.StaffPaymentPage, 'One page'),
    ...problems(...adminOnly, 'invalid_fields'),
  },
});

export const staffPayment = createRoute({
  method: 'get',
  path: '/lab/payments/{id}',
  tags,
  security,
  summary: 'One payment with its refunds, ledger rows, events and history',
  request: { params: idParam },
  responses: { 200: answer, ...problems(...adminOnly) },
});

const step = <P extends string>(path: P, summary: string) => ({
  method: 'post' as const,
  path: `/lab/payments/{id}/${path}` as const,
  tags,
  security,
  summary,
});

export const acceptPayment = createRoute({
  ...step('accept', 'Take what came as the whole price; the order goes on'),
  request: { params: idParam, body: body(shape.DecisionBody) },
  responses: { 200: answer, ...problems(...change) },
});

export const refundPayment = createRoute({
  ...step('refund', 'Give back all that is left, or a part, through the provider'),
  request: { params: idParam, body: body(shape.RefundBody) },
  responses: { 200: answer, ...problems(...change) },
});

export const retryRefund = createRoute({
  ...step('refunds/{refund_id}/retry', 'Ask the provider again for a refund that failed'),
  request: {
    params: idParam.extend({
      refund_id: z.string().meta({ param: { name: 'refund_id', in: 'path' } }),
    }),
  },
  responses: { 200: answer, ...problems(...change) },
});

export const dismissDecision = createRoute({
  ...step('dismiss', 'Leave it as it is: no decision is asked for until something new happens'),
  request: { params: idParam, body: body(shape.DecisionBody) },
  responses: { 200: answer, ...problems(...change) },
});

export const checkPayment = createRoute({
  ...step('check', 'Ask the provider what is true now'),
  request: { params: idParam },
  responses: { 200: answer, ...problems(...change, 'provider_unavailable') },
});

export const getLedger = createRoute({
  method: 'get',
  path: '/lab/ledger/{id}',
  tags,
  security,
  summary: 'Every movement for an order, a share of a group, or a group and its sender, by its id',
  request: { params: idParam },
  responses: {
    200: json(z.object({ data: ledger.Ledger }), 'The rows, oldest first'),
    ...problems(...adminOnly),
  },
});

export const getLedgerReport = createRoute({
  method: 'get',
  path: '/lab/ledger-check',
  tags,
  security,
  summary: 'The latest check of the whole ledger',
  responses: { 200: report, ...problems('unauthenticated', 'forbidden', 'not_found') },
});

export const runLedgerCheck = createRoute({
  method: 'post',
  path: '/lab/ledger-check',
  tags,
  security,
  summary: 'Check the whole ledger now',
  responses: { 200: report, ...problems('unauthenticated', 'forbidden', 'not_found', 'cross_site') },
});

export const listWebhooks = createRoute({
  method: 'get',
  path: '/lab/webhooks',
  tags,
  security,
  summary: "The providers' signed events, newest first",
  request: { query: webhook.WebhooksQuery },
  responses: { 200: json(webhook.WebhookPage, 'One page'), ...problems(...adminOnly, 'invalid_fields') },
});

const event = json(z.object({ data: webhook.WebhookEventDetail }), 'The event with its body');

export const getWebhook = createRoute({
  method: 'get',
  path: '/lab/webhooks/{id}',
  tags,
  security,
  summary: 'One event with its body',
  request: { params: idParam },
  responses: { 200: event, ...problems(...adminOnly) },
});

export const replayWebhook = createRoute({
  method: 'post',
  path: '/lab/webhooks/{id}/replay',
  tags,
  security,
  summary: 'Work through an event again; whatever was settled stays settled once',
  request: { params: idParam },
  responses: { 200: event, ...problems(...adminOnly, 'cross_site', 'provider_unavailable') },
});
