import type { LedgerBalance, LedgerEntry } from '@vialproof/contract/ledger';
import { DataTable } from '../../../ui/data-table';
import { Instant } from '../../../ui/figures';
import { Amount } from './amount';
import { accountWords, kindWords } from './words';

const side = (cents: number, currency: string) =>
  cents > 0 ? <Amount cents={cents} currency={currency} /> : '';

/** Double entry, oldest first: of each transaction debits and credits come to the same. */
export function LedgerTable({ entries, balances }: { entries: LedgerEntry[]; balances: LedgerBalance[] }) {
  if (entries.length === 0) return <p className="text-ink-soft">No money has moved.</p>;
  return (
    <div className="grid gap-8">
      <DataTable
        caption="Movements, oldest first"
        rows={entries}
        rowKey={({ id }) => String(id)}
        columns={[
          { header: 'When', cell: ({ at }) => <Instant at={at} exact /> },
          { header: 'What', cell: ({ kind }) => kindWords[kind] },
          { header: 'Account', cell: ({ account }) => accountWords[account] },
          {
            header: 'Debit',
            numeric: true,
            cell: ({ amount_cents, currency }) => side(amount_cents, currency),
          },
          {
            header: 'Credit',
            numeric: true,
            cell: ({ amount_cents, currency }) => side(-amount_cents, currency),
          },
        ]}
      />
      <DataTable
        caption="Balance of each account"
        showCaption
        rows={balances}
        rowKey={({ account, currency }) => `${account} ${currency}`}
        columns={[
          { header: 'Account', cell: ({ account }) => accountWords[account] },
          {
            header: 'Debit',
            numeric: true,
            cell: ({ amount_cents, currency }) => side(amount_cents, currency),
          },
          {
            header: 'Credit',
            numeric: true,
            cell: ({ amount_cents, currency }) => side(-amount_cents, currency),
          },
        ]}
      />
    </div>
  );
}
