import { useQuery } from '@tanstack/react-query';
import type { Invoice, InvoiceLine } from '@vialproof/contract/invoices';
import { methodFacts } from '@vialproof/contract/payment-methods';
import { ApiProblem } from '../../lib/problem';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { Instant, Money } from '../../ui/figures';
import { PrintButton, PrintSheet } from '../../ui/print-sheet';
import { EmptyState, ErrorPanel } from '../../ui/states';
import { Waiting } from './print-states';
import { invoiceQuery } from './queries';

const billing = <BackLink to="/dashboard/billing">Billing</BackLink>;

/** A line of the invoice: a label at the left, an amount at the right. */
function Sum({ label, cents, strong = false }: { label: string; cents: number; strong?: boolean }) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-6 py-2 ${strong ? 'border-current border-t-2 font-medium text-lg' : ''}`}
    >
      <dt>{label}</dt>
      <dd className="ml-auto">
        <Money cents={cents} />
      </dd>
    </div>
  );
}

function Party({ title, lines }: { title: string; lines: (string | null)[] }) {
  return (
    <div>
      <p className="text-sm">{title}</p>
      <p className="mt-1 whitespace-pre-line break-words leading-snug">{lines.filter(Boolean).join('\n')}</p>
    </div>
  );
}

const row = 'border-current/30 border-b align-baseline';

/** What was sold. With a discount: the list price, and the discount in a row below it. */
function SoldLine({ line, reference }: { line: InvoiceLine; reference: string | null }) {
  return (
    <>
      <tr className={row}>
        <td className="wrap-anywhere py-3 pr-4">
          <span>{line.description}</span>
          {reference ? <span className="block text-sm">{`Task #${reference}`}</span> : null}
        </td>
        <td className="figures py-3 pr-4 text-right">{line.quantity}</td>
        <td className="py-3 text-right">
          <Money cents={line.list_cents ?? line.amount_cents} />
        </td>
      </tr>
      {line.discount_cents ? (
        <tr className={row}>
          <td colSpan={2} className="py-3 pr-4">
            Discount for a public test
          </td>
          <td className="py-3 text-right">
            <Money cents={-line.discount_cents} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Sheet({ invoice }: { invoice: Invoice }) {
  const { seller, buyer, notes } = invoice;
  return (
    <PrintSheet>
      <article className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <header className="flex flex-wrap items-start justify-between gap-6 border-current border-b-2 pb-5">
          <div>
            <p className="font-medium">{seller.brand}</p>
            <p className="display-3 mt-1">Invoice</p>
          </div>
          <dl className="grid gap-1 text-right">
            <div>
              <dt className="sr-only">Number</dt>
              <dd className="figures wrap-anywhere font-medium text-lg">{invoice.number}</dd>
            </div>
            <div className="flex flex-wrap justify-end gap-x-3 text-sm">
              <dt>Issued</dt>
              <dd>
                <Instant at={invoice.issued_at} />
              </dd>
            </div>
            <div className="flex flex-wrap justify-end gap-x-3 text-sm">
              <dt>Paid</dt>
              <dd>
                <Instant at={invoice.paid_at} />
              </dd>
            </div>
          </dl>
        </header>
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <Party title="From" lines={[seller.name, seller.address]} />
          <Party title="To" lines={[buyer.company, buyer.name, buyer.email]} />
        </div>
        <div className="overflow-x-auto print:overflow-visible">
          <table className="w-full border-collapse text-left">
            <caption className="sr-only">What was sold</caption>
            <thead>
              <tr className="border-current/30 border-b text-sm">
                <th scope="col" className="py-2 pr-4 font-normal">
                  Description
                </th>
                <th scope="col" className="py-2 pr-4 text-right font-normal">
                  Quantity
                </th>
                <th scope="col" className="py-2 text-right font-normal">
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {invoice.lines.map((line) => (
                <SoldLine key={line.description} line={line} reference={invoice.reference} />
              ))}
            </tbody>
          </table>
        </div>
        <dl className="w-full max-w-sm justify-self-end">
          <Sum label={`Total (${invoice.currency.toUpperCase()})`} cents={invoice.total_cents} strong />
          {notes.map((note) => (
            <Sum
              key={note.number}
              label={`${note.kind === 'credit_note' ? 'Credit note' : 'Debit note'} ${note.number}`}
              cents={note.kind === 'credit_note' ? -note.amount_cents : note.amount_cents}
            />
          ))}
          {notes.length > 0 ? <Sum label="Balance" cents={invoice.balance_cents} strong /> : null}
        </dl>
        {notes.length > 0 ? (
          <ul className="grid gap-1 text-sm">
            {notes.map((note) => (
              <li key={note.number}>
                <span className="figures">{note.number}</span>, <Instant at={note.issued_at} />: {note.reason}
              </li>
            ))}
          </ul>
        ) : null}
        <p className="break-words border-current/30 border-t pt-4 text-sm">
          <span>{`Paid by ${methodFacts[invoice.provider].noun}`}</span>
          {invoice.provider_reference ? (
            <span>
              , reference <span className="figures break-all">{invoice.provider_reference}</span>
            </span>
          ) : null}
          <span>. Nothing is left to pay.</span>
        </p>
      </article>
    </PrintSheet>
  );
}

/** The invoice of a payment, for printing. */
export function InvoicePage({ id }: { id: string }) {
  const invoice = useQuery(invoiceQuery(id));
  if (invoice.isPending) return <Waiting title="Invoice" />;
  if (!invoice.data) {
    const missing = invoice.error instanceof ApiProblem && invoice.error.status === 404;
    return (
      <div className="grid gap-6">
        {billing}
        <h1 className="display-2">Invoice</h1>
        {missing ? (
          <EmptyState
            title="No invoice here"
            action={<Button to="/dashboard/billing">Back to Billing</Button>}
          >
            An invoice is issued a moment after the payment has arrived. If you have just paid, come back
            shortly.
          </EmptyState>
        ) : (
          <ErrorPanel
            message={invoice.error?.message ?? ''}
            onRetry={() => void invoice.refetch()}
            busy={invoice.isFetching}
          />
        )}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {billing}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="display-2">Invoice</h1>
        <PrintButton>Print or save as PDF</PrintButton>
      </div>
      <Sheet invoice={invoice.data} />
    </div>
  );
}
