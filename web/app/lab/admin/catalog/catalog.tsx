import { useQuery } from '@tanstack/react-query';
import type { StaffSku } from '@vialproof/contract/catalog-staff';
import { Plus } from 'lucide-react';
import { choiceIn, textIn } from '../../../lib/list-address';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { useListFilter } from '../../../ui/list-page';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { SearchBox } from '../../../ui/search-box';
import { EmptyState } from '../../../ui/states';
import { Tabs } from '../../../ui/tabs';
import { skusQuery } from './queries';
import { SkuFigures, SkuName } from './sku-line';
import { SoldList } from './sold-list';

export const handle: PageHandle = { query: ['view', 'q'] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(skusQuery)]);

export const meta = signedInMeta('Catalog');

function PlainList({ skus }: { skus: StaffSku[] }) {
  return (
    <ul className="border-rule border-t">
      {skus.map((sku) => (
        <li
          key={sku.id}
          className="grid items-center gap-x-6 gap-y-1 border-rule border-b py-3 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <SkuName sku={sku} />
          <SkuFigures sku={sku} />
        </li>
      ))}
    </ul>
  );
}

const readFilter = (params: URLSearchParams): { view: 'retired' | ''; q: string } => ({
  view: choiceIn(params, 'view', ['retired']),
  q: textIn(params),
});

function List({ skus, retired, search }: { skus: StaffSku[]; retired: boolean; search: string }) {
  const here = skus.filter((sku) => (sku.retired_at !== null) === retired);
  const word = search.toLowerCase();
  const found = here.filter(({ name, slug, family }) =>
    `${name} ${slug} ${family}`.toLowerCase().includes(word),
  );
  if (here.length === 0) {
    return retired ? (
      <EmptyState title="Nothing is retired">
        A test that is retired leaves the price list. Its orders go on, and it can be brought back from here.
      </EmptyState>
    ) : (
      <EmptyState title="Nothing is sold" action={<Button to="/lab/catalog/new">New test</Button>}>
        The price list is empty. Visitors read that no tests are available yet.
      </EmptyState>
    );
  }
  if (found.length === 0) return <EmptyState title={`Nothing found for “${search}”`} />;
  if (retired || search) return <PlainList skus={found} />;
  return <SoldList skus={found} />;
}

/** The price list that admins edit. */
export default function Catalog() {
  const { filter, change, to } = useListFilter(readFilter);
  const { q: search } = filter;
  const retired = filter.view === 'retired';
  const skus = useQuery(skusQuery);
  const sold = skus.data?.filter((sku) => sku.retired_at === null).length;

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display-2">Catalog</h1>
        <Button to="/lab/catalog/new" icon={<Plus aria-hidden="true" className="size-4" />}>
          New test
        </Button>
      </div>
      <Tabs
        label="Tests"
        tabs={[
          {
            id: 'sold',
            label: 'On sale',
            to: to({ view: '' }),
            ...(sold === undefined ? {} : { count: sold }),
          },
          {
            id: 'retired',
            label: 'Retired',
            to: to({ view: 'retired' }),
            ...(skus.data && sold !== undefined ? { count: skus.data.length - sold } : {}),
          },
        ]}
        value={retired ? 'retired' : 'sold'}
      >
        <div className="grid gap-5">
          <div className="flex max-w-xl">
            <SearchBox
              label="Find a test"
              placeholder="Find by name, family or address…"
              value={search}
              onSearch={(q) => change({ q })}
              delay={120}
              name="q"
            />
          </div>
          {retired || search ? null : (
            <p className="text-ink-soft text-sm">
              Visitors see the tests in this order. Drag a test by its handle, or move it with the arrows.
            </p>
          )}
          <QueryView query={skus} skeleton={<SkeletonLines lines={8} />}>
            {(all) => <List skus={all} retired={retired} search={search} />}
          </QueryView>
        </div>
      </Tabs>
    </div>
  );
}
