import { useQuery } from '@tanstack/react-query';
import type { Payment, PaymentStatus } from '@vialproof/contract/checkout';
import { Link } from 'react-router';
import { paymentTones, providerNames } from '../../data/payments/words';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Instant, Money } from '../../ui/figures';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states';
import { Badge } from '../../ui/status-badge';
import { paymentsQuery } from './queries';
import { receiptAddress } from './receipt-address';

// An invoice is issued once money has come, and stays whatever becomes of it.
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
      Receipt<span className="sr-only"> for {payment.sku_name}</span>
    </Link>
  ) : (
    <a href={address.href} target="_blank" rel="noreferrer" className={linkClass}>
      Receipt<span className="sr-only"> for {payment.sku_name}, opens in a new tab</span>
    </a>
  );
}

function documents(payment: Payment) {
  const hasInvoice = invoiced.includes(payment.status);
  if (!hasInvoice && !payment.receipt_url) return <span className="text-ink-soft">–</span>;
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-4 gap-y-1 md:justify-start">
      <Receipt payment={payment} />
      {hasInvoice ? (
        <Link to={`/dashboard/billing/${payment.id}/invoice`} className={linkClass}>
          Invoice<span className="sr-only"> for {payment.sku_name}</span>
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
          cell: (payment) => <span className="wrap-anywhere font-medium">{payment.sku_name}</span>,
        },
        { header: 'Method', cell: (payment) => providerNames[payment.provider] },
        {
          header: 'Status',
          cell: (payment) => (
            <Badge tone={paymentTones[payment.status] ?? 'plain'}>
              {payment.status.replaceAll('_', ' ').toUpperCase()}
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
      {payments.data ? <Table payments={payments.data} /> : null}
      {payments.isPending ? (
        <div className="grid gap-3" aria-busy="true">
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} className="h-12" />
          ))}
        </div>
      ) : null}
      {payments.isError && !payments.data ? (
        <ErrorPanel
          message={payments.error.message}
          onRetry={() => void payments.refetch()}
          busy={payments.isFetching}
        />
      ) : null}
    </div>
  );
}
