import type { PaymentStatus } from '@vialproof/contract/checkout';
import type { Facts, Signal } from './payment-facts.ts';
import { verdictOf } from './underpayment.ts';

/** Before money was received: the status changes by signal. Other signals change nothing. */
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

/** Every status change of a payment. Late money counts, so no unsettled status is final. */
export const STEPS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'failed', 'expired', ...SETTLED],
  expired: ['processing', 'failed', ...SETTLED],
  processing: ['failed', ...SETTLED],
  failed: SETTLED,
  // More money may arrive later.
  paid: ['overpaid', 'refund_pending', 'partially_refunded', 'refunded', 'disputed'],
  underpaid: ['paid', 'overpaid', 'refund_pending', 'partially_refunded', 'refunded', 'disputed'],
  overpaid: ['refund_pending', 'partially_refunded', 'refunded', 'disputed'],
  // A failed refund restores the former status.
  refund_pending: ['paid', 'underpaid', 'overpaid', 'partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['paid', 'underpaid', 'overpaid', 'refund_pending', 'refunded', 'disputed'],
  refunded: ['paid', 'underpaid', 'overpaid', 'partially_refunded', 'refund_pending', 'disputed'],
  // A won dispute restores the former status.
  disputed: ['paid', 'underpaid', 'overpaid', 'refund_pending', 'partially_refunded', 'refunded'],
};

/** The facts after one more signal. */
export function learn(facts: Facts, signal: Signal): Facts {
  switch (signal.kind) {
    case 'captured':
      // More of the same currency may arrive; the ledger of one payment uses one currency, the first received.
      return signal.cents > facts.receivedCents && [null, signal.currency].includes(facts.receivedCurrency)
        ? restate({ ...facts, receivedCents: signal.cents, receivedCurrency: signal.currency })
        : facts;
    case 'dispute':
      // A closed dispute stays closed when the event of its opening arrives later.
      return facts.dispute === null || facts.dispute === 'open'
        ? restate({ ...facts, dispute: signal.state })
        : facts;
    default: {
      const next = facts.receivedCents === 0 ? UNSETTLED[signal.kind][facts.status] : undefined;
      return next ? { ...facts, status: next } : facts;
    }
  }
}

/** The facts after these sums of refunds. */
export function learnRefunds(facts: Facts, refundedCents: number, refundingCents: number): Facts {
  return restate({ ...facts, refundedCents, refundingCents });
}

/** The facts with the status that follows from them. */
export function restate(facts: Facts): Facts {
  return { ...facts, status: statusOf(facts) };
}

/** The status that follows from the facts; before money was received, the one from the signals. */
export function statusOf(facts: Facts): PaymentStatus {
  if (facts.receivedCents === 0) return facts.status;
  if (facts.dispute === 'open' || facts.dispute === 'lost') return 'disputed';
  if (facts.refundingCents > 0) return 'refund_pending';
  if (facts.refundedCents >= facts.receivedCents) return 'refunded';
  if (facts.refundedCents > 0) return 'partially_refunded';
  return verdictOf(facts);
}
