import type { UseMutationResult } from '@tanstack/react-query';
import type { CompoundName, LabCompoundDetail } from '@vialproof/contract/compound-names';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { notify } from '../../../ui/toast';
import { kindWords, publishedWords } from './words';

/**
 * Whether a name can be removed. Names that were delivered with the software stay, and a main name can go only as the
 * last one.
 */
function mayGo({ kind, decided_at }: CompoundName, names: CompoundName[]): boolean {
  if (kind === 'name') return decided_at !== null && names.every((one) => !isOther(one));
  return isOther({ kind });
}
const isOther = ({ kind }: Pick<CompoundName, 'kind'>) => kind === 'synonym' || kind === 'brand';

/** The names of a compound, with buttons that remove them. */
export function Names({
  compound: { name: compound, names },
  take,
}: {
  compound: LabCompoundDetail;
  take: UseMutationResult<unknown, Error, string>;
}) {
  const [asked, setAsked] = useState<CompoundName>();
  return (
    <>
      <ul className="grid min-w-0 grid-cols-1 border-rule border-t">
        {names.map((one) => (
          <li
            key={one.folded}
            className="flex min-w-0 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-rule border-b py-2"
          >
            <div className="grid min-w-0 grid-cols-1">
              <span className="wrap-anywhere">
                <bdi>{one.spelling}</bdi>
              </span>
              <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
                <span>{kindWords[one.kind]}</span>
                <span className="wrap-anywhere">{one.slug ? `/${one.slug}` : 'no public test yet'}</span>
                <span>{publishedWords(one.tests)}</span>
              </p>
            </div>
            {mayGo(one, names) ? (
              <Button
                variant="secondary"
                size="small"
                className="min-h-11"
                onClick={() => {
                  take.reset();
                  setAsked(one);
                }}
              >
                Take away<span className="sr-only"> {one.spelling}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmDialog
          onClose={() => setAsked(undefined)}
          title="Take this name away?"
          action="Take away"
          busyAction="Taking away…"
          danger
          step={take}
          onConfirm={() =>
            take.mutate(asked.folded, {
              onSuccess: () => {
                notify.success(`${asked.spelling} was taken away.`);
                setAsked(undefined);
              },
            })
          }
        >
          <p className="wrap-anywhere font-medium">
            <bdi>{asked.spelling}</bdi>
          </p>
          <p className="wrap-anywhere">
            <span>
              {asked.kind === 'name'
                ? `${compound} is then what customers wrote, and no known compound.`
                : `Nobody finds ${compound} by it any more. Tests that are written so count for themselves; where there are none, its address ends.`}
            </span>{' '}
            No release brings it back; you can add it again.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
