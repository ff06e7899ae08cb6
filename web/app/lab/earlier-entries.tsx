import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../ui/button';

/** Loads earlier entries of the log; empty at its beginning. */
export function EarlierEntries({
  log: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  log: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}) {
  if (!hasNextPage) return null;
  return (
    <Button
      variant="secondary"
      className="justify-self-center"
      busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {isFetchingNextPage ? 'Loading…' : 'Earlier entries'}
    </Button>
  );
}
