import type { PaymentStatus } from '@vialproof/contract/checkout';
import type { Facts, Signal } from './payment-facts.ts';
import { verdictOf } from './underpayment.ts';

/** Before money came: which signal leads from where to where. Whatever is not here changes nothing. */
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

/** Every step that a payment's status can take. Money that came late is money: nothing unsettled is final. */
export const STEPS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'failed', 'expired', ...SETTLED],
  expired: ['processing', 'failed', ...SETTLED],
  processing: ['failed', ...SETTLED],
  failed: SETTLED,
  // More may arrive than came first.
  paid: ['overpaid', 'refund_pending', 'partially_refunded', 'refunded', 'disputed'],
  underpaid: ['paid', 'overpaid', 'refund_pending', 'partially_refunded', 'refunded', 'disputed'],
  overpaid: ['refund_pending', 'partially_refunded', 'refunded', 'disputed'],
  // A refund that fails leaves the payment as it was.
  refund_pending: ['paid', 'underpaid', 'overpaid', 'partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['paid', 'underpaid', 'overpaid', 'refund_pending', 'refunded', 'disputed'],
  refunded: ['paid', 'underpaid', 'overpaid', 'partially_refunded', 'refund_pending', 'disputed'],
  // A dispute that is won does the same.
  disputed: ['paid', 'underpaid', 'overpaid', 'refund_pending', 'partially_refunded', 'refunded'],
};

/** The facts with one signal more. */
export function learn(facts: Facts, signal: Signal): Facts {
  switch (signal.kind) {
    case 'captured':
      // More of the same may come; the ledger of one payment is kept in one currency, the first that came.
      return signal.cents > facts.receivedCents && [null, signal.currency].includes(facts.receivedCurrency)
        ? restate({ ...facts, receivedCents: signal.cents, receivedCurrency: signal.currency })
        : facts;
    case 'dispute':
      // A closed dispute stays closed when the event of its opening comes afterwards.
      return facts.dispute === null || facts.dispute === 'open'
        ? restate({ ...facts, dispute: signal.state })
        : facts;
    default: {
      const next = facts.receivedCents === 0 ? UNSETTLED[signal.kind][facts.status] : undefined;
      return next ? { ...facts, status: next } : facts;
    }
  }
}

/** The facts with these sums of refunds. */
export function learnRefunds(facts: Facts, refundedCents: number, refundingCents: number): Facts {
  return restate({ ...facts, refundedCents, refundingCents });
}

/** The facts with the status that they lead to. */
export function restate(facts: Facts): Facts {
  return { ...facts, status: statusOf(facts) };
}

/** The status that the facts lead to; before money came, the one that the signals led to. */
export function statusOf(facts: Facts): PaymentStatus {
  if (facts.receivedCents === 0) return facts.status;
  if (facts.dispute === 'open' || facts.dispute === 'lost') return 'disputed';
  if (facts.refundingCents > 0) return 'refund_pending';
  if (facts.refundedCents >= facts.receivedCents) return 'refunded';
  if (facts.refundedCents > 0) return 'partially_refunded';
  return verdictOf(facts);
}
