import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PAYMENT_STATUSES } from '@vialproof/contract/checkout';
import type { StaffPayment } from '@vialproof/contract/payments.staff';
import { Link, useSearchParams } from 'react-router';
import type { AreaModule } from '../../../lib/area';
import { Button } from '../../../ui/button';
import { DataTable } from '../../../ui/data-table';
import { useEager } from '../../../ui/eager';
import { Instant } from '../../../ui/figures';
import { Select } from '../../../ui/inputs';
import { SearchBox } from '../../../ui/search-box';
import { EmptyState } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { listAddress, pageIn } from '../address';
import { Missing } from '../loading';
import { PageTurner } from '../page-turner';
import { Amount } from './amount';
import { MoneyHead } from './head';
import { type PaymentsFilter, paymentsQuery } from './queries';
import { decisionWords, providers, statusTones } from './words';

function readFilter(search: URLSearchParams): PaymentsFilter {
  const status = search.get('status') ?? '';
  return {
    view: search.get('view') === 'all' ? 'all' : 'decisions',
    status: PAYMENT_STATUSES.find((one) => one === status) ?? '',
    q: (search.get('q') ?? '').trim().slice(0, 200),
    page: pageIn(search),
  };
}

const address = ({ view, ...filter }: PaymentsFilter) =>
  listAddress('/lab/payments', { view: view === 'all' ? view : '', ...filter });

export const prefetch: AreaModule['prefetch'] =
  ({ search }) =>
  (queries) => [queries.prefetchQuery(paymentsQuery(readFilter(search)))];

function name(payment: StaffPayment) {
  return (
    <Link
      to={`/lab/payments/${payment.id}`}
      className="-my-1 inline-flex min-h-12 flex-col items-end justify-center text-accent hover:text-accent-strong md:items-start"
    >
      <span className="figures underline underline-offset-4">
        {payment.reference ? `#${payment.reference}` : payment.id.slice(0, 8)}
      </span>
      <span className="text-ink-soft text-sm">{payment.description}</span>
    </Link>
  );
}

function state({ status, decision }: StaffPayment) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5 md:justify-start">
      {decision ? <Badge tone="bad">{decisionWords[decision].toUpperCase()}</Badge> : null}
      {decision === status ? null : (
        <Badge tone={statusTones[status] ?? 'plain'}>{status.replaceAll('_', ' ').toUpperCase()}</Badge>
      )}
    </span>
  );
}

function Table({ payments }: { payments: StaffPayment[] }) {
  return (
    <DataTable
      caption="Payments"
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Payment', cell: name },
        { header: 'State', cell: state },
        { header: 'Customer', cell: (one) => <span className="break-all">{one.customer_email}</span> },
        { header: 'Method', cell: (one) => providers[one.provider] },
        {
          header: 'Due',
          numeric: true,
          cell: (one) => <Amount cents={one.amount_cents} currency={one.currency} />,
        },
        {
          header: 'Received',
          numeric: true,
          cell: (one) =>
            one.received_cents > 0 ? (
              <Amount cents={one.received_cents} currency={one.received_currency} />
            ) : (
              '–'
            ),
        },
        {
          header: 'Given back',
          numeric: true,
          cell: (one) =>
            one.refunded_cents > 0 ? (
              <Amount cents={one.refunded_cents} currency={one.received_currency} />
            ) : (
              '–'
            ),
        },
        {
          header: 'Begun',
          cell: (one) => (
            <span className="whitespace-nowrap">
              <Instant at={one.created_at} />
            </span>
          ),
        },
      ]}
    />
  );
}

function Nothing({ filter }: { filter: PaymentsFilter }) {
  if (filter.q || filter.status) {
    return (
      <EmptyState
        title="No payment fits"
        action={
          <Button to={address({ ...filter, q: '', status: '', page: 1 })} variant="secondary">
            Clear the search
          </Button>
        }
      >
        The search looks at task number, e-mail address, test, and the ids of payment, order and provider.
      </EmptyState>
    );
  }
  return filter.view === 'all' ? (
    <EmptyState title="No payments yet">Each payment that somebody begins is listed here.</EmptyState>
  ) : (
    <EmptyState title="Nothing waits for a decision">
      Payments that came short, or too much, that a bank disputes, or whose refund failed appear here.
    </EmptyState>
  );
}

/** Payments that need a decision, or all. */
export default function Payments() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const payments = useQuery({ ...paymentsQuery(filter), placeholderData: keepPreviousData });
  const set = (name: 'q' | 'status') => (value: string) =>
    setParams(new URL(address({ ...filter, [name]: value, page: 1 }), window.location.origin).searchParams, {
      replace: true,
      preventScrollReset: true,
    });
  const [status, setStatus] = useEager<string>(filter.status, set('status'));
  const waiting = payments.data && Object.values(payments.data.decisions).reduce((sum, n) => sum + n, 0);

  return (
    <div className="grid gap-6">
      <MoneyHead here={filter.view} waiting={waiting} />
      <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <SearchBox
          label="Find a payment"
          placeholder="Task number, e-mail, test, id…"
          value={filter.q}
          onSearch={set('q')}
          name="q"
        />
        {filter.view === 'all' ? (
          <Select label="Status" value={status} onChange={(event) => setStatus(event.target.value)}>
            <option value="">All</option>
            {PAYMENT_STATUSES.map((one) => (
              <option key={one} value={one}>
                {one.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        ) : null}
      </div>
      {payments.data ? (
        <div className={`grid gap-6 ${payments.isPlaceholderData ? 'opacity-60' : ''}`}>
          {payments.data.data.length > 0 ? (
            <Table payments={payments.data.data} />
          ) : (
            <Nothing filter={filter} />
          )}
          <PageTurner
            pagination={payments.data.pagination}
            nouns={['payment', 'payments']}
            addressOf={(page) => address({ ...filter, page })}
          />
        </div>
      ) : null}
      <Missing query={payments} rows={6} />
    </div>
  );
}
