import type { GroupDetail } from '@vialproof/contract/group-tests';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Skeleton } from '../../ui/states';
import type { GroupAction } from './use-group-action';

// Only sender and organizer write the number, so others do not load the code of its form.
const TrackingForm = lazy(() => import('./tracking-form'));

/** What the reader does next after the test was ordered: send the vial, wait, or read the result. */
export function NextStep({ id, group, action }: { id: string; group: GroupDetail; action: GroupAction }) {
  const { test, viewer } = group;
  const request = test.status === 'cancelled' ? null : viewer?.request;
  const isSending = viewer?.is_sender && request?.status === 'awaiting_sample';
  const tracking = request?.sample_tracking_number ?? null;
  const form = (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <TrackingForm id={id} saved={tracking} action={action} />
    </Suspense>
  );
  return (
    <>
      {isSending ? (
        <Button to={`/dashboard/parcels/${request.id}`} wide>
          Print the label, with the address
        </Button>
      ) : null}
      {request?.unique_key ? (
        <Button to={`/dashboard/tests/${request.id}`} variant={isSending ? 'secondary' : 'primary'} wide>
          {request.status === 'complete'
            ? 'Result and certificate on your dashboard'
            : 'Follow the test on your dashboard'}
        </Button>
      ) : test.request_id ? (
        <Button to={`/tests/${test.request_id}`} variant={isSending ? 'secondary' : 'primary'} wide>
          {test.status === 'complete' ? 'Read the result' : 'See the test'}
        </Button>
      ) : null}
      {request ? (
        <div className="text-sm">
          <p>
            <span>Task </span>
            <span className="figures">{`#${request.task_number}`}</span>
            {request.unique_key ? (
              <span>
                {' '}
                · key <span className="figures">{request.unique_key}</span>
              </span>
            ) : null}
          </p>
          {tracking && !viewer?.may.track ? (
            <p className="mt-1">
              Tracking number <span className="figures break-all">{tracking}</span>
            </p>
          ) : null}
        </div>
      ) : null}
      {!viewer?.may.track || !request ? null : isSending ? (
        <div className="border-rule border-t pt-4">{form}</div>
      ) : (
        <Details
          title="Tracking number"
          note={tracking ? <span className="break-all">{tracking}</span> : undefined}
        >
          {form}
        </Details>
      )}
    </>
  );
}
