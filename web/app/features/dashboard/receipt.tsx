import { useQuery } from '@tanstack/react-query';
import type { Receipt } from '@vialproof/contract/invoices';
import { methodFacts } from '@vialproof/contract/payment-methods';
import type { ReactNode } from 'react';
import { useConfig } from '../../lib/config';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { Instant, Money } from '../../ui/figures';
import { PrintButton, PrintSheet } from '../../ui/print-sheet';
import { QueryView } from '../../ui/query-view';
import { EmptyState, Skeleton } from '../../ui/states';
import { receiptQuery } from './queries';

function Sheet({ receipt }: { receipt: Receipt }) {
  const brand = useConfig()?.brand.name;
  const rows: [string, ReactNode][] = [
    ['For', receipt.description],
    ...(receipt.reference ? [['Task number', receipt.reference] as [string, ReactNode]] : []),
    ['Paid', <Instant key="paid" at={receipt.paid_at} exact />],
    ['Paid by', methodFacts[receipt.provider].title],
    ['Price', <Money key="price" cents={receipt.amount_cents} />],
    ['Received', <Money key="received" cents={receipt.received_cents} />],
    ...(receipt.refunded_cents > 0
      ? [['Sent back', <Money key="back" cents={receipt.refunded_cents} />] as [string, ReactNode]]
      : []),
    ...(receipt.transaction_hash
      ? [['Transaction', <Transaction key="hash" receipt={receipt} />] as [string, ReactNode]]
      : []),
  ];
  return (
    <PrintSheet>
      <header className="mb-4 border-current border-b-2 pb-5">
        <p className="font-medium">{brand}</p>
        <p className="display-3 mt-1">Receipt</p>
      </header>
      <dl>
        {rows.map(([label, value]) => (
          <div
            key={label}
            className="grid gap-x-6 border-current/30 border-b py-3 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <dt className="text-sm">{label}</dt>
            <dd className="break-words font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </PrintSheet>
  );
}

/** The id of a payment on the blockchain. It is a link if a page shows the payment. */
function Transaction({ receipt: { transaction_hash: hash, transaction_url: url } }: { receipt: Receipt }) {
  const text = <span className="figures break-all text-sm">{hash}</span>;
  if (!url || URL.parse(url)?.protocol !== 'https:') return text;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
      {text}
    </a>
  );
}

/** The receipt that we print for payments whose provider gives none. */
export function ReceiptPage({ id }: { id: string }) {
  const receipt = useQuery(receiptQuery(id));
  return (
    <div className="grid grid-cols-1 gap-6">
      <BackLink to="/dashboard/billing">Billing</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="display-2">Receipt</h1>
        {receipt.data ? <PrintButton>Print or save as PDF</PrintButton> : null}
      </div>
      <QueryView
        query={receipt}
        skeleton={<Skeleton className="h-96 max-w-3xl" />}
        absent={
          <EmptyState
            title="No receipt here"
            action={<Button to="/dashboard/billing">Back to Billing</Button>}
          >
            A receipt is there once the payment has arrived.
          </EmptyState>
        }
      >
        {(data) => <Sheet receipt={data} />}
      </QueryView>
    </div>
  );
}
