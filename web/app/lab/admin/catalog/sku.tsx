import { useQuery } from '@tanstack/react-query';
import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { useNavigate } from 'react-router';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { BackLink } from '../../../ui/back-link';
import { Button } from '../../../ui/button';
import { QueryView } from '../../../ui/query-view';
import { EmptyState, Skeleton } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { notify } from '../../../ui/toast';
import { Panel } from '../../panel';
import { History } from '../audit/history';
import type { Route } from './+types/sku';
import { skusQuery } from './queries';
import { SkuForm } from './sku-form';
import { PopularPlace, SaleState } from './sku-sale';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(skusQuery)]);

export const meta = signedInMeta('Test');

function Screen({ sku, all }: { sku: StaffSku | null; all: StaffSku[] }) {
  const navigate = useNavigate();
  const families = [...new Set(all.map(({ family }) => family))];
  const popular = all
    .filter((one) => one.popular_rank !== null)
    .sort((one, other) => (one.popular_rank ?? 0) - (other.popular_rank ?? 0));
  const saved = (now: StaffSku) => {
    notify.success(sku ? 'Saved.' : `${now.name} is on sale.`);
    if (!sku) void navigate(`/lab/catalog/${now.id}`, { replace: true });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="display-2">{sku?.name ?? 'New test'}</h1>
        {sku?.retired_at ? <Badge>RETIRED</Badge> : null}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title={sku ? 'Words and price' : 'What is sold'}>
          <SkuForm sku={sku} families={families} onSaved={saved} />
        </Panel>
        {sku ? (
          <div className="grid gap-6">
            <Panel title="Sale">
              <SaleState sku={sku} />
              {sku.retired_at ? null : <PopularPlace sku={sku} popular={popular} />}
            </Panel>
            <Panel title="History">
              <History
                subjectId={sku.id}
                nothing="Nobody has changed it since it came with the installation."
              />
            </Panel>
          </div>
        ) : null}
      </div>
    </>
  );
}

/** The page of one test in the price list. The id `new` means a new test. */
export default function Sku({ params: { id } }: Route.ComponentProps) {
  const skus = useQuery(skusQuery);
  return (
    <div className="grid gap-6">
      <BackLink to="/lab/catalog">Catalog</BackLink>
      <QueryView query={skus} heading="Test" skeleton={<Skeleton className="h-96" />}>
        {(all) => {
          const sku = all.find((one) => one.id === id) ?? null;
          if (sku || id === 'new') return <Screen key={id} sku={sku} all={all} />;
          return (
            <>
              <h1 className="sr-only">Test</h1>
              <EmptyState
                title="No such test"
                action={<Button to="/lab/catalog">Back to the catalog</Button>}
              />
            </>
          );
        }}
      </QueryView>
    </div>
  );
}
