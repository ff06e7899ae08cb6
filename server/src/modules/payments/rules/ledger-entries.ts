import { randomUUID } from 'node:crypto';
import type { LedgerAccount } from '@vialproof/contract/ledger';
import type { NewEntry } from '../../ledger/ledger.service.ts';
import type { PaymentRow } from '../payments.tables.ts';
import type { Facts } from './payment-facts.ts';
import { dueCents, verdictOf } from './underpayment.ts';

/** The accounts of one payment; what is owed to a sender belongs to none. */
export type Account = Exclude<LedgerAccount, 'owed' | 'bank'>;

/**
 * The accounts of one payment, in cents of the currency received; they sum to zero.
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

/** The ledger rows that lead from one state of a payment to the next; empty when nothing moved. */
export function ledgerRows(before: Facts, after: Facts): { account: Account; amountCents: number }[] {
  const was = balances(before);
  return Object.entries(balances(after))
    .map(([account, cents]) => ({
      account: account as Account,
      amountCents: cents - was[account as Account],
    }))
    .filter((row) => row.amountCents !== 0);
}

/** The ledger entries that lead from one state to the next, as one transaction. */
export function entriesBetween(row: PaymentRow, before: Facts, after: Facts, at: Date): NewEntry[] {
  const transactionId = randomUUID();
  const kind =
    before.receivedCents !== after.receivedCents
      ? 'charge'
      : before.dispute !== after.dispute
        ? 'dispute'
        : before.acceptedCents !== after.acceptedCents
          ? 'decision'
          : 'refund';
  return ledgerRows(before, after).map((entry) => ({
    ...entry,
    transactionId,
    paymentId: row.id,
    subjectKind: row.subjectKind,
    subjectId: row.subjectId,
    currency: after.receivedCurrency ?? after.currency,
    kind,
    at,
  }));
}

/** Whether an invoice or a note has to follow: issued by a job, so that no payment holds a lock on their numbers. */
export function wantsDocuments(before: Facts, after: Facts): boolean {
  const [was, is] = [earningsOf(before), earningsOf(after)];
  return was.earnedCents !== is.earnedCents || was.returnedCents !== is.returnedCents;
}
