import type { RefundStatus, Signal, Subject } from '../rules/payment-facts.ts';
import type { PaymentAbout } from '../rules/payment-of-event.ts';

/** The headers of an event. */
export type HeaderReader = Pick<Headers, 'get'>;

export type HostedCheckout = {
  paymentId: string;
  subject: Subject;
  description: string;
  amountCents: number;
  currency: string;
  customerEmail: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** A provider's report about one refund. `refundId` is our id, or null for a refund made in the provider's console. */
export type RefundUpdate = {
  /** Null if the provider refused the refund. */
  providerRefundId: string | null;
  refundId: string | null;
  amountCents: number;
  status: RefundStatus;
  failureReason: string | null;
};

/** A provider's report about one payment, in an event or an answer. */
export type ProviderUpdate = {
  about: PaymentAbout;
  signals: Signal[];
  refunds: RefundUpdate[];
  /** The hash of the transaction on the chain, if the payment has one. */
  transactionHash?: string;
};

/** `askAgain`: the event only says that something changed, and the provider must be asked for the details. */
export type EventUpdate = ProviderUpdate & { askAgain: boolean };

export type Snapshot = { update: ProviderUpdate; receiptUrl: string | null };

/** The provider cannot be reached or has an error; the call may be retried. */
export class ProviderUnavailable extends Error {}

/** The provider still works on another call about the same payment; it may answer a little later. */
export class ProviderBusy extends ProviderUnavailable {}

/** The provider refused the call; a retry would be refused too. */
export class ProviderRefused extends Error {}

/**
 * The adapter of one payment provider. Its calls throw ProviderUnavailable or ProviderRefused. A call that creates
 * something can be repeated safely, because its idempotency key is made from our id. Decision 0088 lists what another
 * provider needs.
 */
export type PaymentProvider = {
  /** How many seconds a page may stay open: at least and at most. */
  lifetime: { min: number; max: number };
  createCheckout(checkout: HostedCheckout): Promise<{ sessionId: string; url: string }>;
  retrieve(sessionId: string): Promise<Snapshot>;
  /** Closes the page; returns 'complete' if the payer has already paid on it. */
  expire(sessionId: string): Promise<'expired' | 'complete'>;
  /** Refunds money. `currency` is the currency in which the money was received. */
  refund(request: RefundCall): Promise<RefundUpdate>;
  /** Checks the signature over the raw body, and the signature's age at `now`. Undefined for an invalid signature. */
  verifyWebhook(
    rawBody: Uint8Array,
    headers: HeaderReader,
    now: Date,
  ): { id: string; type: string } | undefined;
  /** The update in a verified body; undefined if the event does not concern one of our payments. */
  readEvent(body: string): EventUpdate | undefined;
};

export type RefundCall = {
  refundId: string;
  paymentId: string;
  providerPaymentId: string;
  amountCents: number;
  currency: string;
  reason: string;
};
