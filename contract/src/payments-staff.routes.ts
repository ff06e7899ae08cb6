import { z } from '@hono/zod-openapi';
import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as ledger from './ledger.ts';
import * as shape from './payments-staff.ts';
import * as webhook from './webhooks.ts';

const route = routesOf('Administration', 'admin');

const answer = json(z.object({ data: shape.StaffPaymentDetail }), 'The payment as it is now');
const report = json(
  z.object({ data: ledger.LedgerReport.nullable() }),
  'The report; null before the first check',
);

export const staffPayments = route('get', '/lab/payments', {
  summary: 'Payments that need a decision, or all; admins only',
  audited: 'payment.list_viewed',
  query: shape.StaffPaymentsQuery,
  answers: { 200: json(shape.StaffPaymentPage, 'One page') },
  refuses: ['invalid_fields'],
});

export const staffPayment = route('get', '/lab/payments/{id}', {
  summary: 'One payment with its refunds, ledger rows, events and history',
  audited: 'payment.viewed',
  params: idParam,
  answers: { 200: answer },
});

export const acceptPayment = route('post', '/lab/payments/{id}/accept', {
  summary: 'Take what came as the whole price; the order goes on',
  stepUp: 'everybody',
  params: idParam,
  body: shape.DecisionBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state'],
});

export const refundPayment = route('post', '/lab/payments/{id}/refund', {
  summary: 'Give back all that is left, or a part, through the provider',
  stepUp: 'everybody',
  params: idParam,
  body: shape.RefundBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state'],
});

export const retryRefund = route('post', '/lab/payments/{id}/refunds/{refund_id}/retry', {
  summary: 'Ask the provider again for a refund that failed',
  stepUp: 'everybody',
  params: idParam.extend({
    refund_id: z.string().meta({ param: { name: 'refund_id', in: 'path' } }),
  }),
  answers: { 200: answer },
  refuses: ['malformed', 'own_order', 'wrong_state', 'invalid_fields'],
});

export const dismissDecision = route('post', '/lab/payments/{id}/dismiss', {
  summary: 'Leave it as it is: no decision is asked for until something new happens',
  stepUp: 'everybody',
  params: idParam,
  body: shape.DecisionBody,
  answers: { 200: answer },
  refuses: ['own_order', 'wrong_state'],
});

export const checkPayment = route('post', '/lab/payments/{id}/check', {
  summary: 'Ask the provider what is true now',
  audited: 'payment.viewed',
  params: idParam,
  answers: { 200: answer },
  refuses: ['malformed', 'own_order', 'wrong_state', 'invalid_fields', 'provider_unavailable'],
});

export const getLedger = route('get', '/lab/ledger/{id}', {
  summary: 'Every movement for an order, a share of a group, or a group and its sender, by its id',
  audited: 'ledger.viewed',
  params: idParam,
  answers: { 200: data(ledger.Ledger, 'The rows, oldest first') },
});

export const getLedgerReport = route('get', '/lab/ledger-check', {
  summary: 'The latest check of the whole ledger',
  audited: 'ledger.check_viewed',
  answers: { 200: report },
});

export const runLedgerCheck = route('post', '/lab/ledger-check', {
  summary: 'Check the whole ledger now',
  audited: 'ledger.check_viewed',
  answers: { 200: report },
});

export const listWebhooks = route('get', '/lab/webhooks', {
  summary: "The providers' signed events, newest first",
  audited: 'webhook.list_viewed',
  query: webhook.WebhooksQuery,
  answers: { 200: json(webhook.WebhookPage, 'One page') },
  refuses: ['invalid_fields'],
});

const event = json(z.object({ data: webhook.WebhookEventDetail }), 'The event with its body');

export const getWebhook = route('get', '/lab/webhooks/{id}', {
  summary: 'One event with its body',
  audited: 'webhook.viewed',
  params: idParam,
  answers: { 200: event },
});

export const replayWebhook = route('post', '/lab/webhooks/{id}/replay', {
  summary: 'Work through an event again; whatever was settled stays settled once',
  params: idParam,
  answers: { 200: event },
  refuses: ['provider_unavailable'],
});
