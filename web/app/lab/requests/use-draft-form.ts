import type { LabRequest } from '@vialproof/contract/lab';
import { useForm } from 'react-hook-form';
import { useKeptEdit, useKeptStart } from '../use-kept-edit';
import { complete, contentOf, type DraftFields, fieldsOf } from './draft-fields';

/** The result form on top of the server's draft. */
export function useDraftForm({ draft, proposal, request }: LabRequest) {
  const name = `lab.${request.id}`;
  const start = useKeptStart<DraftFields>(name);
  const stored = {
    version: draft?.version ?? 0,
    edit: fieldsOf(draft, { proposal, stated: request.dosage_text }),
  };
  const form = useForm<DraftFields>({ defaultValues: start ? complete(start.edit) : stored.edit });
  const mine = form.watch();
  return { form, ...useKeptEdit({ name, start, mine, stored, contentOf, show: form.reset }) };
}
