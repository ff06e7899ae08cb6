import type { TraceImport } from '@vialproof/contract/imports';
import { isReason, REASON_MISSING } from '@vialproof/contract/reasons';
import type { Thousands } from '@vialproof/contract/thousands';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextArea, TextInput } from '../../ui/inputs';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { OfferedReasons } from '../offered-reasons';
import { ReasonDialog } from '../reason-dialog';
import { useDecision } from './queries';

interface Said {
  task: string;
  reason: string;
}

/** Assigns a file to a task, and shows the evidence for it. */
export function AssignStep({ file }: { file: TraceImport }) {
  const [isAsking, setAsking] = useState(false);
  const { register, handleSubmit, formState, setValue } = useForm<Said>({
    defaultValues: { task: '', reason: '' },
  });
  const assign = useDecision(({ task, reason }: Said) =>
    parseResponse(
      api.lab.imports[':id'].assign.$post({
        param: { id: file.id },
        json: { task_number: Number(task), reason: reason.trim() },
      }),
    ),
  );
  const go = handleSubmit((said) =>
    assign.mutate(said, {
      onSuccess: () => {
        notify.success(`It is an injection of task ${said.task} now.`);
        setAsking(false);
      },
    }),
  );
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        This is task…
        <span className="sr-only"> {file.file_name}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Of which task is ${file.file_name}?`}
        action="Make it an injection"
        busyAction="Saving…"
        step={assign}
        onConfirm={() => void go()}
      >
        <p>It becomes an injection of that task and stays one: an injection cannot be taken away.</p>
        <TextInput
          {...register('task', {
            setValueAs: (text: string) => text.trim(),
            validate: (text) => /^[1-9]\d{0,14}$/.test(text) || 'Enter the task number.',
          })}
          label="Task number"
          maxLength={15}
          inputMode="numeric"
          autoComplete="off"
          data-start
          error={formState.errors.task?.message}
        />
        <TextArea
          {...register('reason', { validate: (text) => isReason('assignment', text) || REASON_MISSING })}
          label="How do you know?"
          help="It is kept with the file."
          rows={3}
          maxLength={1000}
          error={formState.errors.reason?.message}
        />
        <OfferedReasons
          place="assignment"
          onChoose={(reason) => setValue('reason', reason, { shouldValidate: formState.isSubmitted })}
        />
      </ConfirmDialog>
    </>
  );
}

/** Marks a file as one that belongs to no sample of the laboratory. */
export function DismissStep({ file }: { file: TraceImport }) {
  const [isAsking, setAsking] = useState(false);
  const dismiss = useDecision((reason: string) =>
    parseResponse(api.lab.imports[':id'].dismiss.$post({ param: { id: file.id }, json: { reason } })),
  );
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Not ours…
        <span className="sr-only"> {file.file_name}</span>
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        place="dismissal"
        title={`Is ${file.file_name} not ours?`}
        action="It is not ours"
        busyAction="Saving…"
        done="It waits no longer."
        step={dismiss}
      >
        <p>A blank, a standard or a wash: it waits no longer. The file stays, and the reason with it.</p>
      </ReasonDialog>
    </>
  );
}

/** Chooses how ambiguous numbers in a file are read. */
export function NumbersStep({ file }: { file: TraceImport }) {
  const answer = useDecision((thousands: Thousands) =>
    parseResponse(api.lab.imports[':id'].numbers.$post({ param: { id: file.id }, json: { thousands } })),
  );
  const { readings } = file.why ?? {};
  if (!readings) return null;
  const choices = [
    ['groups', readings.groups],
    ['decimals', readings.decimals],
  ] as const;
  return (
    <>
      {choices.map(([thousands, words]) => (
        <Button
          key={thousands}
          variant="secondary"
          busy={answer.isPending && answer.variables === thousands}
          onClick={() => answer.mutate(thousands, { onSuccess: () => notify.success('It goes on.') })}
        >
          It is {words}
          <span className="sr-only">{`, ${file.file_name}`}</span>
        </Button>
      ))}
      <StepError error={answer.error} />
    </>
  );
}
