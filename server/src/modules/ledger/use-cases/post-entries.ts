import { randomUUID } from 'node:crypto';
import type { LedgerAccount } from '@vialproof/contract/ledger';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { LedgerContext } from '../ledger.service.ts';
import { insertEntries } from '../ledger.store.ts';
import type { NewEntry } from '../ledger.tables.ts';

/** Posts whole ledger transactions. The entries of each must sum to zero in its currency, or the commit fails. */
export function postEntries(_: LedgerContext, tx: Tx, entries: NewEntry[]): Promise<void> {
  return insertEntries(tx, entries);
}

/** Money that a group owes to the sender of its vial, in cents. */
type Payout = { groupId: string; cents: number; at: Date };

/** Books shipping and vial: the amount moves from revenue to money owed to the sender. */
export function bookOwed(_: LedgerContext, tx: Tx, payout: Payout): Promise<void> {
  return transfer(tx, 'owed', payout, 'revenue', 'owed');
}

/** Books a payout: money owed to the sender was paid from the bank account. */
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
