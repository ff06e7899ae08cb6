import type { Pagination } from '@vialproof/contract/primitives';
import { Button } from '../../ui/button';

/** How many there are, and the way to the pages beside this one. */
export function PageTurner({
  pagination: { page, limit, total },
  nouns: [one, many],
  addressOf,
}: {
  pagination: Pagination;
  nouns: [string, string];
  addressOf: (page: number) => string;
}) {
  const last = Math.max(1, Math.ceil(total / limit));
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-ink-soft text-sm">
        {total} {total === 1 ? one : many}
        {last > 1 ? `, page ${page} of ${last}` : ''}
      </p>
      <div className="flex gap-2">
        {page > 1 ? (
          <Button to={addressOf(page - 1)} variant="secondary">
            Previous page
          </Button>
        ) : null}
        {page < last ? (
          <Button to={addressOf(page + 1)} variant="secondary">
            Next page
          </Button>
        ) : null}
      </div>
    </div>
  );
}
