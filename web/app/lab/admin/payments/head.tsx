import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FilterLinks } from '../../../ui/filter-links';
import { waitingPaymentsQuery } from '../../queries';

const parts = [
  { id: 'decisions', to: '/lab/payments', label: 'Decisions' },
  { id: 'all', to: '/lab/payments?view=all', label: 'All payments' },
  { id: 'webhooks', to: '/lab/payments/webhooks', label: 'Webhooks' },
  { id: 'ledger-check', to: '/lab/payments/ledger-check', label: 'Ledger check' },
] as const;

/** The head of the lists about money, with links between them. */
export function MoneyHead({ here, children }: { here: (typeof parts)[number]['id']; children?: ReactNode }) {
  const waiting = useQuery(waitingPaymentsQuery).data;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display-2">Payments</h1>
        {children}
      </div>
      <FilterLinks
        label="Payments"
        links={parts.map(({ id, to, label }) => ({
          to,
          label,
          isHere: id === here,
          count: id === 'decisions' ? waiting : undefined,
        }))}
      />
    </div>
  );
}
