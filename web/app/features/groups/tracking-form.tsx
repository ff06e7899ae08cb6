import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { TextInput } from '../../ui/inputs';
import { StepError } from '../../ui/step-error';
import { notify } from '../../ui/toast';
import type { GroupAction } from './use-group-action';

/** A form for the tracking number of the parcel of the group `id`, for the person who sends it. */
export default function TrackingForm({
  id,
  saved,
  action,
  onSaved,
}: {
  id: string;
  saved: string | null;
  action: GroupAction;
  onSaved?: () => void;
}) {
  /** Null until the user types, so that another person's number appears by itself. */
  const [typed, setTyped] = useState<string | null>(null);
  const [wasSent, setWasSent] = useState(false);
  const busy = action.step('tracking').isPending;
  const number = (typed ?? saved ?? '').trim();
  const save = () => {
    setWasSent(true);
    action.run(
      'tracking',
      () =>
        parseResponse(
          api['group-tests'][':id'].tracking.$put({
            param: { id },
            json: { sample_tracking_number: number },
          }),
        ),
      undefined,
      () => {
        setTyped(null);
        setWasSent(false);
        notify.success('Tracking number saved.');
        onSaved?.();
      },
    );
  };
  return (
    <Form onSubmit={save} className="grid max-w-md gap-3">
      <TextInput
        label="Tracking number"
        optional
        mono
        maxLength={100}
        autoComplete="off"
        help="From your carrier, so that the members and the laboratory can expect the parcel."
        value={typed ?? saved ?? ''}
        onChange={(event) => setTyped(event.target.value)}
      />
      <StepError error={wasSent ? action.refusal : null} />
      <div>
        <Button type="submit" variant="secondary" aria-disabled={number === (saved ?? '')} busy={busy}>
          {busy ? 'Saving…' : 'Save tracking number'}
        </Button>
      </div>
    </Form>
  );
}
