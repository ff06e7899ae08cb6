import type { UseMutationResult } from '@tanstack/react-query';
import type { MergedName, NameSpelling } from '@vialproof/contract/makers';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/choices';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { StepError } from '../../../ui/step-error';

/** The spellings of a record, with checkboxes that split them off into a new record. */
export function Spellings({
  spellings,
  what,
  split,
}: {
  spellings: NameSpelling[];
  /** The kind of the new record in words: 'maker' or 'batch'. */
  what: string;
  split: UseMutationResult<unknown, Error, string[]>;
}) {
  const [ticked, setTicked] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const others = spellings.filter(({ is_name }) => !is_name);
  const wanted = ticked.filter((folded) => others.some((other) => other.folded === folded));
  const toggle = (folded: string) =>
    setTicked((now) => (now.includes(folded) ? now.filter((one) => one !== folded) : [...now, folded]));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p className="label">Spellings</p>
      <ul className="grid min-w-0 grid-cols-1">
        {spellings.map(({ folded, spelling, slug, is_name: isName }) => {
          const words = (
            <span className="wrap-anywhere">
              <bdi>{spelling}</bdi>{' '}
              <span className="text-ink-soft text-sm">
                {`${slug ? `/${slug}` : 'no public test yet'}${isName ? ' · the name' : ''}`}
              </span>
            </span>
          );
          return (
            <li key={folded} className="min-w-0">
              {isName ? (
                <p className="py-1.5">{words}</p>
              ) : (
                <Checkbox checked={wanted.includes(folded)} onChange={() => toggle(folded)}>
                  {words}
                </Checkbox>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 0 ? (
        <div>
          <Button
            variant="secondary"
            disabled={wanted.length === 0}
            onClick={() => setAsking(true)}
          >{`Make a ${what} of the ticked…`}</Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Make another ${what} of them?`}
        action="Split"
        busyAction="Splitting…"
        step={split}
        onConfirm={() =>
          split.mutate(wanted, {
            onSuccess: () => {
              setTicked([]);
              setAsking(false);
            },
          })
        }
      >
        <p>{`Tests whose customers wrote it so belong to the new ${what} from now on. Addresses stay good. Merging it back undoes this.`}</p>
      </ConfirmDialog>
    </div>
  );
}

/** The records that were merged into this record, with buttons that undo a merge. */
export function Merged({
  merged,
  unmerge,
}: {
  merged: MergedName[];
  unmerge: UseMutationResult<unknown, Error, string>;
}) {
  if (merged.length === 0) return null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p className="label">Merged into it</p>
      <ul className="grid min-w-0 grid-cols-1 gap-2">
        {merged.map(({ id, name, into }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <span className="wrap-anywhere min-w-0">
              <bdi>{name}</bdi>{' '}
              <span className="text-ink-soft text-sm">
                into <bdi>{into}</bdi>
              </span>
            </span>
            <Button
              variant="secondary"
              size="small"
              className="min-h-11"
              busy={unmerge.isPending && unmerge.variables === id}
              onClick={() => unmerge.mutate(id)}
            >
              Undo<span className="sr-only">{` the merging of ${name}`}</span>
            </Button>
          </li>
        ))}
      </ul>
      <StepError error={unmerge.error} />
    </div>
  );
}
