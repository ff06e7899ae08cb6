import type { GroupVolunteer } from '@vialproof/contract/group-tests';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import type { GroupAction } from './use-group-action';

/** The organizer's answers to a person who offers to send the vial of the group `id`. */
export default function VolunteerDecision({
  id,
  action,
  volunteer,
  isPaid,
  isOrganizer,
}: {
  id: string;
  action: GroupAction;
  volunteer: GroupVolunteer;
  /** Whether everything is paid. Then only the sender of the vial is open. */
  isPaid: boolean;
  isOrganizer: boolean;
}) {
  const decide = (status: 'approved' | 'rejected', sender?: boolean) =>
    action.run(`decide ${volunteer.id}`, () =>
      parseResponse(
        api['group-tests'][':id'].volunteers[':volunteer_id'].$post({
          param: { id, volunteer_id: volunteer.id },
          json: { status, ...(sender === undefined ? {} : { sender }) },
        }),
      ),
    );
  if (isPaid)
    return (
      <div>
        {volunteer.is_sender ? (
          <Button variant="quiet" onClick={() => decide('approved', false)}>
            {isOrganizer ? 'Send the vial myself' : 'Let the organizer send the vial'}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => decide('approved', true)}>
            Choose as sender
          </Button>
        )}
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {volunteer.status === 'approved' ? null : (
        <Button variant="secondary" onClick={() => decide('approved')}>
          Approve
        </Button>
      )}
      {volunteer.is_sender ? null : (
        <Button variant="secondary" onClick={() => decide('approved', true)}>
          Choose as sender
        </Button>
      )}
      {volunteer.status === 'rejected' ? null : (
        <Button variant="quiet" onClick={() => decide('rejected')}>
          Reject
        </Button>
      )}
    </div>
  );
}
