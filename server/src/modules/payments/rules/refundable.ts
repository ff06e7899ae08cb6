import type { Facts, RefundStatus } from './payment-facts.ts';
import { dueCents, verdictOf } from './underpayment.ts';

const REFUND_ORDER: readonly RefundStatus[] = ['requested', 'pending', 'succeeded', 'failed'];

/** Which of two states of a refund is the later one. It never goes back, but a success can still become a failure. */
export function laterRefundStatus(now: RefundStatus, next: RefundStatus): RefundStatus {
  return REFUND_ORDER.indexOf(next) > REFUND_ORDER.indexOf(now) ? next : now;
}

/** The cents that can be refunded; disputed money cannot. */
export function refundableCents(facts: Facts): number {
  if (facts.dispute === 'open' || facts.dispute === 'lost') return 0;
  return Math.max(0, facts.receivedCents - facts.refundedCents - facts.refundingCents);
}

/** The cents above the price that are not refunded yet. */
export function excessCents(facts: Facts): number {
  if (facts.receivedCents === 0 || verdictOf(facts) !== 'overpaid') return 0;
  const above = facts.receivedCents - dueCents(facts) - facts.refundedCents - facts.refundingCents;
  return Math.max(0, Math.min(above, refundableCents(facts)));
}

/** Whether money is received or on its way. */
export function holdsMoney(facts: Facts): boolean {
  return (
    facts.status === 'processing' ||
    (facts.receivedCents > 0 && facts.receivedCents - facts.refundedCents - facts.refundingCents > 0)
  );
}

/** Whether we keep money without an admin's decision. */
export const isKept = (payment: { heldCents: number; decision: string | null; leftAsIs: boolean }): boolean =>
  payment.heldCents > 0 && payment.decision === null && !payment.leftAsIs;

/** Whether the whole price was received, and no part of it was refunded. */
export function coversPrice(facts: Facts): boolean {
  if (facts.receivedCents === 0 || verdictOf(facts) === 'underpaid') return false;
  return refundableCents(facts) >= dueCents(facts);
}

/** Whether the whole price was received and some of it is still here. Only a full refund changes this. */
export function isPaidFor(facts: Facts): boolean {
  return facts.receivedCents > 0 && verdictOf(facts) !== 'underpaid' && refundableCents(facts) > 0;
}
