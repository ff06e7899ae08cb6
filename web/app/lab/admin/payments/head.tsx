import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { waitingPaymentsQuery } from '../../queries';

const parts = [
  { id: 'decisions', to: '/lab/payments', label: 'Decisions' },
  { id: 'all', to: '/lab/payments?view=all', label: 'All payments' },
  { id: 'webhooks', to: '/lab/payments/webhooks', label: 'Webhooks' },
  { id: 'ledger-check', to: '/lab/payments/ledger-check', label: 'Ledger check' },
] as const;

/** The head of every list about money, with the way to the others. */
export function MoneyHead({ here, children }: { here: (typeof parts)[number]['id']; children?: ReactNode }) {
  const waiting = useQuery(waitingPaymentsQuery).data;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display-2">Payments</h1>
        {children}
      </div>
      <nav aria-label="Payments" className="flex flex-wrap gap-2">
        {parts.map(({ id, to, label }) => (
          <Link
            key={id}
            to={to}
            aria-current={id === here ? 'page' : undefined}
            className="inline-flex min-h-12 items-center gap-2 rounded-sm border border-edge px-4 hover:border-accent hover:text-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:px-3"
          >
            {label}
            {id === 'decisions' && waiting !== undefined ? (
              <span className="figures text-sm">{waiting}</span>
            ) : null}
          </Link>
        ))}
      </nav>
    </div>
  );
}
