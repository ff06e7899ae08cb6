import type { Pagination } from '@vialproof/contract/primitives';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { counted } from '../lib/counted';
import { filterQuery } from '../lib/list-address';
import { Button } from './button';
import { type Answering, QueryView } from './query-view';
import { EmptyState } from './states';

/** The filter of a list, which is stored in the address. */
export interface ListFilter<Filter extends object> {
  filter: Filter;
  /** The address of the list with these changes. Its page is 1, unless `page` is given. */
  to: (part: Partial<Filter> | { page: number }) => string;
  /** Goes there, in place of the present step of the history. */
  change: (part: Partial<Filter>) => void;
}

/**
 * The filter of a list in the address. `read` makes a valid filter from any query (`lib/list-address`); the page's
 * `clientLoader` uses it too. An empty text means no filter.
 *
 * A list has this hook, a query of `{ data, pagination? }` with `placeholderData: keepPreviousData`, a `SearchBox`,
 * `Select`s with `value={filter.x}` and `change({ x })`, and a `ListView` for the results.
 */
export function useListFilter<Filter extends object>(
  read: (params: URLSearchParams) => Filter,
): ListFilter<Filter> {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  // Shows a choice at once. The address changes only after the navigation, and the field would jump back until then.
  const [chosen, setChosen] = useState(address);
  useEffect(() => setChosen(address), [address]);
  const filter = read(new URLSearchParams(chosen));
  const to: ListFilter<Filter>['to'] = (part) => {
    const asked = filterQuery<object>({ ...filter, page: 1, ...part }) as Record<string, string>;
    return `?${new URLSearchParams(asked)}`;
  };
  return {
    filter,
    to,
    change: (part) => {
      const next = to(part).slice(1);
      setChosen(next);
      setParams(next, { replace: true, preventScrollReset: true });
    },
  };
}

interface Empty<Filter extends object> {
  list: ListFilter<Filter>;
  /** For a filter without results: what to clear, a title and a text. */
  noMatch?: { clear: Partial<Filter>; title: string; text?: ReactNode } | undefined;
  /** Shown if the list is empty without a filter. */
  empty: ReactNode;
}

/** The rows of a list and links to other pages, or a message for an empty list. */
export function ListView<Filter extends object, Answer extends { data: unknown[]; pagination?: Pagination }>({
  list,
  query,
  nouns,
  countedTo,
  noMatch,
  empty,
  skeleton,
  children,
}: Empty<Filter> & {
  query: Answering<Answer>;
  /** One and many: 'payment', 'payments'. */
  nouns: [string, string];
  /** The server counts only up to here. There may be more. */
  countedTo?: number;
  skeleton?: ReactNode;
  children: (rows: Answer['data']) => ReactNode;
}) {
  return (
    <QueryView query={query} skeleton={skeleton}>
      {(answer) => (
        <div className="grid grid-cols-1 gap-6">
          {answer.data.length > 0 ? (
            children(answer.data)
          ) : (
            <Nothing list={list} pagination={answer.pagination} noMatch={noMatch} empty={empty} />
          )}
          {answer.pagination ? (
            <Pager
              pagination={answer.pagination}
              nouns={nouns}
              countedTo={countedTo}
              to={(page) => list.to({ page })}
            />
          ) : null}
        </div>
      )}
    </QueryView>
  );
}

const pagesOf = ({ total, limit }: Pagination) => Math.max(1, Math.ceil(total / limit));

function Nothing<Filter extends object>({
  list,
  pagination,
  noMatch,
  empty,
}: Empty<Filter> & { pagination: Pagination | undefined }) {
  if (pagination && pagination.total > 0) {
    const last = pagesOf(pagination);
    return (
      <EmptyState
        title={`This list ends at page ${last}`}
        action={
          <Button to={list.to({ page: last })} variant="secondary">
            Last page
          </Button>
        }
      />
    );
  }
  const isNarrowed = Object.entries(noMatch?.clear ?? {}).some(
    ([name, none]) => list.filter[name as keyof Filter] !== none,
  );
  if (!noMatch || !isNarrowed) return empty;
  return (
    <EmptyState
      title={noMatch.title}
      action={
        <Button to={list.to(noMatch.clear)} variant="secondary">
          Clear the search
        </Button>
      }
    >
      {noMatch.text}
    </EmptyState>
  );
}

/** The number of entries, and links to the next and previous page. */
export function Pager({
  pagination,
  nouns: [one, many],
  countedTo = Number.POSITIVE_INFINITY,
  to,
}: {
  pagination: Pagination;
  nouns: [string, string];
  countedTo?: number | undefined;
  to: (page: number) => string;
}) {
  const { page, total } = pagination;
  const last = pagesOf(pagination);
  if (total === 0) return null;
  const more = total >= countedTo ? ' or more' : '';
  const place = last > 1 && page <= last ? `, page ${page} of ${last}` : '';
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-ink-soft text-sm">{`${counted(total, one, many)}${more}${place}`}</p>
      <div className="flex gap-2">
        {page > 1 && page <= last ? (
          <Button to={to(page - 1)} variant="secondary">
            Previous page
          </Button>
        ) : null}
        {page < last ? (
          <Button to={to(page + 1)} variant="secondary">
            Next page
          </Button>
        ) : null}
      </div>
    </nav>
  );
}
