import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ChooseSubjectBody, LabSubject, SubjectRecord } from '@vialproof/contract/makers';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api';
import { ApiProblem } from '../lib/problem';
import { Button } from '../ui/button';
import { Form } from '../ui/form';
import { Select, TextInput } from '../ui/inputs';
import { QueryView, SkeletonLines } from '../ui/query-view';
import { StepError } from '../ui/step-error';
import { notify } from '../ui/toast';
import { labKey } from './queries';
import { useChange } from './use-step';

/** The choice "as the customer wrote it", which is no stored record. */
const WORDS = '';
const NEW = 'new';

interface Fields {
  maker: string;
  makerName: string;
  batch: string;
  batchName: string;
}

function subjectQuery(id: string) {
  return queryOptions({
    queryKey: [...labKey, 'subject', id],
    queryFn: async (): Promise<LabSubject> =>
      (await parseResponse(api.lab.requests[':id'].subject.$get({ param: { id } }))).data,
  });
}

const said = ({ name, confirmed }: SubjectRecord) => (confirmed ? name : `${name} (unconfirmed)`);

/** The records that the user can choose, with the chosen record. */
function choicesOf(present: SubjectRecord | null, suggested: SubjectRecord[]): SubjectRecord[] {
  return present && !suggested.some(({ id }) => id === present.id) ? [present, ...suggested] : suggested;
}

const choiceOf = (choice: string, name: string): ChooseSubjectBody['maker'] => {
  if (choice === WORDS) return null;
  return choice === NEW ? { name: name.trim() } : { id: choice };
};

/** Maker and batch of a sample: as the customer wrote them, and as records of the laboratory. */
export function Subject({ id }: { id: string }) {
  const subject = useQuery(subjectQuery(id));
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 border-rule border-t pt-2">
      <p className="label">Maker and batch</p>
      <QueryView query={subject} skeleton={<SkeletonLines lines={1} height="h-12" />}>
        {(data) =>
          isOpen ? (
            <Choose id={id} data={data} onClose={() => setOpen(false)} />
          ) : (
            <>
              <Standing data={data} />
              <div>
                <Button variant="secondary" size="small" className="min-h-11" onClick={() => setOpen(true)}>
                  {data.is_chosen ? 'Change maker and batch' : 'Choose maker and batch'}
                </Button>
              </div>
            </>
          )
        }
      </QueryView>
    </div>
  );
}

function Standing({ data: { written, maker, batch, is_chosen: isChosen } }: { data: LabSubject }) {
  const rows = [
    { label: 'Maker', record: maker, words: written.maker },
    { label: 'Batch', record: batch, words: written.batch },
  ];
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      {rows.map(({ label, record, words }) => (
        <p key={label} className="wrap-anywhere min-w-0">
          <span>{`${label}: `}</span>
          {record ? <bdi>{said(record)}</bdi> : <span className="text-ink-soft">no record yet</span>}{' '}
          <span className="text-ink-soft text-sm">
            {words ? (
              <span>
                as the customer wrote it: <bdi>{words}</bdi>
              </span>
            ) : (
              'the customer wrote nothing'
            )}
          </span>
        </p>
      ))}
      {isChosen ? null : <p className="text-ink-soft text-sm">Nobody at the desk has chosen yet.</p>}
    </div>
  );
}

function Choose({ id, data, onClose }: { id: string; data: LabSubject; onClose: () => void }) {
  const { written, suggestions, is_chosen: isChosen } = data;
  const { register, handleSubmit, watch, formState } = useForm<Fields>({
    defaultValues: {
      maker: isChosen ? (data.maker?.id ?? WORDS) : (data.maker?.id ?? suggestions.makers[0]?.id ?? NEW),
      makerName: written.maker ?? '',
      batch: isChosen ? (data.batch?.id ?? WORDS) : (data.batch?.id ?? (written.batch ? NEW : WORDS)),
      batchName: written.batch ?? '',
    },
  });
  const step = useChange(
    (json: ChooseSubjectBody) => parseResponse(api.lab.requests[':id'].subject.$put({ param: { id }, json })),
    { shown: subjectQuery(id).queryKey, touched: [[...labKey, 'request']] },
  );
  const [maker, batch] = watch(['maker', 'batch']);
  const makers = choicesOf(data.maker, suggestions.makers);
  // The batches belong to the saved maker. For a new maker they load after the save.
  const batches = maker === data.maker?.id ? choicesOf(data.batch, suggestions.batches) : [];
  const batchChoice =
    batch === WORDS || batch === NEW || batches.some((one) => one.id === batch) ? batch : NEW;
  const problem = step.error instanceof ApiProblem ? step.error : undefined;
  const save = handleSubmit((typed) =>
    step.mutate(
      {
        maker: choiceOf(typed.maker, typed.makerName),
        batch: typed.maker === WORDS ? null : choiceOf(batchChoice, typed.batchName),
      },
      {
        onSuccess: () => {
          notify.success('Saved.');
          onClose();
        },
      },
    ),
  );
  const onField = problem?.field('maker') ?? problem?.field('batch');
  return (
    <Form onSubmit={save} className="grid min-w-0 max-w-xl grid-cols-1 gap-4">
      <Standing data={data} />
      <Select label="Maker" {...register('maker')} error={problem?.field('maker')}>
        {makers.map((one) => (
          <option key={one.id} value={one.id}>
            {said(one)}
          </option>
        ))}
        <option value={NEW}>Confirm a name…</option>
        <option value={WORDS}>Leave it to what the customer wrote</option>
      </Select>
      {maker === NEW ? (
        <TextInput
          {...register('makerName', {
            validate: (text) => text.trim() !== '' || 'Write the name of the maker.',
          })}
          label="Name of the maker"
          help="As it is spelled rightly. One that is known already is chosen."
          maxLength={200}
          autoComplete="off"
          error={formState.errors.makerName?.message}
        />
      ) : null}
      {maker === WORDS ? null : (
        <Select label="Batch" {...register('batch')} value={batchChoice} error={problem?.field('batch')}>
          {batches.map((one) => (
            <option key={one.id} value={one.id}>
              {said(one)}
            </option>
          ))}
          <option value={NEW}>Confirm a code…</option>
          <option value={WORDS}>Leave it to what the customer wrote</option>
        </Select>
      )}
      {maker !== WORDS && batchChoice === NEW ? (
        <TextInput
          {...register('batchName', {
            validate: (text) => text.trim() !== '' || 'Write the code of the batch.',
          })}
          label="Code of the batch"
          maxLength={100}
          autoComplete="off"
          error={formState.errors.batchName?.message}
        />
      ) : null}
      {onField ? null : <StepError error={step.error} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={step.isPending}>
          {step.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Back
        </Button>
      </div>
    </Form>
  );
}
