import type { Queryable } from '../../platform/database.ts';
import type { News } from './payments.provider.ts';
import { decisionOf, type Facts } from './payments.rules.ts';
import { listRefunds } from './payments.store.ts';
import type { PaymentRow, RefundRow } from './payments.tables.ts';

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

export async function factsIn(db: Queryable, row: PaymentRow): Promise<Facts> {
  return factsOf(row, await listRefunds(db, row.id));
}

type Known = { facts: Facts; refunds: RefundRow[] };

/**
 * Whether a payment waits for a person: set anew when its reason changes, a dispute turns or another refund fails;
 * else whatever somebody decided about it stands.
 */
export function decisionChange(
  was: Known,
  is: Known,
  now: Date,
): Pick<PaymentRow, 'decision' | 'decisionSince'> | undefined {
  const open = ({ refunds }: Known) => refunds.filter((row) => row.status === 'failed' && !row.resolvedAt);
  const decision = decisionOf(is.facts, open(is).length > 0);
  const isNews =
    decision !== decisionOf(was.facts, open(was).length > 0) ||
    was.facts.dispute !== is.facts.dispute ||
    open(is).length > open(was).length;
  return isNews ? { decision, decisionSince: decision && now } : undefined;
}

/** News of ours, for what we know without being told. */
export function newsOf(part: Partial<News>): News {
  return {
    about: { paymentId: null, sessionId: null, providerPaymentId: null },
    signals: [],
    refunds: [],
    ...part,
  };
}

/** Cents given back, and cents on their way back. */
export function refundSums(refunds: RefundRow[]): [refunded: number, refunding: number] {
  const sum = (...statuses: RefundRow['status'][]) =>
    refunds.reduce((cents, refund) => cents + (statuses.includes(refund.status) ? refund.amountCents : 0), 0);
  return [sum('succeeded'), sum('requested', 'pending')];
}
