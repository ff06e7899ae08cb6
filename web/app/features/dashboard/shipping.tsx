import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { parseResponse } from 'hono/client';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { mine, testQuery } from '../../data/orders/queries';
import { ShippingSteps } from '../../data/orders/shipping-steps';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { Notice } from '../../ui/states';
import { notify } from '../../ui/toast';
import { Part } from './part';

function TrackingForm({ requestId, saved }: { requestId: string; saved: string | null }) {
  const queries = useQueryClient();
  const { register, handleSubmit, watch, formState, reset } = useForm({
    values: { number: saved ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const save = useMutation({
    mutationFn: (number: string) =>
      parseResponse(
        api.me.tests[':id'].tracking.$put({
          param: { id: requestId },
          json: { sample_tracking_number: number },
        }),
      ),
    onSuccess: (detail) => {
      queries.setQueryData(testQuery(requestId).queryKey, detail);
      void queries.invalidateQueries({ queryKey: mine });
      reset({ number: detail.request.sample_tracking_number ?? '' });
      notify.success('Tracking number saved.');
    },
  });
  const fieldError =
    save.error instanceof ApiProblem ? save.error.field('sample_tracking_number') : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(({ number }) => save.mutate(number.trim()))(event)}
      className="grid max-w-md gap-3"
    >
      <TextInput
        {...register('number')}
        label="Tracking number"
        optional
        mono
        maxLength={100}
        autoComplete="off"
        help="From your carrier, so that the laboratory can expect the parcel."
        error={fieldError}
      />
      {save.error && !fieldError ? <FieldError>{save.error.message}</FieldError> : null}
      <div>
        <Button
          type="submit"
          variant="secondary"
          disabled={!formState.isDirty && watch('number') === (saved ?? '')}
          busy={save.isPending}
        >
          {save.isPending ? 'Saving…' : 'Save tracking number'}
        </Button>
      </div>
    </form>
  );
}

/** Shown while the laboratory waits for the sample: what to send, the address, and the tracking number. */
export function Shipping({ detail }: { detail: MyTestDetail }) {
  const { request } = detail;
  return (
    <Part title={request.group_test_id ? 'Send the group’s sample' : 'Send your sample'}>
      {request.group_test_id ? (
        <Notice>
          One person sends the sample for everybody: the volunteer who was chosen as sender, else the
          organizer.{' '}
          <Link
            to={`/group-tests/${request.group_test_id}`}
            className="text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            The group’s page
          </Link>{' '}
          says who. If it is you:
        </Notice>
      ) : null}
      <ShippingSteps detail={detail} />
      {detail.may_track ? (
        <TrackingForm requestId={request.id} saved={request.sample_tracking_number} />
      ) : null}
    </Part>
  );
}
