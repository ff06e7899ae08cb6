import { randomUUID } from 'node:crypto';
import type { LedgerAccount } from '@vialproof/contract/ledger';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { LedgerContext } from '../ledger.service.ts';
import { insertEntries } from '../ledger.store.ts';
import type { NewEntry } from '../ledger.tables.ts';

/** Adds rows to the accounts. If the sum of a transaction is not zero, its commit fails. */
export function postEntries(_: LedgerContext, tx: Tx, entries: NewEntry[]): Promise<void> {
  return insertEntries(tx, entries);
}

/** Money that a group owes to the sender of its vial, in cents. */
type Payout = { groupId: string; cents: number; at: Date };

/** Adds to the accounts what a group owes the sender for shipping and vial. */
export function bookOwed(_: LedgerContext, tx: Tx, payout: Payout): Promise<void> {
  return transfer(tx, 'owed', payout, 'revenue', 'owed');
}

/** Adds to the accounts that the sender was paid. */
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
