import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PAYMENT_STATUSES } from '@vialproof/contract/checkout';
import type { StaffPayment } from '@vialproof/contract/payments-staff';
import { Link, useSearchParams } from 'react-router';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { useEager } from '../../../ui/eager';
import { Instant } from '../../../ui/figures';
import { Select } from '../../../ui/inputs';
import { SearchBox } from '../../../ui/search-box';
import { EmptyState } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { listAddress, pageIn } from '../address';
import { Missing } from '../loading';
import { PageTurner } from '../page-turner';
import type { Route } from './+types/payments';
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

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(paymentsQuery(readFilter(url.searchParams)))]);

export const meta = signedInMeta('Payments');

function Line({ payment }: { payment: StaffPayment }) {
  const { status, decision, received_currency: currency } = payment;
  const due = <Amount cents={payment.amount_cents} currency={payment.currency} />;
  const isExact = payment.received_cents === payment.amount_cents && currency === payment.currency;
  return (
    <li className="relative grid items-start gap-x-8 gap-y-2 border-rule border-b py-4 has-[a:hover]:bg-wash md:grid-cols-[minmax(0,1fr)_10rem_10rem] lg:grid-cols-[minmax(0,1fr)_13rem_12rem]">
      <div className="grid min-w-0 gap-0.5">
        <Link
          to={`/lab/payments/${payment.id}`}
          className="wrap-anywhere font-medium underline decoration-edge underline-offset-4 after:absolute after:inset-0 hover:text-accent"
        >
          {payment.reference ? <span className="figures">#{payment.reference}</span> : null}{' '}
          {payment.description}
        </Link>
        <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
          <span className="break-all">{payment.customer_email}</span>
          <span>
            {providers[payment.provider]}, <Instant at={payment.created_at} />
          </span>
        </p>
      </div>
      <p className="flex flex-wrap gap-1.5 max-md:order-last">
        {decision ? <Badge tone="bad">{decisionWords[decision].toUpperCase()}</Badge> : null}
        {decision === status ? null : (
          <Badge tone={statusTones[status] ?? 'plain'}>{status.replaceAll('_', ' ').toUpperCase()}</Badge>
        )}
      </p>
      <div className="grid gap-0.5 md:text-right">
        {payment.received_cents === 0 || isExact ? (
          <p>{due}</p>
        ) : (
          <p>
            <Amount cents={payment.received_cents} currency={currency} />{' '}
            <span className="text-ink-soft text-sm">of {due}</span>
          </p>
        )}
        {payment.refunded_cents > 0 ? (
          <p className="text-ink-soft text-sm">
            <Amount cents={payment.refunded_cents} currency={currency} /> given back
          </p>
        ) : null}
      </div>
    </li>
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

  return (
    <div className="grid gap-6">
      <MoneyHead here={filter.view} />
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
        <div
          aria-busy={payments.isPlaceholderData}
          className={`grid gap-6 ${payments.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {payments.data.data.length > 0 ? (
            <ul className="border-rule border-t">
              {payments.data.data.map((payment) => (
                <Line key={payment.id} payment={payment} />
              ))}
            </ul>
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
