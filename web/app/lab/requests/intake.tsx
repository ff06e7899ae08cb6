import { REJECTION_WORDS, type SampleRejection } from '@vialproof/contract/sample-rejection';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { TextArea, TextInput } from '../../ui/inputs';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { usualConditions } from '../conditions';
import { Panel } from '../panel';
import { focusScan } from '../scan-field';
import { ShortcutList, useShortcuts } from '../shortcuts';
import { useKeptForm } from '../use-kept-form';
import { useStep } from '../use-step';
import { RefuseDialog } from './refuse-dialog';

interface Fields {
  condition: string;
  note: string;
  handling: string;
}

interface Found extends Omit<Fields, 'handling'> {
  handling?: string;
  accepted: boolean;
  rejection?: SampleRejection;
}

/** Receives the sample, or refuses it with a reason. */
export function Intake({ id, task }: { id: string; task: number }) {
  const [refusing, setRefusing] = useState(false);
  const form = useForm<Fields>({ defaultValues: { condition: '', note: '', handling: '' } });
  const { register, handleSubmit, setValue, watch, formState, getValues } = form;
  const forget = useKeptForm(`lab.${id}.intake`, form);
  const step = useStep(id, (json: Found) =>
    parseResponse(api.lab.requests[':id'].intake.$post({ param: { id }, json })),
  );
  const condition = watch('condition');

  const accept = handleSubmit((fields) =>
    step.mutate(
      { ...fields, accepted: true },
      {
        onSuccess: () => {
          forget();
          notify.success(`Sample ${task} received.`);
          focusScan();
        },
      },
    ),
  );
  const refuse = (rejection: SampleRejection, note: string) =>
    step.mutate(
      {
        condition: getValues('condition').trim() || REJECTION_WORDS[rejection].label,
        note,
        accepted: false,
        rejection,
      },
      {
        onSuccess: () => {
          forget();
          setRefusing(false);
          notify.info(`Sample ${task} refused. The customer is told why.`);
          focusScan();
        },
      },
    );
  useShortcuts({ Enter: () => void accept() });

  return (
    <Panel title="Intake" aside={<ShortcutList items={[{ key: 'Enter', does: 'accept' }]} />}>
      <Form onSubmit={accept}>
        <div className="grid gap-3">
          <TextInput
            {...register('condition', {
              validate: (text) => text.trim() !== '' || 'Describe the condition of the sample.',
            })}
            label="Condition"
            data-value
            maxLength={500}
            autoComplete="off"
            error={formState.errors.condition?.message}
          />
          <div className="flex flex-wrap gap-2">
            {usualConditions.map((words) => (
              <Button
                key={words}
                variant="secondary"
                aria-pressed={condition === words}
                className="min-h-12 aria-pressed:border-accent aria-pressed:bg-accent-soft"
                onClick={() => setValue('condition', words, { shouldValidate: true, shouldDirty: true })}
              >
                {words}
              </Button>
            ))}
          </div>
        </div>
        <TextArea
          {...register('note')}
          label="Note"
          optional
          rows={2}
          maxLength={1000}
          help="The customer sees it on the timeline."
          error={formState.errors.note?.message}
        />
        <TextArea
          {...register('handling')}
          label="Handling"
          optional
          rows={2}
          maxLength={500}
          help="What the bench must know, such as solvent or hazard. The customer does not see it."
          error={formState.errors.handling?.message}
        />
        {refusing ? null : <StepError error={step.error} />}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            size="large"
            aria-keyshortcuts="Control+Enter"
            busy={step.isPending && !refusing}
          >
            {step.isPending && !refusing ? 'Accepting…' : 'Accept sample'}
          </Button>
          <Button variant="danger" size="large" onClick={() => setRefusing(true)}>
            Refuse sample
          </Button>
        </div>
      </Form>
      <RefuseDialog
        open={refusing}
        onClose={() => setRefusing(false)}
        task={task}
        step={step}
        onRefuse={refuse}
      />
    </Panel>
  );
}
