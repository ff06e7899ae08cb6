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

/** A provider's report about one refund; `refundId` is ours, null for a refund from the provider's console. */
export type RefundUpdate = {
  /** null when the provider refused the refund. */
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
  /** The transaction on the chain, if there is one. */
  transactionHash?: string;
};

/** With `askAgain` the event only says that something changed, and the provider has to be asked for details. */
export type EventUpdate = ProviderUpdate & { askAgain: boolean };

export type Snapshot = { update: ProviderUpdate; receiptUrl: string | null };

/** The provider cannot be reached or has an error; the call may be retried. */
export class ProviderUnavailable extends Error {}

/** The provider works on another call about the same thing; it may answer a little later. */
export class ProviderBusy extends ProviderUnavailable {}

/** The provider refused; a retry gives the same answer. */
export class ProviderRefused extends Error {}

/**
 * The adapter of one payment provider. Calls throw ProviderUnavailable or ProviderRefused. Creating calls can be
 * repeated safely: each carries an idempotency key made from our id. Decision 0088 lists what a further provider needs.
 */
export type PaymentProvider = {
  /** Seconds that a page may stay open. */
  lifetime: { min: number; max: number };
  createCheckout(checkout: HostedCheckout): Promise<{ sessionId: string; url: string }>;
  retrieve(sessionId: string): Promise<Snapshot>;
  /** Closes the page; returns 'complete' when it was already used. */
  expire(sessionId: string): Promise<'expired' | 'complete'>;
  /** `currency` is the currency received. */
  refund(request: RefundCall): Promise<RefundUpdate>;
  /** Checks the signature over the raw body and its age at `now`; undefined when it is invalid. */
  verifyWebhook(
    rawBody: Uint8Array,
    headers: HeaderReader,
    now: Date,
  ): { id: string; type: string } | undefined;
  /** The update in a verified body; undefined when it does not concern us. */
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
