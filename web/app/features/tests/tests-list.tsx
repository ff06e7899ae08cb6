import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { withParams } from '../../lib/address';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Spinner } from '../../ui/spinner';
import { EmptyState, ErrorPanel } from '../../ui/states';
import { firstPage, pageSize, readAddress, restoredPages, testsQuery } from './queries';
import { TestCard, TestCardSkeleton } from './test-card';
import { TestsToolbar } from './tests-toolbar';

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3';

/** An address of a page that the list does not have; `last` is null where nobody counted to the end. */
function BeyondTheEnd({ params, last }: { params: URLSearchParams; last: number | null }) {
  return (
    <EmptyState
      title="This page of the list is empty"
      action={
        <p className="flex flex-wrap justify-center gap-3">
          <Button to={`?${withParams(params, { page: '' })}`}>Go to the first page</Button>
          {last === null ? null : (
            <Button to={`?${withParams(params, { page: String(last) })}`} variant="secondary">
              Go to page {last}
            </Button>
          )}
        </p>
      }
    >
      {last === null
        ? 'The list ends before this page.'
        : `The list ends with page ${last}, at ${pageSize} tests a page.`}
    </EmptyState>
  );
}

/** The public list: search, filters and page live in the address. */
export function TestsList() {
  const [params, setParams] = useSearchParams();
  const { filter, page } = readAddress(params);
  const start = firstPage(page);
  const query = useInfiniteQuery(testsQuery(filter, start));

  const change = (part: Record<string, string>) =>
    setParams((now) => withParams(now, part), { replace: true, preventScrollReset: true });

  const pages = query.data?.pages ?? [];
  const tests = pages.flatMap((loaded) => loaded.data);
  const pagination = pages.at(-1)?.pagination;
  const next = (pagination?.page ?? page) + 1;

  const loadMore = async () => {
    const { isError } = await query.fetchNextPage();
    // Remembered, so that Back from a test finds the same list at the same place.
    if (!isError && start === 1 && next <= restoredPages) change({ page: String(next) });
  };

  const isCounted = pagination?.total_relation === 'exact';
  const total = pagination && `${pagination.total}${isCounted ? '' : '+'}`;
  const isFiltered = filter.search || filter.onlyPublic || filter.onlySterility;

  return (
    <div className="page">
      <TestsToolbar filter={filter} onSearch={(search) => change({ search, page: '' })} />
      <p role="status" className="mt-5 mb-4 flex min-h-6 items-center gap-2 text-ink-soft text-sm">
        {query.isPending ? (
          <>
            <Spinner /> Loading tests
          </>
        ) : query.isError && tests.length === 0 ? null : pagination && pagination.total > 0 ? (
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
      ) : tests.length > 0 ? (
        <div className={grid}>
          {tests.map((test, place) => (
            <TestCard
              key={test.request_id}
              test={test}
              {...(place % pageSize === 0 ? { id: `page-${start + place / pageSize}` } : {})}
            />
          ))}
        </div>
      ) : page > 1 && pagination && pagination.total > 0 ? (
        <BeyondTheEnd params={params} last={isCounted ? Math.ceil(pagination.total / pageSize) : null} />
      ) : (
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
          {isFiltered
            ? 'Try a shorter word, a task number, or fewer filters.'
            : 'Published results will appear here.'}
        </EmptyState>
      )}
      {query.isFetchNextPageError ? (
        <div className="mt-6">
          <ErrorPanel
            message={query.error?.message || 'Failed to fetch tests'}
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
