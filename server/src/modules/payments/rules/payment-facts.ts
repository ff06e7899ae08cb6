import { PaymentStatus } from '@vialproof/contract/checkout';
import { PaymentSubject } from '@vialproof/contract/ledger';
import { z } from 'zod';
import type { PaymentRow, RefundRow } from '../payments.tables.ts';

/** What a payment pays for. Payments know only its kind and its id. */
export const Subject = PaymentSubject;
export type Subject = z.infer<typeof Subject>;
export type GoodKind = Subject['kind'];

/**
 * The payload of the job that each change of a payment's status enqueues for the seller. The job runs at least once, in
 * any order. `status` is the status after this change; `selectPayment` returns the current one.
 */
export const PaymentSettled = z.object({
  paymentId: z.string(),
  subject: Subject,
  status: PaymentStatus,
  /**
   * The reason of the change. 'checkout': money arrived, is pending or will not arrive. A failed refund sends 'refund'
   * with the status from before the refund.
   */
  cause: z.enum(['checkout', 'refund', 'dispute']),
});
export type PaymentSettled = z.infer<typeof PaymentSettled>;

/** What a provider says about a checkout. Amounts are whole cents. */
export type Signal =
  | { kind: 'processing' }
  | { kind: 'failed'; reason: string }
  | { kind: 'expired' }
  | { kind: 'captured'; cents: number; currency: string }
  | { kind: 'dispute'; state: Dispute };

export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed';
export type Dispute = 'open' | 'won' | 'lost';

/**
 * The known facts of a payment. Facts only accumulate, so neither the order nor the number of the signals matters. The
 * status follows from the facts.
 */
export type Facts = {
  amountCents: number;
  currency: string;
  status: PaymentStatus;
  receivedCents: number;
  receivedCurrency: string | null;
  /** Cents of refunds that succeeded. The next field counts cents of refunds without an outcome yet. */
  refundedCents: number;
  refundingCents: number;
  dispute: Dispute | null;
  /** The amount that an admin accepted instead of the price; null if no admin did. */
  acceptedCents: number | null;
};

/** The facts of a payment, from its row and its refunds. */
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

/** The sum of finished refunds, and the sum of refunds in progress, in cents. */
export function refundSums(refunds: RefundRow[]): [refunded: number, refunding: number] {
  const sum = (...statuses: RefundStatus[]) =>
    refunds.reduce((cents, refund) => cents + (statuses.includes(refund.status) ? refund.amountCents : 0), 0);
  return [sum('succeeded'), sum('requested', 'pending')];
}

/** What the payment pays for. */
export function subjectOf(row: PaymentRow): Subject {
  return { kind: row.subjectKind, id: row.subjectId };
}
