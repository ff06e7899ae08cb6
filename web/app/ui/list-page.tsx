import type { Pagination } from '@vialproof/contract/primitives';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { counted } from '../lib/counted';
import { filterQuery } from '../lib/list-address';
import { Button } from './button';
import { type Answering, QueryView } from './query-view';
import { EmptyState } from './states';

/** The filter of a list, stored in the address. */
export interface ListFilter<Filter extends object> {
  filter: Filter;
  /** The address of the same list with these changes; page 1 unless `page` is given. */
  to: (part: Partial<Filter> | { page: number }) => string;
  /** Navigates there, and replaces the current history entry. */
  change: (part: Partial<Filter>) => void;
}

/**
 * The filter of a list in the address. `read` turns any query into a valid filter (`lib/list-address`); the page's
 * `clientLoader` uses the same function. An empty string means no filter.
 *
 * A list is this hook, a query of `{ data, pagination? }` with `placeholderData: keepPreviousData`, a `SearchBox` and
 * `Select`s with `value={filter.x}` and `change({ x })`, and `ListView` for the results.
 */
export function useListFilter<Filter extends object>(
  read: (params: URLSearchParams) => Filter,
): ListFilter<Filter> {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  // Shows a choice at once: the address changes only after the navigation, and a controlled box would jump back until
  // then.
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
  /** For a filter without results: the parts to clear, title and text. */
  noMatch?: { clear: Partial<Filter>; title: string; text?: ReactNode } | undefined;
  /** Shown if the list is empty without a filter too. */
  empty: ReactNode;
}

/** The rows of a list's query with the pager, or a message for an empty list. */
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
  /** Singular and plural: 'payment', 'payments'. */
  nouns: [string, string];
  /** The server stops counting here; there may be more. */
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
