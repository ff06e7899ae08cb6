import type { ListedTest } from '@vialproof/contract/tests';
import { X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { comparedAtLeast, comparedAtMost } from './compare-lines';

export const compareForm = 'compare-results';

/** The ticked boxes of the cards, also from before hydration. */
export const tickedBoxes = () => [
  ...document.querySelectorAll<HTMLInputElement>(`input[form="${compareForm}"]:checked`),
];

function wordsOf(count: number): string {
  if (count === 0) return 'Two to four, side by side.';
  if (count < comparedAtLeast) return '1 chosen: tick one to three more';
  return count > comparedAtMost ? `${count} chosen, four at most` : `${count} chosen`;
}

/**
 * The bar below the list that opens the comparison of ticked tests. It appears with the first tick, also without
 * scripts, because the style looks for a ticked box in `group/list`. `count`: ticked tests. `elsewhere`: ticked tests
 * that this search does not show.
 */
export function CompareForm({
  count,
  elsewhere,
  onUntick,
  onClear,
}: {
  count: number;
  elsewhere: ListedTest[];
  onUntick: (test: ListedTest) => void;
  onClear: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  // An error stays until the reader changes the ticks.
  const [refused, setRefused] = useState<number>();
  const isRefused = refused === count;
  const isEnough = count >= comparedAtLeast && count <= comparedAtMost;
  const submit = (event: FormEvent) => {
    if (isEnough) return;
    setRefused(count);
    event.preventDefault();
  };
  const untick = (test: ListedTest) => {
    onUntick(test);
    // The button with the focus disappears with its test, so another one takes the focus.
    form.current?.querySelector('button')?.focus();
  };
  return (
    <form
      id={compareForm}
      ref={form}
      action="/compare"
      aria-label="Comparison"
      onSubmit={submit}
      onReset={(event) => {
        event.preventDefault();
        for (const box of tickedBoxes()) box.checked = false;
        onClear();
      }}
      className={`sticky bottom-0 z-20 mt-4 flex-wrap items-center gap-x-4 gap-y-2 rounded-t-sm border border-edge bg-sheet px-4 py-2 group-has-[input[name=ids]:checked]/list:flex print:hidden ${count > 0 ? 'flex' : 'hidden'}`}
    >
      <Button type="submit">{isEnough ? `Compare ${count}` : 'Compare'}</Button>
      <span aria-live="polite" className="min-w-0 flex-1 basis-20 text-sm">
        {isRefused ? (
          <span key="refused" role="alert">
            {`Tick two to four results: ${count === 1 ? '1 is' : `${count} are`} ticked.`}
          </span>
        ) : (
          <span key="chosen">{wordsOf(count)}</span>
        )}
      </span>
      <Button type="reset" variant="quiet" className="-mr-3 px-3">
        Clear
      </Button>
      {elsewhere.length > 0 ? (
        <ul aria-label="Ticked before this search" className="flex w-full flex-wrap gap-2">
          {elsewhere.map((test) => (
            <li
              key={test.request_id}
              className="flex min-w-0 items-center rounded-sm border border-rule bg-paper pl-3 text-sm"
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
