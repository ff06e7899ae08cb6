import { Link } from 'react-router';
import { withParams } from '../lib/list-address';
import { buttonClass } from './button';
import { Spinner } from './spinner';

/** Goes on with a list: the list appends by `onMore`; without scripts, or in a new tab, it leads to the longer list's address. */
export function LoadMore({
  params,
  next,
  onMore,
  busy = false,
}: {
  /** What stands in the address now. */
  params: URLSearchParams;
  /** The page that comes; its first entry has the id `page-{next}`. */
  next: number;
  onMore: () => void;
  busy?: boolean;
}) {
  return (
    <p className="mt-10 text-center">
      <Link
        to={`?${withParams(params, { page: String(next) })}#page-${next}`}
        aria-busy={busy || undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          if (!busy) onMore();
        }}
        className={buttonClass({ variant: 'secondary', size: 'large' })}
      >
        {busy ? <Spinner /> : null}
        <span>LOAD MORE</span>
      </Link>
    </p>
  );
}
