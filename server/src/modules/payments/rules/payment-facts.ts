import type { PaymentStatus } from '@vialproof/contract/checkout';
import type { PaymentRow, RefundRow } from '../payments.tables.ts';

export type ProviderName = 'stripe' | 'coinbase';

/** What is paid for. Payments knows no more of it than its kind and id. */
export type Subject = { kind: 'order' | 'group_share'; id: string };

/**
 * Enqueued in the transaction of every change of a payment's status; orders consumes it.
 * Delivered at least once, in no promised order: `status` is what changed, `selectPayment` answers what is true now.
 */
export const PAYMENT_SETTLED = 'payment.settled';
export type PaymentSettled = {
  paymentId: string;
  subject: Subject;
  status: PaymentStatus;
  /** 'checkout': money came, is under way or will not come. A failed refund says 'refund' with the old status. */
  cause: 'checkout' | 'refund' | 'dispute';
};

/** What a provider can say about a checkout. Amounts are whole cents. */
export type Signal =
  | { kind: 'processing' }
  | { kind: 'failed'; reason: string }
  | { kind: 'expired' }
  | { kind: 'captured'; cents: number; currency: string }
  | { kind: 'dispute'; state: Dispute };

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

/** Whether what came is what was asked. Another currency never settles: it waits for an admin like too little. */
export function settle(
  asked: { amountCents: number; currency: string },
  receivedCents: number,
  receivedCurrency: string,
): 'paid' | 'underpaid' | 'overpaid' {
  if (receivedCurrency !== asked.currency || receivedCents < asked.amountCents) return 'underpaid';
  return receivedCents > asked.amountCents ? 'overpaid' : 'paid';
}

/**
 * What is due, in cents of the currency received: the price, or what an admin took in its place. When more of an
 * accepted payment arrives, it fills the price up before any of it is an excess.
 */
export function dueCents(facts: Facts): number {
  const { acceptedCents, amountCents, receivedCents, receivedCurrency, currency } = facts;
  if (acceptedCents === null) return amountCents;
  if (receivedCurrency !== currency) return acceptedCents;
  return Math.max(acceptedCents, Math.min(receivedCents, amountCents));
}

/** The verdict on the money that is here, a person's decision included. */
export function verdictOf(facts: Facts): 'paid' | 'underpaid' | 'overpaid' {
  const currency = facts.receivedCurrency ?? facts.currency;
  const asked = facts.acceptedCents === null ? facts : { amountCents: dueCents(facts), currency };
  return settle(asked, facts.receivedCents, currency);
}

/** Whether money came that is not the price, and that nobody has taken in its place. */
export const isUnderpaid = (facts: Facts): boolean =>
  facts.receivedCents > 0 && verdictOf(facts) === 'underpaid';

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

export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed';
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
