import type { Facts, RefundStatus } from './payment-facts.ts';
import { dueCents, verdictOf } from './underpayment.ts';

const REFUND_ORDER: readonly RefundStatus[] = ['requested', 'pending', 'succeeded', 'failed'];

/** A refund only moves forward; even one that succeeded can bounce. */
export function laterRefundStatus(now: RefundStatus, next: RefundStatus): RefundStatus {
  return REFUND_ORDER.indexOf(next) > REFUND_ORDER.indexOf(now) ? next : now;
}

/** Cents that can still go back. Disputed money is in the bank's hands. */
export function refundableCents(facts: Facts): number {
  if (facts.dispute === 'open' || facts.dispute === 'lost') return 0;
  return Math.max(0, facts.receivedCents - facts.refundedCents - facts.refundingCents);
}

/** Cents above the price that nobody has sent back yet. */
export function excessCents(facts: Facts): number {
  if (facts.receivedCents === 0 || verdictOf(facts) !== 'overpaid') return 0;
  const above = facts.receivedCents - dueCents(facts) - facts.refundedCents - facts.refundingCents;
  return Math.max(0, Math.min(above, refundableCents(facts)));
}

/** Whether money of this payment is held or under way, so that no second page may be opened. */
export function holdsMoney(facts: Facts): boolean {
  return (
    facts.status === 'processing' ||
    (facts.receivedCents > 0 && facts.receivedCents - facts.refundedCents - facts.refundingCents > 0)
  );
}

/** Whether money is kept though nobody decided so: no admin is asked, and none has left it as it is. */
export const isKept = (payment: { heldCents: number; decision: string | null; leftAsIs: boolean }): boolean =>
  payment.heldCents > 0 && payment.decision === null && !payment.leftAsIs;

/** Whether the whole price is here and stays here: neither returned, nor on its way back, nor disputed. */
export function coversPrice(facts: Facts): boolean {
  if (facts.receivedCents === 0 || verdictOf(facts) === 'underpaid') return false;
  return refundableCents(facts) >= dueCents(facts);
}

/**
 * Whether the whole price came and money of it is here, so that the module that sells may go ahead: a favour that was given
 * back in the meantime changes nothing about that, a return of everything does.
 */
export function isPaidFor(facts: Facts): boolean {
  return facts.receivedCents > 0 && verdictOf(facts) !== 'underpaid' && refundableCents(facts) > 0;
}
