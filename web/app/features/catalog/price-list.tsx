import { useQuery } from '@tanstack/react-query';
import type { CatalogItem } from '@vialproof/contract/catalog';
import { useSearchParams } from 'react-router';
import { catalogQuery } from '../../data/catalog/queries';
import { turnaroundTerm } from '../../data/turnaround/turnaround-of';
import { pageIn, withParams } from '../../lib/list-address';
import { Button } from '../../ui/button';
import { CardGrid, SkeletonCards } from '../../ui/card-grid';
import { RadioCards } from '../../ui/choices';
import { Filters } from '../../ui/filters';
import { LoadMore } from '../../ui/load-more';
import { QueryView } from '../../ui/query-view';
import { SearchBox } from '../../ui/search-box';
import { EmptyState } from '../../ui/states';
import { Popular } from './popular';
import { PriceCard } from './price-card';

const step = 12;

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
  const shown = pageIn(params) * step;
  const found = matching(items, search, family);

  const families = [...new Set(items.map((item) => item.family))];
  const change = (part: Record<string, string>) =>
    setParams((now) => withParams(now, part), { replace: true, preventScrollReset: true });

  return (
    <section className="mt-20" aria-label="All tests">
      <SearchBox
        label="Search peptide"
        placeholder="Search peptide..."
        value={search}
        onSearch={(text) => change({ search: text, page: '' })}
        delay={120}
      >
        <Filters names={['family']} active={family ? 1 : 0}>
          <RadioCards
            legend="Family"
            name="family"
            defaultValue={family}
            options={[
              { value: '', title: 'All families' },
              ...families.map((name) => ({
                value: name,
                title: name,
                aside: items.filter((item) => item.family === name).length,
              })),
            ]}
          />
        </Filters>
      </SearchBox>
      <p role="status" className="mt-5 mb-4 min-h-6 text-ink-soft text-sm">
        {found.length === 0
          ? 'No tests found'
          : `${found.length} ${found.length === 1 ? 'test' : 'tests'}${family ? ` in ${family}` : ''}`}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title="No test of that name"
          action={
            <Button to="/pricing" variant="secondary">
              Show all prices
            </Button>
          }
        >
          Try a shorter word, or another family.
        </EmptyState>
      ) : (
        <CardGrid>
          {found.slice(0, shown).map((item, place) => (
            <PriceCard
              key={item.id}
              item={item}
              {...(place % step === 0 ? { id: `page-${place / step + 1}` } : {})}
            />
          ))}
        </CardGrid>
      )}
      {found.length > shown ? (
        <LoadMore
          params={params}
          next={shown / step + 1}
          onMore={() => change({ page: String(shown / step + 1) })}
        />
      ) : null}
    </section>
  );
}

/** Popular tests and the whole price list, from the catalog. */
export function PriceList() {
  const query = useQuery(catalogQuery());
  return (
    <div className="page">
      <QueryView query={query} skeleton={<SkeletonCards count={6} height="h-44" label="Loading prices" />}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title="No tests available yet. Please check back soon." />
          ) : (
            <>
              <p className="mb-6 text-ink-soft text-sm">{turnaroundTerm}</p>
              <Popular items={popular(items)} />
              <List items={items} />
            </>
          )
        }
      </QueryView>
    </div>
  );
}
