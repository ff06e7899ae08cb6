import type { PaymentStatus } from '@vialproof/contract/checkout';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { Decision } from '@vialproof/contract/payments-staff';
import type { EventOutcome } from '@vialproof/contract/webhooks';
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Dispute, GoodKind, RefundStatus, Subject } from './rules/payment-facts.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const payment = pgTable('payment', {
  id: uuid('id').primaryKey(),
  subjectKind: text('subject_kind').$type<Subject['kind']>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  customerId: uuid('customer_id').notNull(),
  provider: text('provider').$type<PaymentMethod>().notNull(),
  description: text('description').notNull(),
  customerEmail: text('customer_email').notNull(),
  successUrl: text('success_url').notNull(),
  cancelUrl: text('cancel_url').notNull(),
  status: text('status').$type<PaymentStatus>().notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  receivedCents: integer('received_cents').notNull().default(0),
  receivedCurrency: text('received_currency'),
  refundedCents: integer('refunded_cents').notNull().default(0),
  dispute: text('dispute').$type<Dispute>(),
  providerSessionId: text('provider_session_id'),
  providerPaymentId: text('provider_payment_id'),
  checkoutUrl: text('checkout_url'),
  receiptUrl: text('receipt_url'),
  failureReason: text('failure_reason'),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  checkedAt: moment('checked_at'),
  settledAt: moment('settled_at'),
  reference: text('reference'),
  acceptedCents: integer('accepted_cents'),
  decision: text('decision').$type<Decision>(),
  decisionSince: moment('decision_since'),
  transactionHash: text('transaction_hash'),
});

export const paymentRefund = pgTable('payment_refund', {
  id: uuid('id').primaryKey(),
  paymentId: uuid('payment_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  reason: text('reason').notNull(),
  actorId: uuid('actor_id'),
  status: text('status').$type<RefundStatus>().notNull(),
  providerRefundId: text('provider_refund_id').unique(),
  failureReason: text('failure_reason'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  resolvedAt: moment('resolved_at'),
});

export const paymentEvent = pgTable('payment_event', {
  id: uuid('id').primaryKey(),
  provider: text('provider').$type<PaymentMethod>().notNull(),
  providerEventId: text('provider_event_id').notNull(),
  type: text('type').notNull(),
  payload: text('payload').notNull(),
  paymentId: uuid('payment_id'),
  receivedAt: moment('received_at').notNull(),
  processedAt: moment('processed_at'),
  outcome: text('outcome').$type<EventOutcome>(),
  replays: integer('replays').notNull().default(0),
});

/** Items that a customer can pay for (goods): orders, shares, repaid discounts, and weeks on the home page. */
export const good = pgTable('good', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<GoodKind>().notNull(),
});

export type PaymentRow = typeof payment.$inferSelect;
export type RefundRow = typeof paymentRefund.$inferSelect;
export type EventRow = typeof paymentEvent.$inferSelect;
