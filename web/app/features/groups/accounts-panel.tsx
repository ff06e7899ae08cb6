import { useQuery } from '@tanstack/react-query';
import type { GroupAccounts } from '@vialproof/contract/group-tests';
import { amountWords, formatMoney } from '@vialproof/science/money/money';
import { DataTable } from '../../ui/data-table';
import { Details } from '../../ui/details';
import { Instant, Money } from '../../ui/figures';
import { QueryView } from '../../ui/query-view';
import { Badge } from '../../ui/status-badge';
import { PersonName } from './person-name';
import { accountsQuery } from './queries';
import { entries } from './words';

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

const isDue = (share: GroupAccounts['shares'][number]) => share.status === 'due' && !waits(share);

/** All shares of a group, and below them, closed, all its payments. */
export default function AccountsPanel({ id, isSender }: { id: string; isSender: boolean }) {
  return (
    <QueryView query={useQuery(accountsQuery(id))}>
      {(data) => (
        <div className="grid gap-3">
          <Shares data={data} />
          {isSender ? <Payout payout={data.payout} /> : null}
          <div className="border-rule border-b">
            <Details title="Movements of money" note={entries(data.movements.length)}>
              <Movements movements={data.movements} />
              {isSender ? null : <Payout payout={data.payout} />}
            </Details>
          </div>
        </div>
      )}
    </QueryView>
  );
}

/** The time until which all unpaid shares must be paid, if they have the same. */
function commonPayBy(shares: GroupAccounts['shares']): string | null {
  const times = new Set(shares.filter((share) => isDue(share)).map(({ pay_by }) => pay_by));
  return times.size === 1 ? ([...times][0] ?? null) : null;
}

function Shares({ data }: { data: GroupAccounts }) {
  const { shares, paid_cents: paid, cost_cents: cost } = data;
  const isGivenBack = shares.some(({ status }) => status === 'refunded');
  const payBy = commonPayBy(shares);
  return (
    <>
      {isGivenBack ? (
        <p key="back">Everything that was paid goes back to whoever paid it.</p>
      ) : (
        <p>
          <span>{`${formatMoney(paid)} of ${formatMoney(cost)} paid.`}</span>
          {payBy ? (
            <span>
              <span> Unpaid shares are to be paid by </span>
              <Instant at={payBy} exact />
              <span>.</span>
            </span>
          ) : null}
        </p>
      )}
      <ol aria-label="Shares" className="border-rule border-t">
        {shares.map((share) => (
          <li
            key={`${share.seat} ${share.status} ${share.display_name} ${share.pay_by}`}
            className="flex min-h-11 flex-wrap items-center gap-x-3 border-rule border-b py-1.5 last:border-b-0"
          >
            <span className="figures w-[2ch] shrink-0 text-right text-ink-soft text-sm">{share.seat}</span>
            <span className="wrap-anywhere min-w-0 flex-1 basis-24 leading-snug">
              <PersonName name={share.display_name ?? 'Open'} isStaff={share.is_staff} />
              {share.is_yours ? <span> (you)</span> : null}
            </span>
            <Money cents={share.amount_cents} />
            <Badge tone={tones[share.status]}>{share.status.toUpperCase()}</Badge>
            {waits(share) ? (
              <span className="w-full text-ink-soft text-sm">
                {`${amountWords(share.received_cents, share.received_currency)} arrived, an admin decides`}
              </span>
            ) : isDue(share) && share.pay_by && !payBy ? (
              <span className="w-full text-ink-soft text-sm">
                <span>Pay by </span>
                <Instant at={share.pay_by} exact />
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </>
  );
}

function Movements({ movements }: Pick<GroupAccounts, 'movements'>) {
  if (movements.length === 0) return <p className="text-ink-soft">No money has moved yet.</p>;
  return (
    <DataTable
      caption="Movements"
      rows={movements}
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
  );
}

/** The money for the parcel and the vial, which the sender gets. */
function Payout({ payout }: Pick<GroupAccounts, 'payout'>) {
  if (!payout) return null;
  return (
    <p className="wrap-anywhere text-ink-soft">
      <Money cents={payout.amount_cents} />
      <span> for shipping and vial </span>
      {payout.paid_at ? (
        <span key="paid">
          was paid out to <PersonName name={payout.display_name} isStaff={payout.is_staff} /> on{' '}
          <Instant at={payout.paid_at} />.
        </span>
      ) : (
        <span key="owed">
          <span>is owed to </span>
          <PersonName name={payout.display_name} isStaff={payout.is_staff} />
          {payout.payable_from ? (
            <span>
              , and is paid out from <Instant at={payout.payable_from} exact /> on
            </span>
          ) : null}
          <span>.</span>
        </span>
      )}
    </p>
  );
}
