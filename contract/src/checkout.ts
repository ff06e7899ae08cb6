import { z } from 'zod';
import { SubjectKind } from './ledger.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';
import { Id, Instant } from './primitives.ts';

export const CheckoutBody = z.object({
  request_id: Id,
  provider: z.enum(PAYMENT_METHODS),
  amount_cents: z.int().min(1),
  currency: z.literal('usd'),
});

export const CheckoutState = z.enum(['confirmed', 'confirming', 'attention', 'failed']);
export type CheckoutState = z.infer<typeof CheckoutState>;

/** What happened to a payment, with its price and what arrived of it. */
export const CheckoutOutcome = z
  .object({
    state: CheckoutState,
    request_id: z.string(),
    /** The id of the group, if the payment is for a share. */
    group_id: z.string().nullable(),
    reason: z.string().nullable(),
    amount_cents: z.int(),
    /** The amount that the provider received and its currency; null before a payment arrives. */
    received_cents: z.int(),
    received_currency: z.string().nullable(),
    refunded_cents: z.int(),
  })
  .meta({ id: 'CheckoutOutcome' });
export type CheckoutOutcome = z.infer<typeof CheckoutOutcome>;

export const PAYMENT_STATUSES = [
  'pending',
  'processing',
  'paid',
  'underpaid',
  'overpaid',
  'failed',
  'expired',
  'refund_pending',
  'partially_refunded',
  'refunded',
  'disputed',
] as const;
export const PaymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const Payment = z
  .object({
    id: Id,
    created_at: Instant,
    /** What the payment is for. */
    kind: SubjectKind,
    sku_name: z.string(),
    provider: z.enum(PAYMENT_METHODS),
    status: PaymentStatus,
    amount_cents: z.int(),
    /** The order that was paid or shown; null for a share of a group. */
    order_id: Id.nullable(),
    group_id: Id.nullable(),
    task_number: z.int().nullable(),
    /** The amount that the provider received and its currency; null before a payment arrives. */
    received_cents: z.int(),
    received_currency: z.string().nullable(),
    /** The cents that were refunded, and the cents whose refund is not complete yet. */
    refunded_cents: z.int(),
    refunding_cents: z.int(),
    receipt_url: z.string().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof Payment>;
