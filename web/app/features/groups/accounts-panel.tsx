import { useQuery } from '@tanstack/react-query';
import type { GroupAccounts } from '@vialproof/contract/group-tests';
import { amountWords } from '@vialproof/science/money/money';
import { DataTable } from '../../ui/data-table';
import { Instant, Money } from '../../ui/figures';
import { QueryView } from '../../ui/query-view';
import { Badge } from '../../ui/status-badge';
import { PersonName } from './person-name';
import { accountsQuery } from './queries';

const tones = { open: 'wait', due: 'wait', paid: 'good', dropped: 'plain', refunded: 'plain' } as const;
const movementWords = {
  charge: 'Paid',
  refund: 'Given back',
  dispute: 'Disputed',
  owed: 'Owed to the sender',
  payout: 'Paid out to the sender',
};

/** Whether a share is underpaid and an admin must still decide about it. */
const waits = ({ status, payment_status, received_cents }: GroupAccounts['shares'][number]) =>
  status === 'due' && payment_status !== 'paid' && payment_status !== 'overpaid' && received_cents > 0;

/** All shares of a group and all its movements of money. */
export default function AccountsPanel({ id }: { id: string }) {
  return <QueryView query={useQuery(accountsQuery(id))}>{(data) => <Accounts data={data} />}</QueryView>;
}

function Accounts({ data }: { data: GroupAccounts }) {
  const isGivenBack = data.shares.some(({ status }) => status === 'refunded');
  return (
    <div className="grid gap-8">
      {isGivenBack ? (
        <p key="back">Everything that was paid goes back to whoever paid it.</p>
      ) : (
        <p>
          <Money cents={data.paid_cents} className="font-medium" /> of <Money cents={data.cost_cents} /> paid.
        </p>
      )}
      {data.shares.length > 0 ? (
        <DataTable
          caption="Shares"
          rows={data.shares}
          rowKey={(row) => `${row.seat} ${row.status} ${row.display_name} ${row.pay_by}`}
          columns={[
            { header: 'Seat', cell: (row) => <span className="figures">{row.seat}</span> },
            {
              header: 'Member',
              cell: (row) => (
                <span className="wrap-anywhere">
                  <PersonName name={row.display_name ?? 'Open'} isStaff={row.is_staff} />
                  {row.is_yours ? <span> (you)</span> : null}
                </span>
              ),
            },
            { header: 'Share', numeric: true, cell: (row) => <Money cents={row.amount_cents} /> },
            {
              header: 'Status',
              cell: (row) => (
                <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 wide:justify-start">
                  <Badge tone={tones[row.status]}>{row.status.toUpperCase()}</Badge>
                  {waits(row) ? (
                    <span className="text-ink-soft text-sm">
                      {`${amountWords(row.received_cents, row.received_currency)} arrived, an admin decides`}
                    </span>
                  ) : null}
                </span>
              ),
            },
            {
              header: 'Pay by',
              cell: (row) =>
                row.status === 'due' && row.pay_by && !waits(row) ? <Instant at={row.pay_by} exact /> : '–',
            },
          ]}
        />
      ) : (
        <p className="text-ink-soft">Shares are fixed when the group is locked.</p>
      )}
      {data.movements.length > 0 ? (
        <DataTable
          caption="Movements"
          showCaption
          rows={data.movements}
          rowKey={(row) => `${row.at} ${row.kind} ${row.display_name} ${row.amount_cents}`}
          columns={[
            { header: 'When', cell: (row) => <Instant at={row.at} exact /> },
            { header: 'What', cell: (row) => movementWords[row.kind] },
            {
              header: 'Who',
              cell: (row) => (
                <span className="wrap-anywhere">
                  <PersonName name={row.display_name ?? '–'} isStaff={row.is_staff} />
                </span>
              ),
            },
            { header: 'Amount', numeric: true, cell: (row) => <Money cents={row.amount_cents} /> },
          ]}
        />
      ) : null}
      {data.payout ? (
        <p className="wrap-anywhere text-ink-soft">
          <Money cents={data.payout.amount_cents} />
          <span> for shipping and vial </span>
          {data.payout.paid_at ? (
            <span key="paid">
              was paid out to <PersonName name={data.payout.display_name} isStaff={data.payout.is_staff} /> on{' '}
              <Instant at={data.payout.paid_at} />.
            </span>
          ) : (
            <span key="owed">
              <span>is owed to </span>
              <PersonName name={data.payout.display_name} isStaff={data.payout.is_staff} />
              {data.payout.payable_from ? (
                <span>
                  , and is paid out from <Instant at={data.payout.payable_from} exact /> on
                </span>
              ) : null}
              <span>.</span>
            </span>
          )}
        </p>
      ) : null}
    </div>
  );
}
