import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../lib/problem';
import { ErrorPanel, Skeleton } from './states';

/** The state of a query with one answer or many pages. */
export type Answering<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData'
> & { refetch: () => unknown };

interface Props<T> {
  query: Answering<T>;
  /** Shown while the query loads. Default: three grey lines. */
  skeleton?: ReactNode;
  /** Shown for a 404. Without it, a 404 is an error. */
  absent?: ReactNode;
  /** The text for a failure with this message. Default: the message. */
  failure?: (message: string) => string;
  /** The heading of the page, read aloud while the content is missing. */
  heading?: string;
  children: (data: T) => ReactNode;
}

/**
 * The answer of a query. Before that grey lines, and after a failure the reason and a button Try Again. Data of the
 * page or filter before (`keepPreviousData`) are pale.
 */
export function QueryView<T>({ query, heading, children, ...states }: Props<T>) {
  const { data } = query;
  if (data !== undefined) {
    // Both cases use the same element, so that focus and input stay.
    return (
      <div
        aria-busy={query.isPlaceholderData}
        className={query.isPlaceholderData ? 'opacity-60' : 'contents'}
      >
        {children(data)}
      </div>
    );
  }
  return (
    <>
      {heading ? <h1 className="sr-only">{heading}</h1> : null}
      <Unanswered query={query} {...states} />
    </>
  );
}

function Unanswered<T>({
  query,
  skeleton,
  absent,
  failure = String,
}: Omit<Props<T>, 'heading' | 'children'>) {
  const { error } = query;
  if (query.isPending) return <div aria-busy="true">{skeleton ?? <SkeletonLines />}</div>;
  if (absent && error instanceof ApiProblem && error.status === 404) return absent;
  return (
    <ErrorPanel
      message={failure(error?.message ?? '')}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    />
  );
}

/** Grey lines in the shape of a list. `height` is a class. */
export function SkeletonLines({ lines = 3, height = 'h-16' }: { lines?: number; height?: string }) {
  return (
    <div className="grid gap-3">
      {Array.from({ length: lines }, (_, place) => place).map((place) => (
        <Skeleton key={place} className={height} />
      ))}
    </div>
  );
}
