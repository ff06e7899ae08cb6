import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { LedgerBalance, LedgerEntry, PaymentSubject } from './ledger.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';
import { Id, Instant, PageQuery, Pagination, SearchText } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { WebhookEvent } from './webhooks.ts';

export const DECISIONS = ['underpaid', 'overpaid', 'disputed', 'refund_failed'] as const;
/**
 * Why an admin must decide about a payment. underpaid: too little money, or another currency. overpaid: too much, and
 * it was not sent back. disputed: the bank took the money back, or may do so. refund_failed: a refund did not arrive.
 */
export const Decision = z.enum(DECISIONS);
export type Decision = z.infer<typeof Decision>;

export const PAYMENT_ACTIONS = ['accept', 'refund', 'retry_refund', 'dismiss', 'check'] as const;
/** What an admin can do with a payment in its present state. */
export const PaymentAction = z.enum(PAYMENT_ACTIONS);
export type PaymentAction = z.infer<typeof PaymentAction>;

/** A payment as admins see it in a list. Amounts are cents of the currency that stands beside them. */
export const StaffPayment = z
  .object({
    id: Id,
    created_at: Instant,
    subject: PaymentSubject,
    reference: z.string().nullable(),
    description: z.string(),
    customer_email: z.string(),
    provider: z.enum(PAYMENT_METHODS),
    status: PaymentStatus,
    decision: Decision.nullable(),
    amount_cents: z.int(),
    currency: z.string(),
    received_cents: z.int(),
    received_currency: z.string().nullable(),
    refunded_cents: z.int(),
    settled_at: Instant.nullable(),
  })
  .meta({ id: 'StaffPayment' });
export type StaffPayment = z.infer<typeof StaffPayment>;

export const REFUND_STATUSES = ['requested', 'pending', 'succeeded', 'failed'] as const;
export const StaffRefund = z
  .object({
    id: Id,
    created_at: Instant,
    updated_at: Instant,
    amount_cents: z.int(),
    reason: z.string(),
    status: z.enum(REFUND_STATUSES),
    failure_reason: z.string().nullable(),
    /** The person who asked for it; null for the system. */
    actor: z.string().nullable(),
    provider_refund_id: z.string().nullable(),
    /** Whether the refund failed and an admin has not decided yet. */
    waits_for_decision: z.boolean(),
  })
  .meta({ id: 'StaffRefund' });
export type StaffRefund = z.infer<typeof StaffRefund>;

/** One decision of a person about a payment; the list has the newest first. */
export const PaymentHistoryEntry = z.object({
  at: Instant,
  actor: z.string().nullable(),
  /** For example payment.refund_requested, payment.accepted, payment.dismissed, payment.refund_failed. */
  action: z.string(),
  detail: z.record(z.string(), z.unknown()),
});

export const StaffPaymentDetail = StaffPayment.extend({
  customer_id: Id,
  expires_at: Instant,
  checked_at: Instant.nullable(),
  provider_session_id: z.string().nullable(),
  provider_payment_id: z.string().nullable(),
  receipt_url: z.string().nullable(),
  failure_reason: z.string().nullable(),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  /** The cents whose refund is not complete, and the cents that can still be refunded. */
  refunding_cents: z.int(),
  refundable_cents: z.int(),
  /** The amount that an admin accepted instead of the price. */
  accepted_cents: z.int().nullable(),
  invoice_number: z.string().nullable(),
  actions: z.array(PaymentAction),
  refunds: z.array(StaffRefund),
  entries: z.array(LedgerEntry),
  balances: z.array(LedgerBalance),
  events: z.array(WebhookEvent),
  history: z.array(PaymentHistoryEntry),
}).meta({ id: 'StaffPaymentDetail' });
export type StaffPaymentDetail = z.infer<typeof StaffPaymentDetail>;

/**
 * `view`: payments that need a decision (oldest first), or `all` (newest first). `q` searches task numbers, e-mail
 * addresses, names, and ids.
 */
export const StaffPaymentsQuery = z.object({
  view: z.enum(['decisions', 'all']).default('decisions'),
  status: z.union([PaymentStatus, z.literal('')]).optional(),
  q: SearchText.optional(),
  page: PageQuery.page,
  limit: PageQuery.limit.default(25),
});
/** `decisions`: how many payments need a decision, by kind. */
export const StaffPaymentPage = z
  .object({
    data: z.array(StaffPayment),
    pagination: Pagination,
    decisions: z.object({
      underpaid: z.int(),
      overpaid: z.int(),
      disputed: z.int(),
      refund_failed: z.int(),
    }),
  })
  .meta({ id: 'StaffPaymentPage' });
export type StaffPaymentPage = z.infer<typeof StaffPaymentPage>;

/** Why the admin accepts or dismisses. */
export const DecisionBody = z.object({ reason: reasonAt('payment', 500) });
/** Without `amount_cents`, all that is left is refunded. */
export const RefundBody = z.object({
  amount_cents: z.int().min(1).nullish(),
  reason: reasonAt('refund', 500),
});
