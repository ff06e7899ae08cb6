import { PaymentStatus } from '@vialproof/contract/checkout';
import { PaymentSubject } from '@vialproof/contract/ledger';
import { z } from 'zod';
import type { PaymentRow, RefundRow } from '../payments.tables.ts';

/** What a payment is for: a kind and an id. */
export const Subject = PaymentSubject;
export type Subject = z.infer<typeof Subject>;
export type GoodKind = Subject['kind'];

/**
 * Tells the module that sold the item about a change of its payment. Calls may be repeated and arrive in any order.
 * `status` is the status after the change.
 */
export const PaymentSettled = z.object({
  paymentId: z.string(),
  subject: Subject,
  status: PaymentStatus,
  /**
   * Why the status changed. 'checkout': money arrived, is on its way, or will never arrive. A failed refund is a
   * 'refund' too.
   */
  cause: z.enum(['checkout', 'refund', 'dispute']),
});
export type PaymentSettled = z.infer<typeof PaymentSettled>;

/** What a provider says about a checkout, in cents. */
export type Signal =
  | { kind: 'processing' }
  | { kind: 'failed'; reason: string }
  | { kind: 'expired' }
  | { kind: 'captured'; cents: number; currency: string }
  | { kind: 'dispute'; state: Dispute };

export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed';
export type Dispute = 'open' | 'won' | 'lost';

/** All that is known about a payment. Order and number of the events do not matter. */
export type Facts = {
  amountCents: number;
  currency: string;
  status: PaymentStatus;
  receivedCents: number;
  receivedCurrency: string | null;
  /** The refunded cents. The next field has those whose refund is not finished. */
  refundedCents: number;
  refundingCents: number;
  dispute: Dispute | null;
  /** The amount that an admin accepted instead of the price; null if no admin did. */
  acceptedCents: number | null;
};

/** What is known, from the payment's row and its refunds. */
export function factsOf(row: PaymentRow, refunds: RefundRow[]): Facts {
  const [refundedCents, refundingCents] = refundSums(refunds);
  return {
    amountCents: row.amountCents,
    currency: row.currency,
    status: row.status,
    receivedCents: row.receivedCents,
    receivedCurrency: row.receivedCurrency,
    refundedCents,
    refundingCents,
    dispute: row.dispute,
    acceptedCents: row.acceptedCents,
  };
}

/** The sums of finished and unfinished refunds, in cents. */
export function refundSums(refunds: RefundRow[]): [refunded: number, refunding: number] {
  const sum = (...statuses: RefundStatus[]) =>
    refunds.reduce((cents, refund) => cents + (statuses.includes(refund.status) ? refund.amountCents : 0), 0);
  return [sum('succeeded'), sum('requested', 'pending')];
}

/** What the payment is for. */
export function subjectOf(row: PaymentRow): Subject {
  return { kind: row.subjectKind, id: row.subjectId };
}
