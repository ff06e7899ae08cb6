import type { ListedTest } from '@vialproof/contract/tests';
import { X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { comparedAtLeast, comparedAtMost } from './compare-lines';

export const compareForm = 'compare-results';

/**
 * The form that sends the ticked tests to the comparison. It works without scripts. `count` is the number of ticked
 * tests; `elsewhere` are ticked tests that the present search does not show.
 */
export function CompareForm({
  count,
  elsewhere,
  onUntick,
}: {
  count: number;
  elsewhere: ListedTest[];
  onUntick: (test: ListedTest) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  // The page shows a refusal until the reader changes the ticks.
  const [refused, setRefused] = useState<number>();
  const isRefused = refused === count;
  const submit = (event: FormEvent) => {
    if (count >= comparedAtLeast && count <= comparedAtMost) return;
    setRefused(count);
    event.preventDefault();
  };
  const untick = (test: ListedTest) => {
    onUntick(test);
    // The focused button disappears together with its test, so another button takes the focus.
    form.current?.querySelector('button')?.focus();
  };
  return (
    <form
      id={compareForm}
      ref={form}
      action="/compare"
      onSubmit={submit}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <Button type="submit" variant="secondary" size="small">
        Compare ticked results
      </Button>
      <span role={isRefused ? 'alert' : undefined} className="text-ink-soft text-sm">
        {isRefused
          ? `Tick two to four results: ${count === 1 ? '1 is' : `${count} are`} ticked.`
          : 'Two to four, side by side.'}
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
                <span className="figures text-ink-soft">{` #${test.task_number}`}</span>
              </span>
              <IconButton label={`Do not compare task ${test.task_number}`} onClick={() => untick(test)}>
                <X className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}
