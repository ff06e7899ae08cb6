import { useQuery } from '@tanstack/react-query';
import type { Payment, PaymentStatus } from '@vialproof/contract/checkout';
import { methodFacts } from '@vialproof/contract/payment-methods';
import { amountWords } from '@vialproof/science/money/money';
import { Link } from 'react-router';
import { paymentTones } from '../../data/payments/words';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Instant, Money } from '../../ui/figures';
import { QueryView, SkeletonLines } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Badge } from '../../ui/status-badge';
import { balanceReason, isReturning, shownStatus } from './payment-account';
import { paymentsQuery } from './queries';
import { receiptAddress } from './receipt-address';

// A payment has an invoice as soon as money has arrived, and keeps the invoice after refunds.
const invoiced: PaymentStatus[] = [
  'paid',
  'overpaid',
  'refund_pending',
  'partially_refunded',
  'refunded',
  'disputed',
];

const linkClass = 'text-accent underline underline-offset-4 hover:text-accent-strong';

function Receipt({ payment }: { payment: Payment }) {
  const address = receiptAddress(payment.receipt_url, window.location.origin);
  if (!address) return null;
  return address.isOurs ? (
    <Link to={address.href} className={linkClass}>
      Receipt<span className="sr-only">{` for ${payment.sku_name}`}</span>
    </Link>
  ) : (
    <a href={address.href} target="_blank" rel="noreferrer" className={linkClass}>
      Receipt<span className="sr-only">{` for ${payment.sku_name}, opens in a new tab`}</span>
    </a>
  );
}

/** What came in and what went back for one payment, with the reason. */
function Account({ payment }: { payment: Payment }) {
  const { received_currency: currency } = payment;
  const why = balanceReason(payment);
  if (!isReturning(payment)) return why ? <p className="max-w-prose text-ink-soft text-sm">{why}</p> : null;
  const balance = payment.received_cents - payment.refunded_cents - payment.refunding_cents;
  const lines: [string, number][] = [
    ['Paid', payment.received_cents],
    ['Returned', payment.refunded_cents],
    ['On its way back', payment.refunding_cents],
    ['Balance', balance],
  ];
  return (
    <details className="mt-1">
      <summary className="min-h-11 cursor-pointer content-center text-ink-soft text-sm sm:min-h-8">
        Paid and returned<span className="sr-only">{` for ${payment.sku_name}`}</span>
      </summary>
      <dl className="grid max-w-xs gap-1 py-2 text-sm">
        {lines.map(([label, cents]) =>
          label === 'On its way back' && cents === 0 ? null : (
            <div key={label} className="flex justify-between gap-6">
              <dt>{label}</dt>
              <dd className="figures">{amountWords(cents, currency)}</dd>
            </div>
          ),
        )}
      </dl>
      {why ? <p className="max-w-prose text-ink-soft text-sm">{why}</p> : null}
    </details>
  );
}

/** The page of the order or the group that the payment is for. */
function pageOf({ order_id, group_id }: Payment): string | null {
  if (order_id) return `/dashboard/tests/${order_id}`;
  return group_id && `/group-tests/${group_id}`;
}

function PaidFor({ payment }: { payment: Payment }) {
  const address = pageOf(payment);
  return (
    <span className="wrap-anywhere block text-left">
      {address ? (
        <Link to={address} className={linkClass}>
          {payment.task_number === null
            ? payment.sku_name
            : `Task #${payment.task_number}, ${payment.sku_name}`}
        </Link>
      ) : (
        <span className="font-medium">{payment.sku_name}</span>
      )}
      <Account payment={payment} />
    </span>
  );
}

/** The page on which the user pays again: that of the order, or that of the result's weeks on the home page. */
function payAddress(payment: Payment): string | null {
  return payment.kind === 'showcase' && payment.order_id
    ? `/dashboard/showcases?request_id=${payment.order_id}`
    : pageOf(payment);
}

function documents(payment: Payment) {
  const hasInvoice = invoiced.includes(payment.status);
  const pay = payment.status === 'pending' ? payAddress(payment) : null;
  if (pay) {
    return (
      <Link to={pay} className={linkClass}>
        Pay<span className="sr-only">{` for ${payment.sku_name}`}</span>
      </Link>
    );
  }
  if (!hasInvoice && !payment.receipt_url) return <span className="text-ink-soft">–</span>;
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-4 gap-y-1 md:justify-start">
      <Receipt payment={payment} />
      {hasInvoice ? (
        <Link to={`/dashboard/billing/${payment.id}/invoice`} className={linkClass}>
          Invoice<span className="sr-only">{` for ${payment.sku_name}`}</span>
        </Link>
      ) : null}
    </span>
  );
}

function Table({ payments }: { payments: Payment[] }) {
  if (payments.length === 0) {
    return (
      <EmptyState title="No payments yet" action={<Button to="/request">Request a test</Button>}>
        Each payment you begin is listed here, with its receipt and invoice once it is paid.
      </EmptyState>
    );
  }
  return (
    <DataTable
      caption="Payments, newest first"
      rows={payments}
      rowKey={(payment) => payment.id}
      columns={[
        {
          header: 'Date',
          cell: (payment) => (
            <span className="whitespace-nowrap">
              <Instant at={payment.created_at} />
            </span>
          ),
        },
        {
          header: 'Test',
          cell: (payment) => <PaidFor payment={payment} />,
        },
        { header: 'Method', cell: (payment) => methodFacts[payment.provider].title },
        {
          header: 'Status',
          cell: (payment) => (
            <Badge tone={paymentTones[shownStatus(payment)] ?? 'plain'}>
              {shownStatus(payment).replaceAll('_', ' ').toUpperCase()}
            </Badge>
          ),
        },
        { header: 'Amount', numeric: true, cell: (payment) => <Money cents={payment.amount_cents} /> },
        { header: 'Receipt', cell: documents },
      ]}
    />
  );
}

export function Billing() {
  const payments = useQuery(paymentsQuery);
  return (
    <div className="grid gap-8">
      <h1 className="display-2">Billing</h1>
      <QueryView query={payments} skeleton={<SkeletonLines lines={4} height="h-12" />}>
        {(items) => <Table payments={items} />}
      </QueryView>
    </div>
  );
}
