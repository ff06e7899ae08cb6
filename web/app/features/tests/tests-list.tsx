import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '@vialproof/contract/page-size';
import type { ListedTest, TestFacets, TestsPage } from '@vialproof/contract/tests';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { withParams } from '../../lib/list-address';
import { CardGrid, SkeletonCards } from '../../ui/card-grid';
import { Toggle } from '../../ui/choices';
import { Filters } from '../../ui/filters';
import { LoadMore } from '../../ui/load-more';
import { QueryView, SkeletonLines } from '../../ui/query-view';
import { SearchBox } from '../../ui/search-box';
import { Spinner } from '../../ui/spinner';
import { ErrorPanel } from '../../ui/states';
import { CompareForm, compareForm, tickedBoxes } from './compare-form';
import { BeyondTheEnd, Nothing } from './empty-list';
import { FacetFilters } from './facet-filters';
import { ViewLinks, viewIn } from './list-view';
import {
  firstPage,
  narrowingNames,
  readAddress,
  restoredPages,
  type TestsFilter,
  testsQuery,
} from './queries';
import { TestCard } from './test-card';
import { TestRow } from './test-row';

const failed = 'Failed to fetch tests';

/** Search words that the server did not know, and the words that it used instead. */
function Corrections({ corrections }: { corrections: TestsPage['corrections'] }) {
  return (
    <span className="wrap-anywhere">
      {corrections.map(({ typed, meant }) => (
        <span key={typed}>
          {' '}
          · ‘<bdi>{typed}</bdi>’ read as <bdi>{meant.join(', ')}</bdi>
        </span>
      ))}
    </span>
  );
}

const countFilters = (filter: TestsFilter) =>
  Number(filter.onlyPublic) +
  Number(filter.onlySterility) +
  narrowingNames.filter((name) => filter[name] !== '').length;

function ListFilters({ filter, facets }: { filter: TestsFilter; facets: TestFacets | undefined }) {
  // The panel keeps showing its choices while the next answer loads.
  const [known, setKnown] = useState(facets);
  if (facets && facets !== known) setKnown(facets);
  return (
    <Filters names={['onlyPublic', 'onlySterility', ...narrowingNames]} active={countFilters(filter)}>
      <div className="grid divide-y divide-rule">
        <Toggle name="onlyPublic" value="true" defaultChecked={filter.onlyPublic}>
          Only Public
        </Toggle>
        <Toggle name="onlySterility" value="true" defaultChecked={filter.onlySterility}>
          Only Sterility
        </Toggle>
        <FacetFilters facets={facets ?? known} chosen={filter} />
      </div>
    </Filters>
  );
}

/** How many tests are shown and found, and the corrected search words. */
function Shown({
  count,
  pagination: { total, total_relation: relation },
  corrections,
}: Pick<TestsPage, 'pagination' | 'corrections'> & { count: number }) {
  return (
    <span className="min-w-0">
      <span>{`Showing ${count.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}${relation === 'exact' ? '' : '+'} tests`}</span>
      <Corrections corrections={corrections} />
    </span>
  );
}

/** The tests as cards or rows. The first of each page has the id of the page, for links to it. */
function Results({
  tests,
  view,
  start,
  ticked,
  onTick,
}: {
  tests: ListedTest[];
  view: string;
  start: number;
  ticked: ListedTest[];
  onTick: (test: ListedTest, isTicked: boolean) => void;
}) {
  const One = view === 'list' ? TestRow : TestCard;
  const List = view === 'list' ? Rows : CardGrid;
  return (
    <List>
      {tests.map((test, place) => (
        <One
          key={test.request_id}
          test={test}
          compare={{
            form: compareForm,
            isTicked: ticked.some(({ request_id }) => request_id === test.request_id),
            onTick: (isTicked) => onTick(test, isTicked),
          }}
          {...(place % PAGE_SIZE === 0 ? { id: `page-${start + place / PAGE_SIZE}` } : {})}
        />
      ))}
    </List>
  );
}

const Rows = ({ children }: { children: ReactNode }) => (
  <div className="border-rule border-t">{children}</div>
);

/** The tests that the reader has ticked for the comparison. Ticks stay after a new search. */
function useTicked(tests: ListedTest[]) {
  const [ticked, setTicked] = useState<ListedTest[]>([]);
  // The boxes may have been ticked before hydration, or restored by the browser after Back.
  const readTicks = useEffectEvent(() => {
    const ids = new Set(tickedBoxes().map(({ value }) => value));
    if (ids.size > 0) setTicked(tests.filter(({ request_id }) => ids.has(request_id)));
  });
  useEffect(() => readTicks(), []);
  const tick = (test: ListedTest, isTicked: boolean) =>
    setTicked((now) => [
      ...now.filter(({ request_id }) => request_id !== test.request_id),
      ...(isTicked ? [test] : []),
    ]);
  return { ticked, tick, clear: () => setTicked([]) };
}

/** The public list of tests. The address contains the search, the filters and the page. */
export function TestsList() {
  const [params, setParams] = useSearchParams();
  const { filter, page } = readAddress(params);
  const view = viewIn(params);
  const start = firstPage(page);
  const query = useInfiniteQuery(testsQuery(filter, start));

  const change = (part: Record<string, string>) =>
    setParams((now) => withParams(now, part), { replace: true, preventScrollReset: true });

  const pages = query.data?.pages ?? [];
  // A new result moves all others down, so the next page may repeat a test.
  const loaded = pages.flatMap(({ data }) => data);
  const tests = [...new Map(loaded.map((test) => [test.request_id, test])).values()];
  const pagination = pages.at(-1)?.pagination;
  const { ticked, tick, clear } = useTicked(tests);
  const shown = new Set(tests.map(({ request_id }) => request_id));
  const next = (pagination?.page ?? page) + 1;

  const loadMore = async () => {
    const { isError } = await query.fetchNextPage();
    // The page number is stored in the address, so that Back from a test restores the list and its scroll position.
    if (!isError && start === 1 && next <= restoredPages) change({ page: String(next) });
  };

  const isCounted = pagination?.total_relation === 'exact';
  const isFiltered = filter.search !== '' || countFilters(filter) > 0;

  return (
    <div className="group/list page">
      <SearchBox
        label="Search tests"
        placeholder="Compound, maker, batch or number"
        value={filter.search}
        onSearch={(search) => change({ search, page: '' })}
      >
        <ListFilters filter={filter} facets={pages[0]?.facets} />
        {view ? <input type="hidden" name="view" value={view} /> : null}
      </SearchBox>
      <div className="mt-4 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="flex min-h-6 min-w-0 items-center gap-2 text-ink-soft text-sm">
          {query.isPending ? (
            <>
              <Spinner /> <span>Loading tests</span>
            </>
          ) : query.isError && tests.length === 0 ? null : pagination && pagination.total > 0 ? (
            <Shown count={tests.length} pagination={pagination} corrections={pages[0]?.corrections ?? []} />
          ) : (
            'No tests found'
          )}
        </p>
        <ViewLinks params={params} />
      </div>
      <QueryView
        query={query}
        skeleton={
          view ? <SkeletonLines lines={PAGE_SIZE} /> : <SkeletonCards count={PAGE_SIZE} height="h-76" />
        }
        failure={(message) => message || failed}
      >
        {() =>
          tests.length > 0 ? (
            <Results tests={tests} view={view} start={start} ticked={ticked} onTick={tick} />
          ) : page > 1 && pagination && pagination.total > 0 ? (
            <BeyondTheEnd params={params} last={isCounted ? Math.ceil(pagination.total / PAGE_SIZE) : null} />
          ) : (
            <Nothing isFiltered={isFiltered} suggestions={pages[0]?.suggestions ?? []} view={view} />
          )
        }
      </QueryView>
      {query.isFetchNextPageError ? (
        <div className="mt-6">
          <ErrorPanel
            message={query.error?.message || failed}
            onRetry={() => void loadMore()}
            busy={query.isFetchingNextPage}
          />
        </div>
      ) : query.hasNextPage ? (
        <LoadMore
          params={params}
          next={next}
          busy={query.isFetchingNextPage}
          onMore={() => void loadMore()}
        />
      ) : null}
      <CompareForm
        count={ticked.length}
        elsewhere={ticked.filter(({ request_id }) => !shown.has(request_id))}
        onUntick={(test) => tick(test, false)}
        onClear={clear}
      />
    </div>
  );
}
