import type { GroupViewer } from '@vialproof/contract/group-tests';
import { Link } from 'react-router';
import { Notice } from '../../ui/states';

/** The test request, for those who may read it: organizer, paid members, and the sender. */
export default function OwnRequest({
  request,
  isSender,
}: {
  request: NonNullable<GroupViewer['request']>;
  isSender: boolean;
}) {
  return (
    <Notice tone="good">
      <p>
        Task <span className="figures">#{request.task_number}</span>
        {request.unique_key ? (
          <>
            {' '}
            · key <span className="figures">{request.unique_key}</span>
          </>
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
      {isSender && request.status === 'awaiting_sample' ? (
        <p className="mt-1">
          You send the vial:{' '}
          <Link to={`/dashboard/parcels/${request.id}`} className="underline hover:text-accent">
            print the label, with the address
          </Link>
          .
        </p>
      ) : null}
    </Notice>
  );
}
