import type { GroupViewer } from '@vialproof/contract/group-tests';
import { parseResponse } from 'hono/client';
import type { FormEvent } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/inputs';
import { notify } from '../../ui/toast';
import type { GroupAction } from './use-group-action';

const lines = [
  ['compound_name', 'Compound', 200],
  ['dosage_text', 'Dosage', 200],
  ['manufacturer', 'Manufacturer', 200],
  ['batch_code', 'Batch', 100],
  ['notes', 'Notes', 2000],
] as const;

/** A form that describes the vial. It is shown until the laboratory has the vial. */
export function SpecimenForm({
  id,
  specimen,
  action,
}: {
  id: string;
  specimen: NonNullable<GroupViewer['specimen']>;
  action: GroupAction;
}) {
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const json = Object.fromEntries(lines.map(([name]) => [name, String(form.get(name) ?? '')]));
    action.run(
      'specimen',
      () => parseResponse(api['group-tests'][':id'].specimen.$put({ param: { id }, json })),
      undefined,
      () => notify.success('Saved.'),
    );
  };
  return (
    <form onSubmit={save} className="grid gap-3">
      {lines.map(([name, label, most]) => (
        <TextInput
          key={name}
          name={name}
          label={label}
          optional
          maxLength={most}
          defaultValue={specimen[name] ?? ''}
        />
      ))}
      <Button type="submit" variant="secondary" busy={action.step('specimen').isPending}>
        {action.step('specimen').isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  );
}
