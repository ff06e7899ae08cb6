import { randomUUID } from 'node:crypto';
import type { LedgerAccount } from '@vialproof/contract/ledger';
import type { NewEntry } from '../../ledger/ledger.service.ts';
import type { PaymentRow } from '../payments.tables.ts';
import type { Facts } from './payment-facts.ts';
import { dueCents, verdictOf } from './underpayment.ts';

/** The accounts of one payment. Money owed to the sender of a vial belongs to no payment. */
export type Account = Exclude<LedgerAccount, 'owed' | 'bank'>;

/**
 * The balance of each account of a payment, in cents of the received currency; all balances add up to zero. provider:
 * money that the provider owes us. revenue: the price we earned. excess: money above the price. held: received money
 * that pays for nothing yet. refunds: revenue that was refunded. disputes: money that the bank withdrew.
 */
export function balances(facts: Facts): Record<Account, number> {
  const { receivedCents: received, refundedCents: refunded } = facts;
  const verdict = received > 0 ? verdictOf(facts) : 'underpaid';
  const held = verdict === 'underpaid' ? received : 0;
  const excess = verdict === 'overpaid' ? received - dueCents(facts) : 0;
  const revenue = received - held - excess;
  const disputed =
    facts.dispute === 'open' || facts.dispute === 'lost' ? Math.max(0, received - refunded) : 0;
  // A refund of an underpaid payment comes from the money that was not earned.
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

/** The amounts for a payment's documents, in positive cents: the earned money, and the part of it that was refunded. */
export function earningsOf(facts: Facts): { earnedCents: number; returnedCents: number } {
  const { revenue, refunds } = balances(facts);
  return { earnedCents: -revenue, returnedCents: refunds };
}

/** The ledger rows for a change of a payment's facts; empty if no money moved. */
export function ledgerRows(before: Facts, after: Facts): { account: Account; amountCents: number }[] {
  const was = balances(before);
  return Object.entries(balances(after))
    .map(([account, cents]) => ({
      account: account as Account,
      amountCents: cents - was[account as Account],
    }))
    .filter((row) => row.amountCents !== 0);
}

/** The ledger entries for a change of a payment's facts; they belong to one ledger transaction. */
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

/**
 * Whether a change of facts requires an invoice or a note. A job issues it, so that no payment holds the lock on
 * document numbers.
 */
export function wantsDocuments(before: Facts, after: Facts): boolean {
  const [was, is] = [earningsOf(before), earningsOf(after)];
  return was.earnedCents !== is.earnedCents || was.returnedCents !== is.returnedCents;
}
