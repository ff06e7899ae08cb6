import { Link } from 'react-router';
import { withParams } from '../lib/list-address';
import { buttonClass } from './button';
import { Spinner } from './spinner';

/** A button that loads the next page of a list (`onMore`). Without scripts it is a link to a longer list. */
export function LoadMore({
  params,
  next,
  onMore,
  busy = false,
}: {
  /** The current query parameters. */
  params: URLSearchParams;
  /** The next page; its first entry has the id `page-{next}`. */
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
