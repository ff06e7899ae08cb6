import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '@vialproof/contract/page-size';
import type { ListedTest, Suggestion, TestFacets, TestsPage } from '@vialproof/contract/tests';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { withParams } from '../../lib/list-address';
import { Button } from '../../ui/button';
import { CardGrid, SkeletonCards } from '../../ui/card-grid';
import { Toggle } from '../../ui/choices';
import { Filters } from '../../ui/filters';
import { LoadMore } from '../../ui/load-more';
import { QueryView } from '../../ui/query-view';
import { SearchBox } from '../../ui/search-box';
import { Spinner } from '../../ui/spinner';
import { EmptyState, ErrorPanel } from '../../ui/states';
import { CompareForm, compareForm } from './compare-form';
import { FacetFilters } from './facet-filters';
import {
  firstPage,
  narrowingNames,
  readAddress,
  restoredPages,
  type TestsFilter,
  testsQuery,
} from './queries';
import { TestCard } from './test-card';

const failed = 'Failed to fetch tests';

/** Shown for a page number beyond the end of the list. `last` is null if the number of tests is not exact. */
function BeyondTheEnd({ params, last }: { params: URLSearchParams; last: number | null }) {
  return (
    <EmptyState
      title="This page of the list is empty"
      action={
        <p className="flex flex-wrap justify-center gap-3">
          <Button to={`?${withParams(params, { page: '' })}`}>Go to the first page</Button>
          {last === null ? null : (
            <Button to={`?${withParams(params, { page: String(last) })}`} variant="secondary">
              {`Go to page ${last}`}
            </Button>
          )}
        </p>
      }
    >
      {last === null
        ? 'The list ends before this page.'
        : `The list ends with page ${last}, at ${PAGE_SIZE} tests a page.`}
    </EmptyState>
  );
}

/** Suggests compounds and makers when the list is empty. */
function Suggestions({ suggestions }: { suggestions: Suggestion[] }) {
  return (
    <span className="mt-4 flex flex-wrap items-center justify-center gap-2">
      There are tests of
      {suggestions.map(({ facet, value, label, count }) => (
        <Button
          key={`${facet} ${value}`}
          to={`?${new URLSearchParams({ [facet]: value })}`}
          variant="secondary"
          className="min-w-0 py-2"
        >
          <span dir="auto" className="wrap-anywhere min-w-0">
            {label} <span className="figures text-ink-soft">{count.toLocaleString('en-US')}</span>
          </span>
        </Button>
      ))}
    </span>
  );
}

/** The search words that the server did not know, and the words that it used instead. */
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

/** The number of tests shown and found, and the corrected words of the search. */
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

/** The tests as cards. The first card of each page has the id of the page, for links to it. */
function Cards({
  tests,
  start,
  ticked,
  onTick,
}: {
  tests: ListedTest[];
  start: number;
  ticked: ListedTest[];
  onTick: (test: ListedTest, isTicked: boolean) => void;
}) {
  return (
    <CardGrid>
      {tests.map((test, place) => (
        <TestCard
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
    </CardGrid>
  );
}

function Nothing({ isFiltered, suggestions }: { isFiltered: boolean; suggestions: Suggestion[] }) {
  return (
    <EmptyState
      title={isFiltered ? 'Nothing matches' : 'Nothing published yet'}
      action={
        isFiltered ? (
          <Button to="/tests" variant="secondary">
            Show all tests
          </Button>
        ) : undefined
      }
    >
      <span>
        {isFiltered
          ? 'Try a shorter word, a task number, or fewer filters.'
          : 'Published results will appear here.'}
      </span>
      {suggestions.length > 0 ? <Suggestions suggestions={suggestions} /> : null}
    </EmptyState>
  );
}

/**
 * The tests that the reader has ticked for the comparison. A tick survives a new search, so results of different
 * searches can be compared.
 */
function useTicked(tests: ListedTest[]) {
  const [ticked, setTicked] = useState<ListedTest[]>([]);
  // The boxes may have been ticked before hydration, or restored by the browser after Back.
  const readTicks = useEffectEvent(() => {
    const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${compareForm}"]:checked`);
    const ids = new Set([...boxes].map(({ value }) => value));
    if (ids.size > 0) setTicked(tests.filter(({ request_id }) => ids.has(request_id)));
  });
  useEffect(() => readTicks(), []);
  const tick = (test: ListedTest, isTicked: boolean) =>
    setTicked((now) => [
      ...now.filter(({ request_id }) => request_id !== test.request_id),
      ...(isTicked ? [test] : []),
    ]);
  return { ticked, tick };
}

/** The public list of tests. The address contains the search, the filters and the page. */
export function TestsList() {
  const [params, setParams] = useSearchParams();
  const { filter, page } = readAddress(params);
  const start = firstPage(page);
  const query = useInfiniteQuery(testsQuery(filter, start));

  const change = (part: Record<string, string>) =>
    setParams((now) => withParams(now, part), { replace: true, preventScrollReset: true });

  const pages = query.data?.pages ?? [];
  // A new result shifts all others, so the next page may start with a test that is already shown.
  const loaded = pages.flatMap(({ data }) => data);
  const tests = [...new Map(loaded.map((test) => [test.request_id, test])).values()];
  const pagination = pages.at(-1)?.pagination;
  const { ticked, tick } = useTicked(tests);
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
    <div className="page">
      <SearchBox
        label="Search tests"
        placeholder="Compound, maker, batch or number"
        value={filter.search}
        onSearch={(search) => change({ search, page: '' })}
      >
        <ListFilters filter={filter} facets={pages[0]?.facets} />
      </SearchBox>
      <p role="status" className="mt-5 mb-4 flex min-h-6 items-center gap-2 text-ink-soft text-sm">
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
      {ticked.length > 0 || tests.some(({ result }) => result) ? (
        <CompareForm
          count={ticked.length}
          elsewhere={ticked.filter(({ request_id }) => !shown.has(request_id))}
          onUntick={(test) => tick(test, false)}
        />
      ) : null}
      <QueryView
        query={query}
        skeleton={<SkeletonCards count={PAGE_SIZE} height="h-76" />}
        failure={(message) => message || failed}
      >
        {() =>
          tests.length > 0 ? (
            <Cards tests={tests} start={start} ticked={ticked} onTick={tick} />
          ) : page > 1 && pagination && pagination.total > 0 ? (
            <BeyondTheEnd params={params} last={isCounted ? Math.ceil(pagination.total / PAGE_SIZE) : null} />
          ) : (
            <Nothing isFiltered={isFiltered} suggestions={pages[0]?.suggestions ?? []} />
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
    </div>
  );
}
