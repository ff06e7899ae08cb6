import type { PaymentStatus } from '@vialproof/contract/checkout';
import type { Facts, Signal } from './payment-facts.ts';
import { verdictOf } from './underpayment.ts';

/** How events change the status of a payment before money arrives. */
export const UNSETTLED: Record<
  'processing' | 'failed' | 'expired',
  Partial<Record<PaymentStatus, PaymentStatus>>
> = {
  expired: { pending: 'expired' },
  processing: { pending: 'processing', expired: 'processing' },
  failed: { pending: 'failed', expired: 'failed', processing: 'failed' },
};

const SETTLED = [
  'paid',
  'underpaid',
  'overpaid',
  'refund_pending',
  'partially_refunded',
  'refunded',
  'disputed',
] as const;

/** All possible changes of the status. Money may come late, so even a failed payment can change. */
export const STEPS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'failed', 'expired', ...SETTLED],
  expired: ['processing', 'failed', ...SETTLED],
  processing: ['failed', ...SETTLED],
  failed: SETTLED,
  // More money can arrive later.
  paid: ['overpaid', 'refund_pending', 'partially_refunded', 'refunded', 'disputed'],
  underpaid: ['paid', 'overpaid', 'refund_pending', 'partially_refunded', 'refunded', 'disputed'],
  overpaid: ['refund_pending', 'partially_refunded', 'refunded', 'disputed'],
  // If the refund fails, the old status comes back.
  refund_pending: ['paid', 'underpaid', 'overpaid', 'partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['paid', 'underpaid', 'overpaid', 'refund_pending', 'refunded', 'disputed'],
  refunded: ['paid', 'underpaid', 'overpaid', 'partially_refunded', 'refund_pending', 'disputed'],
  // If the bank rejects the dispute, the old status comes back.
  disputed: ['paid', 'underpaid', 'overpaid', 'refund_pending', 'partially_refunded', 'refunded'],
};

/** What is known about a payment after one more event. */
export function learn(facts: Facts, signal: Signal): Facts {
  switch (signal.kind) {
    case 'captured':
      // Only additional money in the first currency is added.
      return signal.cents > facts.receivedCents && [null, signal.currency].includes(facts.receivedCurrency)
        ? restate({ ...facts, receivedCents: signal.cents, receivedCurrency: signal.currency })
        : facts;
    case 'dispute':
      // The event about the end of a dispute may arrive before the event about its beginning.
      return facts.dispute === null || facts.dispute === 'open'
        ? restate({ ...facts, dispute: signal.state })
        : facts;
    default: {
      const next = facts.receivedCents === 0 ? UNSETTLED[signal.kind][facts.status] : undefined;
      return next ? { ...facts, status: next } : facts;
    }
  }
}

/** What is known about a payment with these refunds. */
export function learnRefunds(facts: Facts, refundedCents: number, refundingCents: number): Facts {
  return restate({ ...facts, refundedCents, refundingCents });
}

/** The facts of a payment with the status that follows from them. */
export function restate(facts: Facts): Facts {
  return { ...facts, status: statusOf(facts) };
}

/** The status that the data mean. Before money comes, the events decide it. */
export function statusOf(facts: Facts): PaymentStatus {
  if (facts.receivedCents === 0) return facts.status;
  if (facts.dispute === 'open' || facts.dispute === 'lost') return 'disputed';
  if (facts.refundingCents > 0) return 'refund_pending';
  if (facts.refundedCents >= facts.receivedCents) return 'refunded';
  if (facts.refundedCents > 0) return 'partially_refunded';
  return verdictOf(facts);
}
