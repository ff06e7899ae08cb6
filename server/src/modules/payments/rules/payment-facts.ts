import { PaymentStatus } from '@vialproof/contract/checkout';
import { PaymentSubject } from '@vialproof/contract/ledger';
import { z } from 'zod';
import type { PaymentRow, RefundRow } from '../payments.tables.ts';

/** What is paid for. Payments knows no more of it than its kind and id. */
export const Subject = PaymentSubject;
export type Subject = z.infer<typeof Subject>;
export type GoodKind = Subject['kind'];

/**
 * Of the job that is enqueued in the transaction of every change of a payment's status, for the seller of the good.
 * Delivered at least once, in no promised order: `status` is what changed, `selectPayment` answers what is true now.
 */
export const PaymentSettled = z.object({
  paymentId: z.string(),
  subject: Subject,
  status: PaymentStatus,
  /** 'checkout': money came, is under way or will not come. A failed refund says 'refund' with the old status. */
  cause: z.enum(['checkout', 'refund', 'dispute']),
});
export type PaymentSettled = z.infer<typeof PaymentSettled>;

/** What a provider can say about a checkout. Amounts are whole cents. */
export type Signal =
  | { kind: 'processing' }
  | { kind: 'failed'; reason: string }
  | { kind: 'expired' }
  | { kind: 'captured'; cents: number; currency: string }
  | { kind: 'dispute'; state: Dispute };

export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed';
export type Dispute = 'open' | 'won' | 'lost';

/**
 * What is known of a payment. Facts only ever grow towards the truth, so the order and the number of the signals
 * that bring them do not matter; the status is read off them.
 */
export type Facts = {
  amountCents: number;
  currency: string;
  status: PaymentStatus;
  receivedCents: number;
  receivedCurrency: string | null;
  /** Refunds that succeeded, and refunds asked for and not decided yet. */
  refundedCents: number;
  refundingCents: number;
  dispute: Dispute | null;
  /** What an admin took in place of the price; null unless somebody did. */
  acceptedCents: number | null;
};

/** What is known of a payment by its rows. */
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

/** Cents given back, and cents on their way back. */
export function refundSums(refunds: RefundRow[]): [refunded: number, refunding: number] {
  const sum = (...statuses: RefundStatus[]) =>
    refunds.reduce((cents, refund) => cents + (statuses.includes(refund.status) ? refund.amountCents : 0), 0);
  return [sum('succeeded'), sum('requested', 'pending')];
}

/** What a payment is for. */
export function subjectOf(row: PaymentRow): Subject {
  return { kind: row.subjectKind, id: row.subjectId };
}
