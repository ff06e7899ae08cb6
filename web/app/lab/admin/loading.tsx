import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../lib/problem';
import { ErrorPanel, Skeleton } from '../../ui/states';

/** What stands in the place of an answer: its shape while it is under way, else why there is none. Nothing once it is there. */
export function Missing({
  query,
  rows,
  height = 'h-16',
  absent,
}: {
  query: UseQueryResult;
  /** Lines of the shape. */
  rows: number;
  height?: string;
  /** Shown when there is no such thing. */
  absent?: ReactNode;
}) {
  if (query.data !== undefined) return null;
  if (query.isPending) {
    return (
      <div className="grid gap-3" aria-busy="true">
        {Array.from({ length: rows }, (_, place) => place).map((place) => (
          <Skeleton key={place} className={height} />
        ))}
      </div>
    );
  }
  if (absent && query.error instanceof ApiProblem && query.error.status === 404) return absent;
  return (
    <ErrorPanel
      message={query.error?.message ?? ''}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    />
  );
}
