import { Link } from 'react-router';
import { choiceIn, withParams } from '../../lib/list-address';

/** How the tests stand in the list: as cards, or as rows ('list'). */
export const viewIn = (params: URLSearchParams) => choiceIn(params, 'view', ['list']);

/** Links between the cards and the rows of the same list. */
export function ViewLinks({ params }: { params: URLSearchParams }) {
  const here = viewIn(params);
  return (
    <nav aria-label="View" className="flex shrink-0 text-sm print:hidden">
      {(['', 'list'] as const).map((view) => (
        <Link
          key={view}
          to={`?${withParams(params, { view })}`}
          replace
          preventScrollReset
          aria-current={view === here ? 'page' : undefined}
          className="inline-flex min-h-11 items-center border border-edge px-4 text-ink-soft first:rounded-l-sm last:rounded-r-sm last:border-l-0 hover:text-accent aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {view === 'list' ? 'List' : 'Cards'}
        </Link>
      ))}
    </nav>
  );
}
