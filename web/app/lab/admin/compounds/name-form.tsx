import type { UseMutationResult } from '@tanstack/react-query';
import { LONGEST_COMPOUND, type NameCompoundBody } from '@vialproof/contract/compound-names';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../../lib/field-errors';
import { ApiProblem } from '../../../lib/problem';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { Select, TextInput } from '../../../ui/inputs';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';

export type NameFields = Pick<NameCompoundBody, 'spelling' | 'kind'>;
type Step = UseMutationResult<unknown, Error, NameFields>;

/** A form that adds a synonym or a brand to a known compound. */
export function AddName({ step }: { step: Step }) {
  const { register, handleSubmit, formState, setError, reset } = useForm<NameFields>({
    defaultValues: { spelling: '', kind: 'synonym' },
  });
  const add = handleSubmit((typed) =>
    step.mutate(typed, {
      onSuccess: () => {
        notify.success(`${typed.spelling.trim()} was added.`);
        reset({ ...typed, spelling: '' });
      },
      onError: (error) => showFieldErrors(error, ['spelling'], setError),
    }),
  );
  return (
    <Form onSubmit={add} className="grid max-w-2xl grid-cols-1 gap-4">
      <SpellingInput
        {...register('spelling', required)}
        label="Another name"
        help="People find the compound by it, and tests that are written so count for it, also those of before."
        error={formState.errors.spelling?.message}
      />
      <Select {...register('kind')} label="It is a">
        <option value="synonym">Synonym</option>
        <option value="brand">Brand</option>
      </Select>
      <Send step={step} action="Add a name" busy="Adding…" />
    </Form>
  );
}

/** A form that turns a spelling of customers into a known compound. */
export function MakeKnown({ name, step }: { name: string; step: Step }) {
  const { register, handleSubmit, formState, setError } = useForm<NameFields>({
    defaultValues: { spelling: name, kind: 'name' },
  });
  const make = handleSubmit((typed) =>
    step.mutate(typed, {
      onSuccess: () => notify.success(`${typed.spelling.trim()} is a known compound.`),
      onError: (error) => showFieldErrors(error, ['spelling'], setError),
    }),
  );
  return (
    <Form onSubmit={make} className="grid max-w-2xl grid-cols-1 gap-4">
      <SpellingInput
        {...register('spelling', required)}
        label="Name"
        help="One of the spellings above, as public pages are to write it."
        error={formState.errors.spelling?.message}
      />
      <Send step={step} action="Make it a known compound" busy="Saving…" />
    </Form>
  );
}

const required = { validate: (text: string) => text.trim() !== '' || 'Write the name.' };

function SpellingInput(props: React.ComponentProps<typeof TextInput>) {
  return <TextInput {...props} maxLength={LONGEST_COMPOUND} autoComplete="off" />;
}

function Send({ step, action, busy }: { step: Step; action: string; busy: string }) {
  const isOfField = step.error instanceof ApiProblem && step.error.field('spelling') !== undefined;
  return (
    <>
      {isOfField ? null : <StepError error={step.error} />}
      <div>
        <Button type="submit" busy={step.isPending}>
          {step.isPending ? busy : action}
        </Button>
      </div>
    </>
  );
}
