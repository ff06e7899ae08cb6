import type { LedgerBalance, LedgerEntry } from '@vialproof/contract/ledger';
import type { EntryRow } from './ledger.tables.ts';

/** The rows of the accounts in order, and the balance of each account, by currency. */
export function presentEntries(rows: EntryRow[]): { entries: LedgerEntry[]; balances: LedgerBalance[] } {
  return { entries: rows.map(presentEntry), balances: presentBalances(rows) };
}

function presentEntry(row: EntryRow): LedgerEntry {
  return {
    id: row.id,
    transaction_id: row.transactionId,
    payment_id: row.paymentId,
    account: row.account,
    amount_cents: row.amountCents,
    currency: row.currency,
    kind: row.kind,
    at: row.at.toISOString(),
  };
}

function presentBalances(rows: EntryRow[]): LedgerBalance[] {
  const sums = new Map<string, LedgerBalance>();
  for (const { account, currency, amountCents } of rows) {
    const key = `${account} ${currency}`;
    const sum = sums.get(key) ?? { account, currency, amount_cents: 0 };
    sum.amount_cents += amountCents;
    sums.set(key, sum);
  }
  return [...sums.values()];
}
