import type { UseMutationResult } from '@tanstack/react-query';
import { type LabBatch, type LabMakerDetail, LONGEST_ANSWER } from '@vialproof/contract/makers';
import { useForm } from 'react-hook-form';
import { ApiProblem } from '../../../lib/problem';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/choices';
import { Form } from '../../../ui/form';
import { TextArea, TextInput } from '../../../ui/inputs';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { useKeptForm } from '../../use-kept-form';

export interface RecordFields {
  name: string;
  confirmed: boolean;
  answer: string;
}

/** The form of a record: its name or code, whether it is confirmed, and the maker's own statement. */
export function RecordForm({
  kept,
  label,
  longest,
  record,
  name,
  step,
}: {
  /** The name under which this tab stores the input until the save. */
  kept: `lab.${string}`;
  label: string;
  longest: number;
  record: Pick<LabMakerDetail | LabBatch, 'confirmed' | 'answer'>;
  name: string;
  step: UseMutationResult<unknown, Error, RecordFields>;
}) {
  const values = { name, confirmed: record.confirmed, answer: record.answer ?? '' };
  const form = useForm<RecordFields>({
    values,
    // Typed text stays in the form when the record is loaded again.
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, formState } = form;
  const forget = useKeptForm(kept, form);
  const problem = step.error instanceof ApiProblem ? step.error : undefined;
  const onName = problem?.field('name') ?? problem?.field('code');
  const save = handleSubmit((typed) =>
    step.mutate(
      { ...typed, name: typed.name.trim(), answer: typed.answer.trim() },
      {
        onSuccess: () => {
          forget();
          notify.success('Saved.');
        },
      },
    ),
  );
  return (
    <Form onSubmit={save} className="grid max-w-2xl grid-cols-1 gap-4">
      <TextInput
        {...register('name', { validate: (text) => text.trim() !== '' || 'This cannot be empty.' })}
        label={label}
        help="As public pages write it. The former one stays a spelling, and its address stays good."
        maxLength={longest}
        autoComplete="off"
        error={formState.errors.name?.message ?? onName}
      />
      <Checkbox {...register('confirmed')}>Confirmed by the laboratory</Checkbox>
      <TextArea
        {...register('answer')}
        label="The maker’s answer"
        optional
        rows={4}
        maxLength={LONGEST_ANSWER}
        help="In the maker’s words, plain text. It is shown on the public page as what the maker says."
      />
      {onName ? null : <StepError error={step.error} />}
      <div>
        <Button type="submit" busy={step.isPending}>
          {step.isPending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </Form>
  );
}
