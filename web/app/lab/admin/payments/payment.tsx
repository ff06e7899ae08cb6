import { useQuery } from '@tanstack/react-query';
import { methodFacts } from '@vialproof/contract/payment-methods';
import type { StaffPaymentDetail } from '@vialproof/contract/payments-staff';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paymentTones } from '../../../data/payments/words';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { routeId } from '../../../lib/route-id';
import { BackLink } from '../../../ui/back-link';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { Facts } from '../../../ui/data-table';
import { Instant } from '../../../ui/figures';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { EmptyState } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { Panel } from '../../panel';
import { History } from '../audit/history';
import type { Route } from './+types/payment';
import { Amount } from './amount';
import { PaymentDecision } from './decision';
import { EventsTable } from './events';
import { LedgerTable } from './ledger-table';
import { paymentQuery } from './queries';
import { Refunds } from './refunds';
import { decisionWords } from './words';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(paymentQuery(routeId(params)))]);

export const meta = signedInMeta('Payment');

function Head({ payment }: { payment: StaffPaymentDetail }) {
  const { decision, status, subject, reference } = payment;
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="grid min-w-0 gap-3">
        <p className="text-5xl leading-none">
          <Amount cents={payment.amount_cents} currency={payment.currency} />
        </p>
        <h1 className="wrap-anywhere font-medium text-xl">
          <span>{payment.description}</span>
          {reference && subject.kind === 'order' ? (
            <span>
              {', '}
              <Link to={`/lab/requests/${subject.id}`} className="link">
                task <span className="figures">{reference}</span>
              </Link>
            </span>
          ) : null}
        </h1>
      </div>
      <div className="flex flex-wrap gap-2">
        {decision ? <Badge tone="bad">{decisionWords[decision].toUpperCase()}</Badge> : null}
        {decision === status ? null : (
          <Badge tone={paymentTones[status] ?? 'plain'}>{status.replaceAll('_', ' ').toUpperCase()}</Badge>
        )}
      </div>
    </header>
  );
}

function Figures({ payment }: { payment: StaffPaymentDetail }) {
  const { received_currency: currency } = payment;
  const optional: [string, number][] = [
    ['Taken as the price', payment.accepted_cents ?? 0],
    ['On its way back', payment.refunding_cents],
    ['Given back', payment.refunded_cents],
  ];
  const items = [
    { label: 'Due', value: <Amount cents={payment.amount_cents} currency={payment.currency} /> },
    { label: 'Received', value: <Amount cents={payment.received_cents} currency={currency} /> },
    ...optional
      .filter(([, cents]) => cents > 0)
      .map(([label, cents]) => ({ label, value: <Amount cents={cents} currency={currency} /> })),
    { label: 'Can go back', value: <Amount cents={payment.refundable_cents} currency={currency} /> },
  ];
  return (
    <div className="text-xl">
      <Facts items={items} />
    </div>
  );
}

function copied(id: string | null, label: string): ReactNode {
  if (!id) return null;
  return (
    <span className="figures flex items-center gap-1 break-all text-sm">
      {id}
      <CopyButton text={id} label={`Copy the ${label}`} />
    </span>
  );
}

/** The receipt of the payment provider: a link if the receipt is an ordinary web address, otherwise nothing. */
function receipt({ receipt_url: address }: StaffPaymentDetail): ReactNode {
  const url = address ? URL.parse(address, window.location.origin) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  return (
    <a href={url.href} target="_blank" rel="noreferrer" className="link">
      The customer’s receipt<span className="sr-only">, opens in a new tab</span>
    </a>
  );
}

const when = (at: string | null): ReactNode => (at ? <Instant at={at} exact /> : null);

function About({ payment }: { payment: StaffPaymentDetail }) {
  const open = payment.status === 'pending';
  const items: [string, ReactNode][] = [
    [
      'Customer',
      <span key="customer" className="break-all">
        {payment.customer_email}
      </span>,
    ],
    ['Method', methodFacts[payment.provider].title],
    ['Begun', when(payment.created_at)],
    ['Page open until', open ? when(payment.expires_at) : null],
    ['Money came', when(payment.settled_at)],
    ['Provider last asked', when(payment.checked_at)],
    ['Dispute', payment.dispute],
    ['Why it failed', payment.failure_reason],
    ['Invoice', payment.invoice_number],
    ['Receipt', receipt(payment)],
    ['Payment id', copied(payment.id, 'payment id')],
    ['Provider’s session', copied(payment.provider_session_id, 'session id')],
    ['Provider’s payment', copied(payment.provider_payment_id, 'provider’s payment id')],
  ];
  return (
    <dl className="grid gap-x-8 sm:grid-cols-[12rem_minmax(0,1fr)]">
      {items
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="label border-rule pt-2 sm:border-t sm:py-2.5">{label}</dt>
            <dd className="min-w-0 break-words border-rule max-sm:border-b max-sm:pb-2 sm:border-t sm:py-2">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Screen({ payment }: { payment: StaffPaymentDetail }) {
  return (
    <>
      <Head payment={payment} />
      <PaymentDecision payment={payment} />
      <Figures payment={payment} />
      {payment.refunds.length > 0 ? (
        <Panel title="Refunds">
          <Refunds payment={payment} />
        </Panel>
      ) : null}
      <Panel
        title="Ledger"
        aside={
          <Link to={`/lab/payments/ledger/${payment.subject.id}`} className="link">
            All payments of this order
          </Link>
        }
      >
        <LedgerTable entries={payment.entries} balances={payment.balances} />
      </Panel>
      <Panel title="What the provider told">
        {payment.events.length > 0 ? (
          <EventsTable events={payment.events} ofOne />
        ) : (
          <p className="text-ink-soft">No event about this payment has come.</p>
        )}
      </Panel>
      <Panel title="Details">
        <About payment={payment} />
      </Panel>
      <Panel title="Who did and saw what">
        <History subjectId={payment.id} nothing="Nobody has done anything with this payment." />
      </Panel>
    </>
  );
}

/** The page of one payment: its state, its actions and its details. */
export default function Payment({ params: { id } }: Route.ComponentProps) {
  const payment = useQuery(paymentQuery(id));
  return (
    <div className="grid gap-8">
      <BackLink to="/lab/payments">Payments</BackLink>
      <QueryView
        query={payment}
        heading="Payment"
        skeleton={<SkeletonLines lines={4} height="h-28" />}
        absent={
          <EmptyState
            title="No such payment"
            action={<Button to="/lab/payments?view=all">All payments</Button>}
          />
        }
      >
        {(data) => <Screen key={id} payment={data} />}
      </QueryView>
    </div>
  );
}
