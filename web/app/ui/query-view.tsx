import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../lib/problem';
import { ErrorPanel, Skeleton } from './states';

interface Props<T> {
  query: UseQueryResult<T>;
  /** Shown while the answer is under way; three grey lines without it. */
  skeleton?: ReactNode;
  /** Shown when there is no such thing (404); without it an error like any other. */
  absent?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * What a query answered; before that its skeleton, and after a failure the reason and Try Again. While the answer of
 * another page or filter still stands (`keepPreviousData`) it is dimmed.
 */
export function QueryView<T>({ query, skeleton, absent, children }: Props<T>) {
  const { data, error } = query;
  if (data !== undefined) {
    if (!query.isPlaceholderData) return children(data);
    return (
      <div aria-busy="true" className="opacity-60">
        {children(data)}
      </div>
    );
  }
  if (query.isPending) return <div aria-busy="true">{skeleton ?? <SkeletonLines />}</div>;
  if (absent && error instanceof ApiProblem && error.status === 404) return absent;
  return (
    <ErrorPanel message={error?.message ?? ''} onRetry={() => void query.refetch()} busy={query.isFetching} />
  );
}

/** Grey lines in the shape of a list. `height`: a class. */
export function SkeletonLines({ lines = 3, height = 'h-16' }: { lines?: number; height?: string }) {
  return (
    <div className="grid gap-3">
      {Array.from({ length: lines }, (_, place) => place).map((place) => (
        <Skeleton key={place} className={height} />
      ))}
    </div>
  );
}
