import type { GroupViewer } from '@vialproof/contract/group-tests';
import { Link } from 'react-router';
import { Notice } from '../../ui/states';
import TrackingForm from './tracking-form';
import type { GroupAction } from './use-group-action';

/**
 * The test request of a group, for the people who may read it: the organizer, members who have paid, and the sender of
 * the vial.
 */
export default function OwnRequest({
  id,
  request,
  viewer,
  action,
}: {
  id: string;
  request: NonNullable<GroupViewer['request']>;
  viewer: GroupViewer;
  action: GroupAction;
}) {
  const tracking = request.sample_tracking_number;
  return (
    <Notice tone="good">
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
      {request.unique_key ? (
        <p className="mt-1">
          <Link to={`/dashboard/tests/${request.id}`} className="underline hover:text-accent">
            {request.status === 'complete'
              ? 'Result and certificate on your dashboard'
              : 'Follow the test on your dashboard'}
          </Link>
        </p>
      ) : null}
      {viewer.is_sender && request.status === 'awaiting_sample' ? (
        <p className="mt-1">
          You send the vial:{' '}
          <Link to={`/dashboard/parcels/${request.id}`} className="underline hover:text-accent">
            print the label, with the address
          </Link>
          .
        </p>
      ) : null}
      {viewer.may.track ? (
        <div className="mt-4 border-rule border-t pt-4">
          <TrackingForm id={id} saved={tracking} action={action} />
        </div>
      ) : tracking ? (
        <p className="mt-1">
          Tracking number <span className="figures break-all">{tracking}</span>
        </p>
      ) : null}
    </Notice>
  );
}
