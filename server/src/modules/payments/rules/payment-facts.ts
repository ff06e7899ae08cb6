import { PaymentStatus } from '@vialproof/contract/checkout';
import { PaymentSubject } from '@vialproof/contract/ledger';
import { z } from 'zod';
import type { PaymentRow, RefundRow } from '../payments.tables.ts';

/** The subject of a payment. Payments only know its kind and id. */
export const Subject = PaymentSubject;
export type Subject = z.infer<typeof Subject>;
export type GoodKind = Subject['kind'];

/**
 * Payload of the job that each change of a payment's status enqueues for the seller of the good. Delivered at least
 * once, in any order: `status` is the change, `selectPayment` returns the current state.
 */
export const PaymentSettled = z.object({
  paymentId: z.string(),
  subject: Subject,
  status: PaymentStatus,
  /** 'checkout': money arrived, is pending or will not arrive. A failed refund: 'refund' with the old status. */
  cause: z.enum(['checkout', 'refund', 'dispute']),
});
export type PaymentSettled = z.infer<typeof PaymentSettled>;

/** A provider's report about a checkout. Amounts are whole cents. */
export type Signal =
  | { kind: 'processing' }
  | { kind: 'failed'; reason: string }
  | { kind: 'expired' }
  | { kind: 'captured'; cents: number; currency: string }
  | { kind: 'dispute'; state: Dispute };

export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed';
export type Dispute = 'open' | 'won' | 'lost';

/**
 * The known facts of a payment. Facts only accumulate, so order and number of the signals do not matter; the status
 * follows from the facts.
 */
export type Facts = {
  amountCents: number;
  currency: string;
  status: PaymentStatus;
  receivedCents: number;
  receivedCurrency: string | null;
  /** Refunds that succeeded, and refunds requested without an outcome. */
  refundedCents: number;
  refundingCents: number;
  dispute: Dispute | null;
  /** The amount that an admin accepted instead of the price; otherwise null. */
  acceptedCents: number | null;
};

/** The facts of a payment from its rows. */
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

/** Refunded cents, and cents of refunds in progress. */
export function refundSums(refunds: RefundRow[]): [refunded: number, refunding: number] {
  const sum = (...statuses: RefundStatus[]) =>
    refunds.reduce((cents, refund) => cents + (statuses.includes(refund.status) ? refund.amountCents : 0), 0);
  return [sum('succeeded'), sum('requested', 'pending')];
}

/** The subject of a payment. */
export function subjectOf(row: PaymentRow): Subject {
  return { kind: row.subjectKind, id: row.subjectId };
}
