import type { LedgerBalance, LedgerEntry } from '@vialproof/contract/ledger';
import { Instant } from '../../../ui/figures';
import { Amount } from './amount';
import { accountWords, kindWords } from './words';

type Row = Pick<LedgerEntry, 'account' | 'currency' | 'amount_cents'>;

const cell = 'py-2 align-baseline';

function Lines({ rows }: { rows: Row[] }) {
  return rows.map(({ account, currency, amount_cents: cents }) => (
    <tr key={`${account} ${currency} ${cents}`} className="border-rule border-b">
      <th scope="row" className={`${cell} pr-3 font-normal`}>
        {accountWords[account]}
      </th>
      <td className={`${cell} text-right`}>
        {cents > 0 ? <Amount cents={cents} currency={currency} /> : null}
      </td>
      <td className={`${cell} pl-3 text-right`}>
        {/* This is not `-cents`, because a balance of zero would become minus zero. */}
        {cents > 0 ? null : <Amount cents={Math.abs(cents)} currency={currency} />}
      </td>
    </tr>
  ));
}

function transactions(entries: LedgerEntry[]): LedgerEntry[][] {
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    groups.set(entry.transaction_id, [...(groups.get(entry.transaction_id) ?? []), entry]);
  }
  return [...groups.values()];
}

/** The ledger in double entry, oldest entry first: in each transaction, debits and credits are equal. */
export function LedgerTable({ entries, balances }: { entries: LedgerEntry[]; balances: LedgerBalance[] }) {
  if (entries.length === 0) return <p className="text-ink-soft">No money has moved.</p>;
  const title = 'pt-5 pb-1 text-left font-medium';
  return (
    <table className="w-full border-collapse text-left max-sm:text-sm">
      <caption className="sr-only">Movements of money, oldest first, and what each account comes to</caption>
      <thead>
        <tr className="border-edge border-b">
          <th scope="col" className="label py-2 font-normal">
            Account
          </th>
          <th scope="col" className="label py-2 text-right font-normal">
            Debit
          </th>
          <th scope="col" className="label py-2 text-right font-normal">
            Credit
          </th>
        </tr>
      </thead>
      {transactions(entries).map(([first, ...others]) =>
        first ? (
          <tbody key={first.transaction_id}>
            <tr className="border-rule border-b">
              <th scope="rowgroup" colSpan={3} className={title}>
                {kindWords[first.kind]},{' '}
                <span className="font-normal text-ink-soft">
                  <Instant at={first.at} exact />
                </span>
              </th>
            </tr>
            <Lines rows={[first, ...others]} />
          </tbody>
        ) : null,
      )}
      <tbody>
        <tr className="border-edge border-b">
          <th scope="rowgroup" colSpan={3} className={title}>
            Balance now
          </th>
        </tr>
        <Lines rows={balances} />
      </tbody>
    </table>
  );
}
