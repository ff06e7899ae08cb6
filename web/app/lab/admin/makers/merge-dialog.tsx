import { keepPreviousData, type UseMutationResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RadioCards } from '../../../ui/choices';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { TextInput } from '../../../ui/inputs';
import { makersQuery } from './queries';

export interface Target {
  id: string;
  name: string;
  text: string;
}

interface Props {
  name: string;
  onClose: () => void;
  merge: UseMutationResult<unknown, Error, string>;
}

/** Asks into which other record this record is merged. */
export function MergeDialog({
  name,
  what,
  targets,
  onClose,
  merge,
  children,
}: Props & { what: string; targets: Target[]; children?: React.ReactNode }) {
  const [into, setInto] = useState('');
  const [missing, setMissing] = useState('');
  const chosen = targets.some(({ id }) => id === into) ? into : '';
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Merge ${name} into another ${what}`}
      action="Merge"
      busyAction="Merging…"
      step={{ isPending: merge.isPending, error: merge.error }}
      onConfirm={() => {
        if (chosen) merge.mutate(chosen);
        else setMissing(`Choose a ${what}.`);
      }}
    >
      <p>Its spellings then lead to the other one. What customers wrote stays, and this can be undone.</p>
      {children}
      {targets.length === 0 ? (
        <p className="text-ink-soft">{`There is no other ${what} to choose.`}</p>
      ) : (
        <RadioCards
          legend={`The ${what} that stays`}
          name="into"
          value={chosen}
          onChange={({ target }) => {
            setInto(target.value);
            setMissing('');
          }}
          options={targets.map(({ id, name: title, text }) => ({ value: id, title, text }))}
          error={missing || undefined}
        />
      )}
    </ConfirmDialog>
  );
}

/** Asks into which other maker this maker is merged. */
export function MergeMaker({ id, ...props }: Props & { id: string }) {
  const [q, setQ] = useState('');
  const makers = useQuery({
    ...makersQuery({ q: q.trim().slice(0, 200), state: '', page: 1 }),
    placeholderData: keepPreviousData,
  });
  const targets = (makers.data?.data ?? [])
    .filter((maker) => maker.id !== id)
    .slice(0, 8)
    .map(({ id: value, name, confirmed, batches }) => ({
      id: value,
      name,
      text: `${confirmed ? 'Confirmed' : 'Unconfirmed'}, ${batches} ${batches === 1 ? 'batch' : 'batches'}`,
    }));
  return (
    <MergeDialog {...props} what="maker" targets={targets}>
      <TextInput
        label="Find the other maker"
        value={q}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setQ(target.value)}
      />
    </MergeDialog>
  );
}
