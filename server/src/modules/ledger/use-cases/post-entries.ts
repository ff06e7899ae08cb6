import { randomUUID } from 'node:crypto';
import type { LedgerAccount } from '@vialproof/contract/ledger';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { LedgerContext } from '../ledger.service.ts';
import { insertEntries } from '../ledger.store.ts';
import type { NewEntry } from '../ledger.tables.ts';

/** Posts whole transactions: the entries of each sum to zero in its currency, or the commit fails. */
export function postEntries(_: LedgerContext, tx: Tx, entries: NewEntry[]): Promise<void> {
  return insertEntries(tx, entries);
}

/** Money of a group for the sender of its vial, in cents. */
type Payout = { groupId: string; cents: number; at: Date };

/** Books shipping and vial from revenue as owed to the sender. */
export function bookOwed(_: LedgerContext, tx: Tx, payout: Payout): Promise<void> {
  return transfer(tx, 'owed', payout, 'revenue', 'owed');
}

/** Books money owed as paid from the bank account. */
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
