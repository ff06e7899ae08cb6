import type { LabRequest } from '@vialproof/contract/lab';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { TextArea } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import { useKeptText } from '../use-kept-form';
import { useStep } from '../use-step';

/**
 * How the sample must be handled. A person who may read the customer's notes writes this for colleagues who may not.
 */
export function Handling({ id, data }: { id: string; data: LabRequest }) {
  const { handling, has_notes: hasNotes, notes } = data.request;
  const [words, setWords] = useKeptText(`lab.${id}.handling`);
  const step = useStep(id, (typed: string) =>
    parseResponse(api.lab.requests[':id'].handling.$put({ param: { id }, json: { handling: typed.trim() } })),
  );
  const isUntold = hasNotes && handling === null;
  if (!data.may.handle && handling === null && !(isUntold && notes === null)) return null;
  return (
    <div className="grid gap-3 border-rule border-t pt-2">
      <p className="label">Handling, for the bench</p>
      {words === null ? (
        <p className="wrap-anywhere max-w-prose whitespace-pre-line">
          {handling ?? <span className="text-ink-soft">Nothing special.</span>}
        </p>
      ) : null}
      {isUntold && notes === null ? (
        <Notice tone="wait">
          The customer left notes. A reviewer reads them and writes here what the bench must know.
        </Notice>
      ) : null}
      {data.may.handle && words === null ? (
        <div>
          <Button variant="secondary" size="small" onClick={() => setWords(handling ?? '')}>
            {handling === null ? 'Write what the bench must know' : 'Change'}
          </Button>
        </div>
      ) : null}
      {words === null ? null : (
        <Form
          onSubmit={() =>
            step.mutate(words, {
              onSuccess: () => {
                setWords(null);
                notify.success('Saved.');
              },
            })
          }
        >
          <TextArea
            label="What the bench must know"
            help="Solvent, hazard, how much may be used: in our words, without a name. Analysts do not see the customer’s notes."
            rows={3}
            maxLength={500}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          <StepError error={step.error} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={step.isPending}>
              {step.isPending ? 'Saving…' : 'Save'}
            </Button>
            <Button variant="secondary" onClick={() => setWords(null)}>
              Back
            </Button>
          </div>
        </Form>
      )}
    </div>
  );
}
