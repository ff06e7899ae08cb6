import { randomUUID } from 'node:crypto';
import type { LedgerAccount } from '@vialproof/contract/ledger';
import type { NewEntry } from '../../ledger/ledger.service.ts';
import type { PaymentRow } from '../payments.tables.ts';
import type { Facts } from './payment-facts.ts';
import { dueCents, verdictOf } from './underpayment.ts';

/** The ledger accounts of a payment. */
export type Account = Exclude<LedgerAccount, 'owed' | 'bank'>;

/**
 * The balance of each account of a payment in cents; their sum is zero. provider: what the provider owes us. revenue:
 * the price we earned. excess: money above the price. held: money that does not pay anything yet. refunds: refunded
 * revenue. disputes: money that the bank took.
 */
export function balances(facts: Facts): Record<Account, number> {
  const { receivedCents: received, refundedCents: refunded } = facts;
  const verdict = received > 0 ? verdictOf(facts) : 'underpaid';
  const held = verdict === 'underpaid' ? received : 0;
  const excess = verdict === 'overpaid' ? received - dueCents(facts) : 0;
  const revenue = received - held - excess;
  const disputed =
    facts.dispute === 'open' || facts.dispute === 'lost' ? Math.max(0, received - refunded) : 0;
  // An underpayment is no revenue, so its refund comes from the account `held`.
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

/** How many cents of a payment we earned and refunded. Its documents show both. */
export function earningsOf(facts: Facts): { earnedCents: number; returnedCents: number } {
  const { revenue, refunds } = balances(facts);
  return { earnedCents: -revenue, returnedCents: refunds };
}

/** The rows of the accounts for a change. Empty if no money moved. */
export function ledgerRows(before: Facts, after: Facts): { account: Account; amountCents: number }[] {
  const was = balances(before);
  return Object.entries(balances(after))
    .map(([account, cents]) => ({
      account: account as Account,
      amountCents: cents - was[account as Account],
    }))
    .filter((row) => row.amountCents !== 0);
}

/** The rows of the accounts for a change, as one transaction. */
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

/** Whether a change needs an invoice or a note. A job makes it, so that the lock on the numbers is short. */
export function wantsDocuments(before: Facts, after: Facts): boolean {
  const [was, is] = [earningsOf(before), earningsOf(after)];
  return was.earnedCents !== is.earnedCents || was.returnedCents !== is.returnedCents;
}
