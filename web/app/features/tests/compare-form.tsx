import type { ListedTest } from '@vialproof/contract/tests';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { comparedAtLeast, comparedAtMost } from './compare-lines';

export const compareForm = 'compare-results';

/**
 * Sends the boxes that were ticked on the cards; without scripts, too. `elsewhere`: tests that were ticked and that the list
 * does not show any more, since it was searched anew.
 */
export function CompareForm({
  elsewhere,
  onUntick,
}: {
  elsewhere: ListedTest[];
  onUntick: (test: ListedTest) => void;
}) {
  const [refused, setRefused] = useState<number>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const ticked = new FormData(event.currentTarget).getAll('ids').length;
    const isPossible = ticked >= comparedAtLeast && ticked <= comparedAtMost;
    setRefused(isPossible ? undefined : ticked);
    if (!isPossible) event.preventDefault();
  };
  return (
    <form
      id={compareForm}
      action="/compare"
      onSubmit={submit}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <Button type="submit" variant="secondary" size="small">
        Compare ticked results
      </Button>
      <span role={refused === undefined ? undefined : 'alert'} className="text-ink-soft text-sm">
        {refused === undefined
          ? 'Two to four, side by side.'
          : `Tick two to four results: ${refused === 1 ? '1 is' : `${refused} are`} ticked.`}
      </span>
      {elsewhere.length > 0 ? (
        <ul aria-label="Ticked before this search" className="flex w-full flex-wrap gap-2">
          {elsewhere.map((test) => (
            <li
              key={test.request_id}
              className="flex min-w-0 items-center rounded-sm border border-rule bg-sheet pl-3 text-sm"
            >
              <input type="hidden" name="ids" value={test.request_id} />
              <span className="wrap-anywhere min-w-0 py-1.5">
                <bdi>{test.result?.title ?? test.sku_name}</bdi>
                <span className="figures text-ink-soft"> #{test.task_number}</span>
              </span>
              <IconButton label={`Do not compare task ${test.task_number}`} onClick={() => onUntick(test)}>
                <X className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}
