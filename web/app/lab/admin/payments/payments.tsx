import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PAYMENT_STATUSES } from '@vialproof/contract/checkout';
import { methodFacts } from '@vialproof/contract/payment-methods';
import type { StaffPayment } from '@vialproof/contract/payments-staff';
import { Link } from 'react-router';
import { paymentTones } from '../../../data/payments/words';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Instant } from '../../../ui/figures';
import { Select } from '../../../ui/inputs';
import { ListView, useListFilter } from '../../../ui/list-page';
import { SkeletonLines } from '../../../ui/query-view';
import { SearchBox } from '../../../ui/search-box';
import { EmptyState } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import type { Route } from './+types/payments';
import { Amount } from './amount';
import { MoneyHead } from './head';
import { type PaymentsFilter, paymentsQuery, readPaymentsFilter } from './queries';
import { decisionWords } from './words';

export const handle: PageHandle = { query: ['view', 'status', 'q', 'page'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(paymentsQuery(readPaymentsFilter(url.searchParams)))]);

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
          {payment.reference ? <span className="figures">{`#${payment.reference}`}</span> : null}{' '}
          {payment.description}
        </Link>
        <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
          <span className="break-all">{payment.customer_email}</span>
          <span>
            {methodFacts[payment.provider].title}, <Instant at={payment.created_at} />
          </span>
        </p>
      </div>
      <p className="flex flex-wrap gap-1.5 max-md:order-last">
        {decision ? <Badge tone="bad">{decisionWords[decision].toUpperCase()}</Badge> : null}
        {decision === status ? null : (
          <Badge tone={paymentTones[status] ?? 'plain'}>{status.replaceAll('_', ' ').toUpperCase()}</Badge>
        )}
      </p>
      <div className="grid gap-0.5 md:text-right">
        {payment.received_cents === 0 || isExact ? (
          <p>{due}</p>
        ) : (
          <p>
            <Amount cents={payment.received_cents} currency={currency} />{' '}
            <span className="text-ink-soft text-sm">
              <span>of</span> {due}
            </span>
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

/** The payments that need a decision, or all payments. */
export default function Payments() {
  const list = useListFilter(readPaymentsFilter);
  const { filter, change } = list;
  const payments = useQuery({ ...paymentsQuery(filter), placeholderData: keepPreviousData });
  return (
    <div className="grid gap-6">
      <MoneyHead here={filter.view || 'decisions'} />
      <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <SearchBox
          label="Find a payment"
          placeholder="Task number, e-mail, test, id…"
          value={filter.q}
          onSearch={(q) => change({ q })}
          name="q"
        />
        {filter.view === 'all' ? (
          <Select
            label="Status"
            value={filter.status}
            onChange={(event) => change({ status: event.target.value as PaymentsFilter['status'] })}
          >
            <option value="">All</option>
            {PAYMENT_STATUSES.map((one) => (
              <option key={one} value={one}>
                {one.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        ) : null}
      </div>
      <ListView
        list={list}
        query={payments}
        nouns={['payment', 'payments']}
        noMatch={{
          clear: { q: '', status: '' },
          title: 'No payment fits',
          text: 'The search looks at task number, e-mail address, test, and the ids of payment, order and provider.',
        }}
        empty={
          filter.view === 'all' ? (
            <EmptyState title="No payments yet">Each payment that somebody begins is listed here.</EmptyState>
          ) : (
            <EmptyState title="Nothing waits for a decision">
              Payments that came short, or too much, that a bank disputes, or whose refund failed appear here.
            </EmptyState>
          )
        }
        skeleton={<SkeletonLines lines={6} />}
      >
        {(rows) => (
          <ul className="border-rule border-t">
            {rows.map((payment) => (
              <Line key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
}
