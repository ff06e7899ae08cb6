import type { RefundStatus, Signal, Subject } from '../rules/payment-facts.ts';
import type { PaymentAbout } from '../rules/payment-of-event.ts';

/** The headers of an event as it came. */
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

/** What a provider says of one refund; `refundId` is ours, null when somebody made it in the provider's console. */
export type RefundUpdate = {
  /** null when the provider refused to make one. */
  providerRefundId: string | null;
  refundId: string | null;
  amountCents: number;
  status: RefundStatus;
  failureReason: string | null;
};

/** What a provider says of one payment, in an event or when it is asked. */
export type ProviderUpdate = {
  about: PaymentAbout;
  signals: Signal[];
  refunds: RefundUpdate[];
  /** The movement on the chain, where there is one. */
  transactionHash?: string;
};

/** With `askAgain` the event only says that something changed: the provider has to be asked what. */
export type EventUpdate = ProviderUpdate & { askAgain: boolean };

export type Snapshot = { update: ProviderUpdate; receiptUrl: string | null };

/** The provider cannot be reached or is in trouble; the same call may be tried again. */
export class ProviderUnavailable extends Error {}

/** The provider works on another call about the same thing at this moment; it may answer this one a little later. */
export class ProviderBusy extends ProviderUnavailable {}

/** The provider understood and said no; trying again brings the same answer. */
export class ProviderRefused extends Error {}

/**
 * One payment provider; a further one is one more file that makes this. Calls throw ProviderUnavailable or
 * ProviderRefused, and those that create are repeated safely: each carries an idempotency key made of our id.
 */
export type PaymentProvider = {
  /** How long a page may stay open, in seconds. */
  lifetime: { min: number; max: number };
  createCheckout(checkout: HostedCheckout): Promise<{ sessionId: string; url: string }>;
  retrieve(sessionId: string): Promise<Snapshot>;
  /** Closes the page; 'complete' when it was used already. */
  expire(sessionId: string): Promise<'expired' | 'complete'>;
  /** `currency` is that of the money received. */
  refund(request: RefundCall): Promise<RefundUpdate>;
  /** Checks the signature over the raw body and its age at `now`; undefined when it does not hold. */
  verifyWebhook(
    rawBody: Uint8Array,
    headers: HeaderReader,
    now: Date,
  ): { id: string; type: string } | undefined;
  /** What a verified body says; undefined when it is of no concern to us. */
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
