import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../lib/problem';
import { ErrorPanel, Skeleton } from './states';

/** What there is to know of a query, of one answer or of many pages. */
export type Answering<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData'
> & { refetch: () => unknown };

interface Props<T> {
  query: Answering<T>;
  /** Shown while the answer is under way; three grey lines without it. */
  skeleton?: ReactNode;
  /** Shown when there is no such thing (404); without it an error like any other. */
  absent?: ReactNode;
  /** What to say of a failure with this message; the message itself without it. */
  failure?: (message: string) => string;
  /** The page's heading, read aloud until its content brings one. */
  heading?: string;
  children: (data: T) => ReactNode;
}

/**
 * What a query answered; before that its skeleton, and after a failure the reason and Try Again. While the answer of
 * another page or filter still stands (`keepPreviousData`) it is dimmed.
 */
export function QueryView<T>({ query, heading, children, ...states }: Props<T>) {
  const { data } = query;
  if (data !== undefined) {
    // The same element in both cases: focus and what was typed inside stay.
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
