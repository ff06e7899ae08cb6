import { Badge } from '../../../ui/status-badge';
import type { Change, Comparison as Compared } from './template-words';

function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(9rem,auto)_minmax(0,1fr)]">
      {changes.map(({ label, from, to }) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft max-sm:mt-1">{label}</dt>
          <dd className="wrap-anywhere min-w-0">
            {from === '' ? null : (
              <del className="text-ink-soft">
                <span className="sr-only">before: </span>
                {from}
              </del>
            )}
            {from === '' ? null : <span aria-hidden="true"> → </span>}
            <ins className="no-underline">
              {from === '' ? null : <span className="sr-only">from now on: </span>}
              <span>{to || 'nothing'}</span>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How a draft differs from the template, with old and new values side by side. */
export function Comparison({ of: { lines, others } }: { of: Compared }) {
  return (
    <div className="grid gap-4">
      {lines.length > 0 ? (
        <ol className="border-rule border-t" aria-label="Lines that change">
          {lines.map(({ id, name, what, changes }) => (
            <li key={id} className="grid gap-2 border-rule border-b py-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="wrap-anywhere font-medium">{name}</span>
                <Badge>{what}</Badge>
              </p>
              <Changes changes={changes} />
            </li>
          ))}
        </ol>
      ) : null}
      {others.length > 0 ? (
        <section className="grid gap-2" aria-label="Besides the lines">
          <h3 className="font-medium">Besides the lines</h3>
          <Changes changes={others} />
        </section>
      ) : null}
      {lines.length === 0 && others.length === 0 ? (
        <p>It keeps every line as it is; the test gets them as its own.</p>
      ) : null}
    </div>
  );
}
