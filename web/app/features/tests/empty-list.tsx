import { PAGE_SIZE } from '@vialproof/contract/page-size';
import type { Suggestion } from '@vialproof/contract/tests';
import { withParams } from '../../lib/list-address';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/states';

/** Shown for a page number beyond the end of the list. `last` is null if the number of tests is not exact. */
export function BeyondTheEnd({ params, last }: { params: URLSearchParams; last: number | null }) {
  return (
    <EmptyState
      title="This page of the list is empty"
      action={
        <p className="flex flex-wrap justify-center gap-3">
          <Button to={`?${withParams(params, { page: '' })}`}>Go to the first page</Button>
          {last === null ? null : (
            <Button to={`?${withParams(params, { page: String(last) })}`} variant="secondary">
              {`Go to page ${last}`}
            </Button>
          )}
        </p>
      }
    >
      {last === null
        ? 'The list ends before this page.'
        : `The list ends with page ${last}, at ${PAGE_SIZE} tests a page.`}
    </EmptyState>
  );
}

/** Suggests compounds and makers when the list is empty. */
function Suggestions({ suggestions, view }: { suggestions: Suggestion[]; view: string }) {
  return (
    <span className="mt-4 flex flex-wrap items-center justify-center gap-2">
      There are tests of
      {suggestions.map(({ facet, value, label, count }) => (
        <Button
          key={`${facet} ${value}`}
          to={`?${withParams(new URLSearchParams({ [facet]: value }), { view })}`}
          variant="secondary"
          className="min-w-0 py-2"
        >
          <span dir="auto" className="wrap-anywhere min-w-0">
            {label} <span className="figures text-ink-soft">{count.toLocaleString('en-US')}</span>
          </span>
        </Button>
      ))}
    </span>
  );
}

/** Shown for a list without tests. */
export function Nothing({
  isFiltered,
  suggestions,
  view,
}: {
  isFiltered: boolean;
  suggestions: Suggestion[];
  view: string;
}) {
  return (
    <EmptyState
      title={isFiltered ? 'Nothing matches' : 'Nothing published yet'}
      action={
        isFiltered ? (
          <Button to={view ? `/tests?view=${view}` : '/tests'} variant="secondary">
            Show all tests
          </Button>
        ) : undefined
      }
    >
      <span>
        {isFiltered
          ? 'Try a shorter word, a task number, or fewer filters.'
          : 'Published results will appear here.'}
      </span>
      {suggestions.length > 0 ? <Suggestions suggestions={suggestions} view={view} /> : null}
    </EmptyState>
  );
}
