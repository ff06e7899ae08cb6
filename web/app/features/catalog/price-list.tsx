import { useQuery } from '@tanstack/react-query';
import type { CatalogItem } from '@vialproof/contract/catalog';
import { useSearchParams } from 'react-router';
import { pageNumber } from '../../lib/page-number';
import { Button } from '../../ui/button';
import { FilterButton } from '../../ui/filter-button';
import { LoadMore } from '../../ui/load-more';
import { SearchBox } from '../../ui/search-box';
import { EmptyState, ErrorPanel } from '../../ui/states';
import { Popular } from './popular';
import { PriceCard, PriceCardSkeleton } from './price-card';
import { catalogQuery } from './queries';

const loadPanel = () => import('./families-panel');
const step = 12;
const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

function matching(items: CatalogItem[], search: string, family: string): CatalogItem[] {
  const wanted = search.toLowerCase();
  return items.filter(
    (item) => item.name.toLowerCase().includes(wanted) && (family === '' || item.family === family),
  );
}

function popular(items: CatalogItem[]): CatalogItem[] {
  return items
    .filter((item) => item.popular_rank !== null)
    .sort((one, other) => (one.popular_rank ?? 0) - (other.popular_rank ?? 0));
}

function List({ items }: { items: CatalogItem[] }) {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').trim();
  const family = params.get('family') ?? '';
  const shown = pageNumber(params, 1_000_000) * step;
  const found = matching(items, search, family);

  const change = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        if (name !== 'page') next.delete('page');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <section className="page mt-20" aria-label="All tests">
      <div className="flex gap-3">
        <SearchBox
          label="Search peptide"
          placeholder="Search peptide..."
          value={search}
          onSearch={(text) => change('search', text)}
          delay={120}
        />
        <FilterButton
          active={family ? 1 : 0}
          load={loadPanel}
          panel={{ items, family, onChange: (name: string) => change('family', name) }}
        />
      </div>
      <p role="status" className="mt-5 mb-4 min-h-6 text-ink-soft text-sm">
        {found.length === 0
          ? 'No tests found'
          : `${found.length} ${found.length === 1 ? 'test' : 'tests'}${family ? ` in ${family}` : ''}`}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title="No test of that name"
          action={
            <Button variant="secondary" onClick={() => setParams({}, { preventScrollReset: true })}>
              Show all prices
            </Button>
          }
        >
          Try a shorter word, or another family.
        </EmptyState>
      ) : (
        <div className={grid}>
          {found.slice(0, shown).map((item) => (
            <PriceCard key={item.id} item={item} />
          ))}
        </div>
      )}
      {found.length > shown ? (
        <LoadMore
          params={params}
          next={shown / step + 1}
          onMore={() => change('page', String(shown / step + 1))}
        />
      ) : null}
    </section>
  );
}

/** Popular tests and the whole price list, from the catalog. */
export function PriceList() {
  const query = useQuery(catalogQuery());
  if (query.data) {
    if (query.data.length === 0) {
      return (
        <div className="page">
          <EmptyState title="No tests available yet. Please check back soon." />
        </div>
      );
    }
    return (
      <>
        <Popular items={popular(query.data)} />
        <List items={query.data} />
      </>
    );
  }
  return (
    <div className="page">
      {query.isPending ? (
        <div className={grid} aria-busy="true">
          <p className="sr-only">Loading prices</p>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <PriceCardSkeleton key={key} />
          ))}
        </div>
      ) : (
        <ErrorPanel
          message={query.error.message}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
    </div>
  );
}
