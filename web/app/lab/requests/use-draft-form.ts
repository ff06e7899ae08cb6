import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Masses } from '@vialproof/contract/methods';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useKeptEdit, useKeptStart } from '../use-kept-edit';
import { complete, contentOf, type DraftFields, fieldsOf } from './draft-fields';
import { massesQuery } from './masses';
import type { Row } from './measurement-text';
import { proposedSummary } from './proposed-words';
import { liveOf } from './use-live';

/** The form of the result. It starts as the server's draft. Await `settle` before a save. */
export function useDraftForm({ draft, proposal, request }: LabRequest) {
  const name = `lab.${request.id}`;
  const start = useKeptStart<DraftFields>(name);
  const stored = { version: draft?.version ?? 0, edit: fieldsOf(draft, { proposal, stated: request }) };
  const form = useForm<DraftFields>({ defaultValues: start ? complete(start.edit) : stored.edit });
  const mine = form.watch();
  const settle = useProposedSummary(form, mine.measurements, proposedSummary(draft?.measurements ?? []));
  return { form, settle, ...useKeptEdit({ name, start, mine, stored, contentOf, show: form.reset }) };
}

const formulasOf = (rows: Row[]) => [...new Set(rows.map(({ formula }) => formula.trim()).filter(Boolean))];

/**
 * Keeps the summary in step with the verdicts until the user types an own text. The verdict of a mass must be loaded
 * first: the returned function waits for it.
 */
function useProposedSummary(
  { getValues, setValue }: UseFormReturn<DraftFields>,
  rows: Row[],
  stored: string,
): () => Promise<void> {
  const client = useQueryClient();
  const formulas = formulasOf(rows);
  const masses = useQueries({ queries: formulas.map(massesQuery) });
  const proposalOf = (lines: Row[], massesOf: (formula: string) => Masses | undefined) =>
    proposedSummary(lines.map((row) => liveOf(row, massesOf(row.formula.trim()))));
  const isKnown = masses.every(({ isPending }) => !isPending);
  const proposed = isKnown
    ? proposalOf(rows, (formula) => masses[formulas.indexOf(formula)]?.data)
    : undefined;
  const before = useRef(stored);
  const follow = (next: string) => {
    if (getValues('summary') === before.current) setValue('summary', next, { shouldDirty: true });
    before.current = next;
  };
  const followNow = useEffectEvent(() => {
    if (proposed !== undefined) follow(proposed);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the summary follows the proposed one only
  useEffect(() => followNow(), [proposed]);
  return async () => {
    const lines = getValues('measurements');
    // A wrong formula shows its error at its field.
    await Promise.allSettled(
      formulasOf(lines).map((formula) => client.ensureQueryData(massesQuery(formula))),
    );
    follow(proposalOf(lines, (formula) => client.getQueryData(massesQuery(formula).queryKey)));
  };
}
