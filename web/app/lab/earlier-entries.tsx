import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../ui/button';

/** A button that loads earlier entries of the log. Renders nothing when the first entry is loaded. */
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
