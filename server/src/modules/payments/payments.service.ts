import type { CheckoutState, Payment, PaymentStatus } from '@vialproof/contract/checkout';
import type { Tx } from '../../platform/database.ts';
import type { Refusal } from '../../platform/refusal.ts';

export type ProviderName = 'stripe' | 'coinbase';

/** What is paid for. Payments knows no more of it than its kind and id. */
export type Subject = { kind: 'order' | 'group_share'; id: string };

export type CheckoutAsk = {
  subject: Subject;
  customerId: string;
  customerEmail: string;
  /** One line, shown on the hosted page and in billing: the name of what is bought. */
  description: string;
  amountCents: number;
  currency: 'usd';
  provider: ProviderName;
  /** Absolute addresses. `?session_id=` is appended to the success address by the provider's adapter. */
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

export type PaymentRecord = {
  id: string;
  subject: Subject;
  customerId: string;
  provider: ProviderName;
  description: string;
  status: PaymentStatus;
  amountCents: number;
  currency: string;
  receivedCents: number;
  refundedCents: number;
  failureReason: string | null;
  createdAt: Date;
  settledAt: Date | null;
};

/**
 * Enqueued in the transaction of every change of a payment's status; orders consumes it.
 * Delivered at least once, in no promised order: `status` is the news, `selectPayment` the present truth.
 */
export const PAYMENT_SETTLED = 'payment.settled';
export type PaymentSettled = { paymentId: string; subject: Subject; status: PaymentStatus };

export type RefundAsk = {
  paymentId: string;
  /** 'rest': whatever has been received and is neither returned nor on its way back. */
  amountCents: number | 'rest';
  reason: string;
  /** The member of staff; null when the house refunds by itself. */
  actorId: string | null;
};

export type Payments = {
  /**
   * Opens the hosted page, or gives the open one of the same subject, amount and provider again.
   * Talks to the provider, so never call it inside a transaction.
   * Refuses: already_paid (also while a payment is processing), payment_method_unavailable,
   * request_in_progress, provider_unavailable.
   */
  openCheckout(ask: CheckoutAsk): Promise<{ paymentId: string; url: string } | Refusal>;
  /**
   * Closes whatever page is open for the subject; talks to the provider. 'already_paid' when money came or is
   * under way: it has then been settled, or will be, and `payment.settled` says so.
   */
  closeCheckout(subject: Subject): Promise<'closed' | 'already_paid' | Refusal>;
  /** By the provider's session id or our payment id. Check `customerId` before showing it. */
  stateOf(
    sessionOrPaymentId: string,
  ): Promise<{ payment: PaymentRecord; state: CheckoutState; reason: string | null } | undefined>;
  selectPayment(paymentId: string, tx?: Tx): Promise<PaymentRecord>;
  /** Every attempt for the subject, newest first. */
  paymentsFor(subject: Subject, tx?: Tx): Promise<PaymentRecord[]>;
  /** The billing rows of a customer, newest first. */
  paymentsOf(customerId: string): Promise<Payment[]>;
  /**
   * Records a refund and enqueues it in the caller's transaction; the provider is asked by a job.
   * Refuses wrong_state when the amount is more than what can still go back, or nothing can.
   */
  refund(tx: Tx, ask: RefundAsk): Promise<{ refundId: string; amountCents: number } | Refusal>;
  /** Stores a signed event once; refuses webhook_signature. */
  receiveWebhook(
    provider: ProviderName,
    rawBody: Uint8Array,
    headers: Headers,
  ): Promise<'stored' | 'duplicate' | Refusal>;
};
