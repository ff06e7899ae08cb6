import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel, Skeleton } from '../../../ui/states';

/** What a query answered; before it a skeleton of `lines`, after a failure the reason and Try Again. */
export function Loaded<T>({
  query,
  lines = 3,
  children,
}: {
  query: UseQueryResult<T>;
  lines?: number;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorPanel
        message={query.error.message}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    );
  }
  return (
    <div className="grid gap-4" aria-busy="true">
      {Array.from({ length: lines }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey blocks, all alike.
        <Skeleton key={place} className="h-16" />
      ))}
    </div>
  );
}
