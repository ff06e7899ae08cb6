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

/** What a provider says about a refund. `refundId` is our id, null if a person refunded at the provider. */
export type RefundUpdate = {
  /** Null if the provider refused it. */
  providerRefundId: string | null;
  refundId: string | null;
  amountCents: number;
  status: RefundStatus;
  failureReason: string | null;
};

/** What a provider says about a payment. */
export type ProviderUpdate = {
  about: PaymentAbout;
  signals: Signal[];
  refunds: RefundUpdate[];
  /** The hash of the transaction in the blockchain. */
  transactionHash?: string;
};

/** `askAgain`: the event does not say enough, so the provider must be asked. */
export type EventUpdate = ProviderUpdate & { askAgain: boolean };

export type Snapshot = { update: ProviderUpdate; receiptUrl: string | null };

/** The provider does not answer or has an error; try again. */
export class ProviderUnavailable extends Error {}

/** The provider is still busy with another call about this payment. */
export class ProviderBusy extends ProviderUnavailable {}

/** The provider refused the call. Another try does not help. */
export class ProviderRefused extends Error {}

/**
 * What the server needs from a payment provider. Calls throw ProviderUnavailable or ProviderRefused. A call that
 * creates something may be repeated, because it contains our id (decision 0088).
 */
export type PaymentProvider = {
  /** How long a page may stay open, in seconds. */
  lifetime: { min: number; max: number };
  createCheckout(checkout: HostedCheckout): Promise<{ sessionId: string; url: string }>;
  retrieve(sessionId: string): Promise<Snapshot>;
  /** Closes the page; 'complete' if it was paid before. */
  expire(sessionId: string): Promise<'expired' | 'complete'>;
  /** Refunds money in the currency in which it was paid. */
  refund(request: RefundCall): Promise<RefundUpdate>;
  /** Checks signature and age of an event. Undefined if one is wrong. */
  verifyWebhook(
    rawBody: Uint8Array,
    headers: HeaderReader,
    now: Date,
  ): { id: string; type: string } | undefined;
  /** What a checked event says. Undefined if it is about none of our payments. */
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
