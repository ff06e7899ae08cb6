import type { CheckoutState, PaymentStatus } from '@vialproof/contract/checkout';
import type { LedgerAccount } from '@vialproof/contract/ledger';
import type { Decision } from '@vialproof/contract/payments-staff';

export type ProviderName = 'stripe' | 'coinbase';

/** What is paid for. Payments knows no more of it than its kind and id. */
export type Subject = { kind: 'order' | 'group_share'; id: string };

/**
 * Enqueued in the transaction of every change of a payment's status; orders consumes it.
 * Delivered at least once, in no promised order: `status` is the news, `selectPayment` the present truth.
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
      // More of the same may come; the books of one payment are kept in one currency, the first that came.
      return signal.cents > facts.receivedCents && [null, signal.currency].includes(facts.receivedCurrency)
        ? restate({ ...facts, receivedCents: signal.cents, receivedCurrency: signal.currency })
        : facts;
    case 'dispute':
      // A closed dispute stays closed when news of its opening comes afterwards.
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

function restate(facts: Facts): Facts {
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

/** The facts once an admin has taken what came as the whole price; undefined where there is nothing to take. */
export function accept(facts: Facts): Facts | undefined {
  return isUndecided(facts) && facts.refundedCents === 0 && facts.refundingCents === 0
    ? restate({ ...facts, acceptedCents: facts.receivedCents })
    : undefined;
}

/** Whether money is here that settles nothing. */
const isUndecided = (facts: Facts) => isUnderpaid(facts) && refundableCents(facts) > 0;

/** Why a payment waits for a person; null when it does not. `hasFailedRefund`: one that nobody has dealt with. */
export function decisionOf(facts: Facts, hasFailedRefund: boolean): Decision | null {
  if (facts.dispute === 'open' || facts.dispute === 'lost') return 'disputed';
  if (hasFailedRefund && refundableCents(facts) > 0) return 'refund_failed';
  if (isUndecided(facts)) return 'underpaid';
  return excessCents(facts) > 0 ? 'overpaid' : null;
}

export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed';
const REFUND_ORDER: readonly RefundStatus[] = ['requested', 'pending', 'succeeded', 'failed'];

/** A refund only moves forward; even one that succeeded can bounce. */
export function laterRefundStatus(now: RefundStatus, news: RefundStatus): RefundStatus {
  return REFUND_ORDER.indexOf(news) > REFUND_ORDER.indexOf(now) ? news : now;
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
 * Whether the whole price came and money of it is here, so that whoever sells may go ahead: a favour that was given
 * back in the meantime changes nothing about that, a return of everything does.
 */
export function isPaidFor(facts: Facts): boolean {
  return facts.receivedCents > 0 && verdictOf(facts) !== 'underpaid' && refundableCents(facts) > 0;
}

const REASONS = {
  pending: 'Waiting for the payment provider to confirm.',
  processing: 'The payment is being processed. We will write to you when it is confirmed.',
  failed: 'The payment did not go through. Nothing was charged.',
  expired: 'The payment page has expired. Nothing was charged.',
} as const;

/** What the success page says of a payment, and why. */
export function checkoutState(facts: Facts): { state: CheckoutState; reason: string | null } {
  switch (facts.status) {
    case 'pending':
    case 'processing':
      return { state: 'confirming', reason: REASONS[facts.status] };
    case 'failed':
    case 'expired':
      return { state: 'failed', reason: REASONS[facts.status] };
    case 'disputed':
      return { state: 'attention', reason: 'This payment is disputed. We are looking into it.' };
    default:
      if (!holdsMoney(facts)) return { state: 'failed', reason: 'This payment was returned to you.' };
      return verdictOf(facts) === 'underpaid'
        ? {
            state: 'attention',
            reason: 'The amount received is not the amount due. We will write to you.',
          }
        : { state: 'confirmed', reason: null };
  }
}

/** The accounts of one payment; what is owed to a sender belongs to none. */
export type Account = Exclude<LedgerAccount, 'owed' | 'bank'>;

/**
 * The books of one payment, in cents of the currency received; they sum to zero.
 * provider: what the provider owes us. revenue: the price earned. excess: what came above it. held: what settles
 * nothing yet. refunds: revenue given back. disputes: what the bank took away.
 */
export function balances(facts: Facts): Record<Account, number> {
  const { receivedCents: received, refundedCents: refunded } = facts;
  const verdict = received > 0 ? verdictOf(facts) : 'underpaid';
  const held = verdict === 'underpaid' ? received : 0;
  const excess = verdict === 'overpaid' ? received - dueCents(facts) : 0;
  const revenue = received - held - excess;
  const disputed =
    facts.dispute === 'open' || facts.dispute === 'lost' ? Math.max(0, received - refunded) : 0;
  // What goes back is taken from money that was never ours first.
  const fromHeld = verdict === 'underpaid' ? refunded : 0;
  const fromExcess = Math.min(excess, refunded - fromHeld);
  return {
    provider: received - refunded - disputed,
    revenue: -revenue,
    refunds: refunded - fromHeld - fromExcess,
    excess: fromExcess - excess,
    held: fromHeld - held,
    disputes: disputed,
  };
}

/** What the documents of a payment are about, in positive cents: what was earned, and what of it was given back. */
export function earningsOf(facts: Facts): { earnedCents: number; returnedCents: number } {
  const { revenue, refunds } = balances(facts);
  return { earnedCents: -revenue, returnedCents: refunds };
}

/** The ledger rows that lead from one state of the books to the next; empty when nothing moved. */
export function ledgerRows(before: Facts, after: Facts): { account: Account; amountCents: number }[] {
  const was = balances(before);
  return Object.entries(balances(after))
    .map(([account, cents]) => ({
      account: account as Account,
      amountCents: cents - was[account as Account],
    }))
    .filter((row) => row.amountCents !== 0);
}
