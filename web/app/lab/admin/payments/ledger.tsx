import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { routeId } from '../../../lib/route-id';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/states';
import { Panel } from '../../panel';
import { BackLink } from '../back-link';
import { Missing } from '../loading';
import type { Route } from './+types/ledger';
import { LedgerTable } from './ledger-table';
import { ledgerQuery } from './queries';

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(ledgerQuery(routeId(params)))]);

export const meta = signedInMeta('Ledger');

const subjects = {
  order: 'an order',
  group_share: 'a share',
  group: 'what a group owes to its sender',
} as const;

/** Every movement of money for one order, share or group, over all its payments. */
export default function Ledger({ params: { id } }: Route.ComponentProps) {
  const ledger = useQuery(ledgerQuery(id));
  const { data } = ledger;
  const payments = [...new Set(data?.entries.flatMap(({ payment_id }) => payment_id ?? []))];
  return (
    <div className="grid gap-6">
      <BackLink to="/lab/payments?view=all">Payments</BackLink>
      <h1 className="display-2">Ledger of {subjects[data?.subject.kind ?? 'order']}</h1>
      {data ? (
        <>
          <p className="flex flex-wrap gap-x-6 gap-y-2">
            {data.subject.kind === 'order' ? (
              <Link
                to={`/lab/requests/${data.subject.id}`}
                className="text-accent underline underline-offset-4 hover:text-accent-strong"
              >
                The order
              </Link>
            ) : null}
            {payments.map((payment) => (
              <Link
                key={payment}
                to={`/lab/payments/${payment}`}
                className="text-accent underline underline-offset-4 hover:text-accent-strong"
              >
                Payment <span className="figures">{payment.slice(0, 8)}</span>
              </Link>
            ))}
          </p>
          <Panel title="Movements">
            <LedgerTable entries={data.entries} balances={data.balances} />
          </Panel>
        </>
      ) : null}
      <Missing
        query={ledger}
        rows={4}
        absent={
          <EmptyState
            title="Nothing was paid for this"
            action={<Button to="/lab/payments?view=all">All payments</Button>}
          />
        }
      />
    </div>
  );
}
