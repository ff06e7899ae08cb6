import { useQueries } from '@tanstack/react-query';
import type { LabRequest } from '@vialproof/contract/lab';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useKeptEdit, useKeptStart } from '../use-kept-edit';
import { complete, contentOf, type DraftFields, fieldsOf } from './draft-fields';
import { massesQuery } from './masses';
import type { Row } from './measurement-text';
import { proposedSummary } from './proposed-words';
import { liveOf } from './use-live';

/** The result form on top of the server's draft. */
export function useDraftForm({ draft, proposal, request }: LabRequest) {
  const name = `lab.${request.id}`;
  const start = useKeptStart<DraftFields>(name);
  const stored = { version: draft?.version ?? 0, edit: fieldsOf(draft, { proposal, stated: request }) };
  const form = useForm<DraftFields>({ defaultValues: start ? complete(start.edit) : stored.edit });
  const mine = form.watch();
  useProposedSummary(form, mine.measurements);
  return { form, ...useKeptEdit({ name, start, mine, stored, contentOf, show: form.reset }) };
}

/** Lets the summary follow the verdicts as long as nobody has typed another one. */
function useProposedSummary({ getValues, setValue }: UseFormReturn<DraftFields>, rows: Row[]): void {
  const formulas = [...new Set(rows.map(({ formula }) => formula.trim()))];
  const masses = useQueries({ queries: formulas.map(massesQuery) });
  const proposed = proposedSummary(
    rows.map((row) => liveOf(row, masses[formulas.indexOf(row.formula.trim())]?.data)),
  );
  const before = useRef(proposed);
  const follow = useEffectEvent(() => {
    if (getValues('summary') === before.current) setValue('summary', proposed, { shouldDirty: true });
    before.current = proposed;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the summary follows what is proposed, and nothing else
  useEffect(() => follow(), [proposed]);
}
