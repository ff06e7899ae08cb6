import { useQuery } from '@tanstack/react-query';
import type { Ledger as LedgerView } from '@vialproof/contract/ledger';
import { Link } from 'react-router';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { routeId } from '../../../lib/route-id';
import { BackLink } from '../../../ui/back-link';
import { Button } from '../../../ui/button';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { EmptyState } from '../../../ui/states';
import { Panel } from '../../panel';
import type { Route } from './+types/ledger';
import { LedgerTable } from './ledger-table';
import { ledgerQuery } from './queries';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(ledgerQuery(routeId(params)))]);

export const meta = signedInMeta('Ledger');

const subjects = {
  order: 'an order',
  group_share: 'a share',
  withdrawal: 'a discount paid back',
  showcase: 'a week of display',
  group: 'what a group owes to its sender',
} as const;

function Screen({ ledger: { subject, entries, balances } }: { ledger: LedgerView }) {
  const payments = [...new Set(entries.flatMap(({ payment_id }) => payment_id ?? []))];
  return (
    <>
      <h1 className="display-2">{`Ledger of ${subjects[subject.kind]}`}</h1>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        {subject.kind === 'order' ? (
          <Link to={`/lab/requests/${subject.id}`} className="link">
            The order
          </Link>
        ) : null}
        {payments.map((payment) => (
          <Link key={payment} to={`/lab/payments/${payment}`} className="link">
            Payment <span className="figures">{payment.slice(0, 8)}</span>
          </Link>
        ))}
      </p>
      <Panel title="Movements">
        <LedgerTable entries={entries} balances={balances} />
      </Panel>
    </>
  );
}

/** All money movements of one order, one share or one group, from all its payments. */
export default function Ledger({ params: { id } }: Route.ComponentProps) {
  const ledger = useQuery(ledgerQuery(id));
  return (
    <div className="grid gap-6">
      <BackLink to="/lab/payments?view=all">Payments</BackLink>
      <QueryView
        query={ledger}
        heading="Ledger"
        skeleton={<SkeletonLines lines={4} />}
        absent={
          <EmptyState
            title="Nothing was paid for this"
            action={<Button to="/lab/payments?view=all">All payments</Button>}
          />
        }
      >
        {(data) => <Screen ledger={data} />}
      </QueryView>
    </div>
  );
}
