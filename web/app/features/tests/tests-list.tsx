import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Spinner } from '../../ui/spinner';
import { EmptyState, ErrorPanel } from '../../ui/states';
import { firstPage, pageSize, readAddress, restoredPages, type TestsFilter, testsQuery } from './queries';
import { TestCard, TestCardSkeleton } from './test-card';
import { TestsToolbar } from './tests-toolbar';

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

function withFilter(params: URLSearchParams, change: Partial<TestsFilter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, String(value));
    else next.delete(name);
  }
  next.delete('page');
  return next;
}

/** The public list: search, filters and page live in the address. */
export function TestsList() {
  const [params, setParams] = useSearchParams();
  const { filter, page } = readAddress(params);
  const start = firstPage(page);
  const query = useInfiniteQuery(testsQuery(filter, start));

  const change = (part: Partial<TestsFilter>) =>
    setParams((now) => withFilter(now, part), { replace: true, preventScrollReset: true });

  const pages = query.data?.pages ?? [];
  const tests = pages.flatMap((loaded) => loaded.data);
  const pagination = pages.at(-1)?.pagination;
  const next = (pagination?.page ?? page) + 1;

  const loadMore = async () => {
    await query.fetchNextPage();
    // Remembered, so that Back from a test finds the same list at the same place.
    if (start > 1 || next > restoredPages) return;
    setParams(
      (now) => {
        const address = new URLSearchParams(now);
        address.set('page', String(next));
        return address;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  const total = pagination && `${pagination.total}${pagination.total_relation === 'at_least' ? '+' : ''}`;
  const filtered = filter.search || filter.onlyPublic || filter.onlySterility;

  return (
    <div className="page">
      <TestsToolbar filter={filter} onChange={change} />
      <p role="status" className="mt-5 mb-4 flex min-h-6 items-center gap-2 text-ink-soft text-sm">
        {query.isPending ? (
          <>
            <Spinner /> Loading tests
          </>
        ) : query.isError || !query.data ? null : tests.length > 0 ? (
          `Showing ${tests.length} of ${total} tests`
        ) : (
          'No tests found'
        )}
      </p>
      {query.isPending ? (
        <div className={grid} aria-busy="true">
          {Array.from({ length: pageSize }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
            <TestCardSkeleton key={place} />
          ))}
        </div>
      ) : query.isError && tests.length === 0 ? (
        <ErrorPanel
          message={query.error.message || 'Failed to fetch tests'}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : tests.length === 0 ? (
        <EmptyState
          title={
            page > 1
              ? 'This page of the list is empty'
              : filtered
                ? 'Nothing matches'
                : 'Nothing published yet'
          }
          action={
            filtered || page > 1 ? (
              <Button variant="secondary" onClick={() => setParams({})}>
                Show all tests
              </Button>
            ) : undefined
          }
        >
          {filtered
            ? 'Try a shorter word, a task number, or fewer filters.'
            : 'Published results will appear here.'}
        </EmptyState>
      ) : (
        <div className={grid}>
          {tests.map((test) => (
            <TestCard key={test.request_id} test={test} />
          ))}
        </div>
      )}
      {query.isFetchNextPageError ? (
        <div className="mt-6">
          <ErrorPanel
            message={query.error?.message || 'Failed to fetch tests'}
            onRetry={() => void loadMore()}
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
