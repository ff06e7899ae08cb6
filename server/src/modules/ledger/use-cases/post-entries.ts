import { randomUUID } from 'node:crypto';
import type { LedgerAccount } from '@vialproof/contract/ledger';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { LedgerContext } from '../ledger.service.ts';
import { insertEntries } from '../ledger.store.ts';
import type { NewEntry } from '../ledger.tables.ts';

/** Posts whole transactions: the entries of each sum to zero in its currency, or the database refuses them at the commit. */
export function postEntries(_: LedgerContext, tx: Tx, entries: NewEntry[]): Promise<void> {
  return insertEntries(tx, entries);
}

/** What a group owes to the sender of its vial, or paid out to them, in cents. */
type Payout = { groupId: string; cents: number; at: Date };

/** Shipping and vial, taken out of the revenue, are owed to the sender. */
export function bookOwed(_: LedgerContext, tx: Tx, payout: Payout): Promise<void> {
  return transfer(tx, 'owed', payout, 'revenue', 'owed');
}

/** What was owed has left the bank account. */
export function bookPayout(_: LedgerContext, tx: Tx, payout: Payout): Promise<void> {
  return transfer(tx, 'payout', payout, 'owed', 'bank');
}

function transfer(
  tx: Tx,
  kind: 'owed' | 'payout',
  { groupId, cents, at }: Payout,
  debit: LedgerAccount,
  credit: LedgerAccount,
): Promise<void> {
  const entry = {
    transactionId: randomUUID(),
    subjectKind: 'group' as const,
    subjectId: groupId,
    currency: 'usd',
    kind,
    at,
  };
  return insertEntries(tx, [
    { ...entry, account: debit, amountCents: cents },
    { ...entry, account: credit, amountCents: -cents },
  ]);
}
