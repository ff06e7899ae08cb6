import { useQuery } from '@tanstack/react-query';
import type { Payment, PaymentStatus } from '@vialproof/contract/checkout';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Instant, Money } from '../../ui/figures';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states';
import { Badge } from '../../ui/status-badge';
import { paymentsQuery } from './queries';

const providers: Record<Payment['provider'], string> = { stripe: 'Card', coinbase: 'Crypto' };

const tones: Partial<Record<PaymentStatus, 'good' | 'wait' | 'bad'>> = {
  paid: 'good',
  overpaid: 'good',
  processing: 'wait',
  underpaid: 'wait',
  refund_pending: 'wait',
  failed: 'bad',
  disputed: 'bad',
};

/** Receipts stand at the provider or at our own address: an ordinary web address, or no link at all. */
function receiptHref(address: string | null): string | null {
  const url = address ? URL.parse(address, window.location.origin) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

function receipt(payment: Payment) {
  const href = receiptHref(payment.receipt_url);
  if (!href) return <span className="text-ink-soft">–</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="text-accent underline underline-offset-4 hover:text-accent-strong"
    >
      Receipt<span className="sr-only"> for {payment.sku_name}, opens in a new tab</span>
    </a>
  );
}

function Table({ payments }: { payments: Payment[] }) {
  if (payments.length === 0) {
    return (
      <EmptyState title="No payments yet" action={<Button to="/request">Request a test</Button>}>
        Each payment you begin is listed here, with its receipt once it is paid.
      </EmptyState>
    );
  }
  return (
    <DataTable
      caption="Payments, newest first"
      rows={payments}
      rowKey={(payment) => payment.id}
      columns={[
        { header: 'Date', cell: (payment) => <Instant at={payment.created_at} /> },
        { header: 'Test', cell: (payment) => <span className="font-medium">{payment.sku_name}</span> },
        { header: 'Method', cell: (payment) => providers[payment.provider] },
        {
          header: 'Status',
          cell: (payment) => (
            <Badge tone={tones[payment.status] ?? 'plain'}>
              {payment.status.replaceAll('_', ' ').toUpperCase()}
            </Badge>
          ),
        },
        { header: 'Amount', numeric: true, cell: (payment) => <Money cents={payment.amount_cents} /> },
        { header: 'Receipt', cell: receipt },
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
