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
import { notify } from '../../ui/toast';
import { Part } from './part';
import { isOnItsWay } from './standing';

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

/** Says to everybody but the sender of a group's vial who sends it. */
function OtherSender({ name, detail: { request } }: { name: string; detail: MyTestDetail }) {
  return (
    <div className="grid max-w-prose gap-2">
      <p>
        <strong className="wrap-anywhere font-medium">
          <bdi>{name}</bdi>
        </strong>{' '}
        sends the vial for everybody. You have nothing to send.
        <span>{isOnItsWay(request) ? ' It is on its way.' : ''}</span>
      </p>
      <p>
        <Link
          to={`/group-tests/${request.group_test_id}`}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          The group’s page
        </Link>
      </p>
    </div>
  );
}

/** Shown while the laboratory waits for the sample: what to send, the address, and the tracking number. */
export function Shipping({ detail }: { detail: MyTestDetail }) {
  const { request, sender } = detail;
  const other = sender && !sender.is_viewer ? sender : null;
  return (
    <Part title={other ? 'The group’s sample' : sender ? 'Send the group’s sample' : 'Send your sample'}>
      {other ? (
        <OtherSender name={other.display_name} detail={detail} />
      ) : sender ? (
        <p className="max-w-prose">You send the vial for everybody in the group.</p>
      ) : null}
      {other ? null : <ShippingSteps detail={detail} />}
      {detail.may_track ? (
        <TrackingForm requestId={request.id} saved={request.sample_tracking_number} />
      ) : null}
    </Part>
  );
}
